// The points of a figure on the page: they can be dragged, hovered and selected.
import { svg } from "./dom";
import type { Position } from "./drawing";
import { type FigureData, numberOf } from "./figure_data";
import { pointerAt } from "./gestures";
import { gap } from "./plane";
import { addressOf } from "./selection";

/** A pointer that moves less than this many pixels clicks; further, it drags. */
const CLICK = 4;
const LONG_PRESS = 500;
/** Shares of the figure's size by which an arrow key moves a point. */
const SMALL_STEP = 0.02;
const LARGE_STEP = 0.1;

export interface Movable {
  readonly root: SVGSVGElement;
  readonly size: number;
  at(k: number): Position;
  /** Move a point towards a position of the picture. */
  drag(k: number, to: Position): void;
  /** Move a point by units of the figure. */
  nudge(k: number, dx: number, dy: number): void;
  /** The end of a drag. */
  drop(): void;
  select(k: number): void;
}

export class PointHandle {
  readonly node: SVGGElement;
  private readonly dot: SVGCircleElement;
  private readonly reach: SVGCircleElement;
  private readonly k: number;
  private readonly isMovable: boolean;
  private readonly owner: Movable;

  constructor(owner: Movable, figure: FigureData, k: number, isMovable: boolean) {
    const { points, free } = figure;
    this.owner = owner;
    this.k = k;
    this.isMovable = isMovable;
    const name = points[k]!;
    this.reach = svg("circle", { r: isMovable ? 16 : 11, class: "reach" });
    this.dot = svg("circle", {
      r: isMovable ? 5 : 3.2,
      class: `dot ${isMovable ? (free.includes(k) ? "free" : "glider") : "fixed"}${figure.added?.includes(k) ? " added" : ""}`,
      tabindex: "0",
      role: "button",
      "aria-label": isMovable ? `Point ${name}: drag it, or move it with the arrow keys; Enter selects it` : `Point ${name}: Enter selects it`,
    });
    this.dot.append(svg("title", {}, name));
    this.node = svg("g", { "data-thing": addressOf({ kind: "point", id: numberOf(figure, k) }), class: isMovable ? "movable" : "" }, this.reach, this.dot);
    this.node.addEventListener("pointerdown", (event) => this.grab(event));
    this.node.addEventListener("contextmenu", (event) => event.preventDefault());
    this.dot.addEventListener("keydown", (event) => this.press(event));
  }

  place([x, y]: Position, isShown: boolean): void {
    for (const node of [this.dot, this.reach]) {
      node.setAttribute("cx", String(x));
      node.setAttribute("cy", String(y));
    }
    this.node.style.display = isShown ? "" : "none";
  }

  /** Show whether the point belongs to what is lit, and whether it has just been constructed. */
  light(isLit: boolean, isFresh: boolean): void {
    this.dot.classList.toggle("lit", isLit);
    this.node.classList.toggle("fresh", isFresh);
  }

  private grab(event: PointerEvent): void {
    if (event.button) return;
    event.preventDefault();
    event.stopPropagation();
    this.dot.focus({ preventScroll: true });
    const { owner, k } = this;
    const start = pointerAt(owner.root, event);
    const from = owner.at(k);
    const { pointerId } = event;
    let to = start;
    let isDrag = false;
    let isSelected = false;
    let queued = 0;
    const select = () => {
      isSelected = true;
      owner.select(k);
    };
    const patience = event.pointerType === "touch" ? window.setTimeout(select, LONG_PRESS) : 0;
    const apply = () => {
      queued = 0;
      owner.drag(k, [from[0] + to[0] - start[0], from[1] + to[1] - start[1]]);
    };
    const move = (next: PointerEvent) => {
      if (next.pointerId !== pointerId) return;
      to = pointerAt(owner.root, next);
      if (!isDrag && gap(start, to) < CLICK) return;
      window.clearTimeout(patience);
      isDrag = true;
      if (this.isMovable) queued ||= requestAnimationFrame(apply);
    };
    const drop = (last: PointerEvent) => {
      if (last.pointerId !== pointerId) return;
      window.clearTimeout(patience);
      if (queued) {
        cancelAnimationFrame(queued);
        apply();
      }
      if (isDrag) owner.drop();
      else if (!isSelected && last.type === "pointerup") select();
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  }

  private press(event: KeyboardEvent): void {
    const { owner, k } = this;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Enter" || event.key === " ") owner.select(k);
    else if (by && this.isMovable) {
      const step = (event.shiftKey ? LARGE_STEP : SMALL_STEP) * owner.size;
      owner.nudge(k, step * by[0]!, step * by[1]!);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
