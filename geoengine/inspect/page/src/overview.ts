// A large graph on one canvas: positions come with the data, the path to the goal stands out.
import type { ProofData } from "./data";
import { el } from "./dom";
import type { GraphReader } from "./graph_model";
import { isPlain } from "./keys";
import { type Camera, OverviewPainter, type Painted, STEP } from "./overview_painter";
import type { Selection } from "./selection";
import { plural, times } from "./words";

const REST = 140;
const REACH = 14;
const MARGIN = 40;

export class Overview {
  view: Camera | null = null;
  readonly canvas = el("canvas", { tabIndex: 0, role: "application" });
  readonly box: HTMLElement;
  private readonly tip = el("div", { class: "tip", hidden: true });
  private readonly said = el("div", { class: "unseen", "aria-live": "polite" });
  private readonly painter: OverviewPainter;
  private readonly pointers = new Map<number, readonly [number, number]>();
  private readonly path: ReadonlySet<number>;
  private found: ReadonlySet<number> | null = null;
  private painted: Painted | null = null;
  /** The state that the arrow keys have come to. */
  private cursor: number | null = null;
  private dragged = 0;
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private ratio = 1;
  /** Whether the whole graph is shown, also when the size changes. */
  private isFitted = true;
  private selected: number | null = null;

  constructor(
    private readonly reader: GraphReader,
    private readonly selection: Selection,
    proof: ProofData | null,
    private readonly changed: () => void,
  ) {
    const { states, steps } = reader.data;
    const conclusions = proof?.steps.map((step) => steps[step][1]) ?? [];
    this.path = new Set(proof ? [proof.goal, ...conclusions, ...proof.premises] : []);
    this.painter = new OverviewPainter(reader, proof, this.path);
    this.canvas.setAttribute("aria-label", `The whole graph: ${states.length} statements, ${steps.length} steps. Arrow keys go from statement to statement, Enter selects, plus and minus zoom.`);
    this.box = el("div", { class: "overview" }, this.canvas, this.tip, this.said);
    this.canvas.addEventListener("pointerdown", (event) => this.press(event));
    this.canvas.addEventListener("pointermove", (event) => this.slide(event));
    this.canvas.addEventListener("pointerup", (event) => this.release(event));
    this.canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    this.canvas.addEventListener("pointerleave", () => this.point(null));
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("blur", () => this.leave());
    selection.listen(() => this.follow());
    document.addEventListener("themechange", () => this.repaint());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.repaint());
    new ResizeObserver(() => this.resize()).observe(this.box);
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (!width || !height) return;
    this.ratio = window.devicePixelRatio || 1;
    const before = [this.canvas.width, this.canvas.height];
    this.canvas.width = width * this.ratio;
    this.canvas.height = height * this.ratio;
    if (!this.view || this.isFitted) this.fit();
    else if (before[0] !== this.canvas.width || before[1] !== this.canvas.height) this.repaint();
    else this.paint();
  }

  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.box;
    const { left, right, top, bottom } = this.painter.bounds;
    const [wide, high] = [right - left + 2 * STEP, bottom - top + 2 * STEP];
    const scale = Math.min(width / wide, height / high);
    this.view = { scale, x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2 };
    this.isFitted = true;
    this.repaint();
  }

  /** The place of a state on the canvas. */
  at(state: number): readonly [number, number] {
    return this.view ? this.painter.at(state, this.view) : [0, 0];
  }

  zoom(by: number, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2): void {
    if (!this.view) return;
    const scale = Math.max(0.02, Math.min(12, this.view.scale * by));
    const real = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * real, y: y - (y - this.view.y) * real };
    this.isFitted = false;
    this.paint(true);
  }

  highlight(states: ReadonlySet<number> | null): void {
    this.found = states;
    this.paint();
  }

  legend(): (readonly [key: string, text: string])[] {
    const painted = this.painted;
    const isSelected = this.selection.state !== null;
    const edges = this.painter.edgeCount.toLocaleString("en");
    const all: readonly ((readonly [string, string]) | false)[] = [
      ["spot premise", "premise"],
      ["spot derived", "derived (the more steps use it, the larger)"],
      this.path.size > 0 && ["spot path", "of the proof"],
      this.path.size > 0 && ["spot goal", "goal"],
      ["edge", painted?.arrows ? `leads to (all ${edges} edges are drawn)` : `leads to: all ${edges} edges are drawn, with arrows where 1,500 or fewer are in view`],
      this.path.size > 0 && ["edge path", "step of the proof"],
      isSelected && ["selected", "selected"],
      isSelected && ["edge support", "what it rests on, as derived here"],
      isSelected && ["edge use", painted && painted.uses > painted.usesDrawn ? `what uses it (${painted.usesDrawn} of ${painted.uses} edges)` : "what uses it"],
      this.found !== null && ["spot match", "found"],
    ];
    return all.filter((entry) => entry !== false);
  }

  private shift(dx: number, dy: number): void {
    if (!this.view) return;
    this.view = { ...this.view, x: this.view.x + dx, y: this.view.y + dy };
    this.isFitted = false;
    this.paint(true);
  }

  private key(event: KeyboardEvent): void {
    if (!isPlain(event)) return;
    const way = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<string, readonly [number, number]>)[event.key];
    if (way && event.shiftKey) this.shift(-60 * way[0], -60 * way[1]);
    else if (way) this.walk(...way);
    else if (event.key === "Enter" && this.cursor !== null) this.selection.select({ kind: "state", id: this.cursor });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Go from the cursor up to what it is derived from, down to what it is used for, or aside. */
  private walk(right: number, down: number): void {
    const start = this.cursor ?? this.selection.state ?? [...this.path][0] ?? 0;
    this.cursor = this.cursor === null ? start : this.painter.next(start, right, down);
    this.reveal(this.cursor);
    const count = this.reader.derivations[this.cursor].length;
    this.said.textContent = `${this.reader.text(this.cursor)}, ${this.reader.isGiven(this.cursor) ? "premise" : "derived"}, ${plural(count, "derivation")}, used ${times(this.reader.uses[this.cursor].length)}`;
    this.point(this.cursor, ...this.at(this.cursor));
  }

  /** Move a state into view, unless it is in it. */
  private reveal(state: number): void {
    const [x, y] = this.at(state);
    const { clientWidth: width, clientHeight: height } = this.box;
    const over = (at: number, size: number) => Math.min(0, at - MARGIN) || Math.max(0, at - size + MARGIN);
    if (!this.isFitted && (over(x, width) || over(y, height))) this.shift(-over(x, width), -over(y, height));
  }

  private follow(): void {
    if (!this.box.isConnected) return;
    const { state } = this.selection;
    if (state !== null && state !== this.selected) this.reveal(state);
    this.selected = state;
    this.paint();
  }

  private leave(): void {
    if (this.cursor === null) return;
    this.cursor = null;
    this.point(null);
    this.paint();
  }

  private press(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    this.dragged = 0;
  }

  private slide(event: PointerEvent): void {
    const now: readonly [number, number] = [event.offsetX, event.offsetY];
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.point(this.nearest(...now), ...now);
      return;
    }
    const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    this.dragged += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (other) {
      const gap = (p: readonly [number, number]) => Math.hypot(p[0] - other[0], p[1] - other[1]);
      this.zoom(gap(now) / Math.max(1, gap(before)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else this.shift(now[0] - before[0], now[1] - before[1]);
    this.pointers.set(event.pointerId, now);
  }

  private release(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    if (this.dragged > 5) return;
    const state = this.nearest(event.offsetX, event.offsetY);
    if (state !== null) this.selection.select({ kind: "state", id: state });
  }

  /** Hover a state, with its text beside it. */
  private point(state: number | null, x = 0, y = 0): void {
    this.selection.hover(state === null ? null : { kind: "state", id: state });
    this.tip.hidden = state === null;
    if (state === null) return;
    this.tip.textContent = this.reader.text(state);
    this.tip.style.left = `${Math.max(0, Math.min(x + 12, this.box.clientWidth - this.tip.offsetWidth))}px`;
    this.tip.style.top = `${y + 14 + this.tip.offsetHeight > this.box.clientHeight ? y - 14 - this.tip.offsetHeight : y + 14}px`;
  }

  private nearest(x: number, y: number): number | null {
    let best: readonly [number, number | null] = [REACH, null];
    for (const state of this.reader.data.states.keys()) {
      const [px, py] = this.at(state);
      const gap = Math.hypot(px - x, py - y) - (this.path.has(state) ? 4 : 0);
      if (gap < best[0]) best = [gap, state];
    }
    return best[1];
  }

  private repaint(): void {
    this.painter.forget();
    this.paint();
  }

  /** Paint soon; while something moves, the edges as they were last drawn move with it. */
  private paint(isMoving = false): void {
    if (!this.view || !this.canvas.width) return;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.render(isMoving));
    clearTimeout(this.rest);
    if (isMoving) this.rest = setTimeout(() => this.paint(), REST);
  }

  private render(isMoving: boolean): void {
    const pen = this.canvas.getContext("2d");
    if (!pen || !this.view) return;
    const { state, hovered } = this.selection;
    this.painted = this.painter.paint(pen, this.view, {
      width: this.box.clientWidth, height: this.box.clientHeight, ratio: this.ratio, isMoving, found: this.found, state,
      near: this.cursor !== null ? [this.cursor] : hovered ? this.selection.statesOf(hovered) : [],
    });
    if (!isMoving) this.changed();
  }
}
