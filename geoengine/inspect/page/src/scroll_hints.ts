// What a scrolled graph has outside its window: how many cards are above and below, and a map.
import { el, svg } from "./dom";
import type { Layered } from "./layered";

const WIDE = 64;

/** The width that the map takes. */
export const MAP = WIDE + 16;

export class ScrollHints {
  private readonly above = el("button", { class: "edge-hint above", hidden: true, onclick: () => this.page(-1) });
  private readonly below = el("button", { class: "edge-hint below", hidden: true, onclick: () => this.page(1) });
  private readonly frame = svg("rect", { class: "frame", x: 0 });
  private readonly map = svg("svg", { class: "map", width: WIDE, "aria-hidden": "true" });
  readonly box = el("div", { class: "hints" }, this.above, this.below);
  /** Whether there is room for the map. */
  hasMap = false;
  private boxes: readonly HTMLElement[] = [];
  private dots: readonly SVGRectElement[] = [];

  constructor(private readonly scroller: HTMLElement) {
    this.box.append(this.map);
    scroller.addEventListener("scroll", () => this.measure());
    this.map.addEventListener("pointerdown", (event) => this.jump(event));
    this.map.addEventListener("pointermove", (event) => event.buttons && this.jump(event));
  }

  show(laid: Layered | null, boxes: readonly HTMLElement[]): void {
    this.boxes = boxes;
    if (!laid) return;
    const [width, height] = [this.scroller.scrollWidth, this.scroller.scrollHeight];
    this.map.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.dots = boxes.map((box) => svg("rect", { x: box.offsetLeft, y: box.offsetTop, width: box.offsetWidth, height: box.offsetHeight }));
    this.map.replaceChildren(...this.dots, this.frame);
    this.frame.setAttribute("width", String(width));
    this.measure();
  }

  /** Colour the map as the cards are. */
  colour(): void {
    this.dots.forEach((dot, k) => dot.setAttribute("class", this.boxes[k].className.replace(/^node/, "spot")));
  }

  measure(): void {
    const { scrollTop: top, clientHeight: high, scrollHeight: all } = this.scroller;
    const isLong = all > high + 4;
    const above = this.boxes.filter((box) => box.offsetTop + box.offsetHeight / 2 < top).length;
    const below = this.boxes.filter((box) => box.offsetTop + box.offsetHeight / 2 > top + high).length;
    for (const [hint, count, text] of [[this.above, above, `↑ ${above} above`], [this.below, below, `↓ ${below} below`]] as const) {
      hint.hidden = !isLong || !count;
      hint.textContent = text;
    }
    this.map.style.display = isLong && this.hasMap ? "" : "none";
    this.map.style.height = `${Math.min(high * 0.45, (all * WIDE) / this.scroller.scrollWidth)}px`;
    this.frame.setAttribute("y", String(top));
    this.frame.setAttribute("height", String(high));
  }

  private page(by: number): void {
    this.scroller.scrollBy({ top: by * 0.8 * this.scroller.clientHeight });
  }

  private jump(event: PointerEvent): void {
    event.preventDefault();
    const box = this.map.getBoundingClientRect();
    this.scroller.scrollTop = ((event.clientY - box.top) / box.height) * this.scroller.scrollHeight - this.scroller.clientHeight / 2;
  }
}
