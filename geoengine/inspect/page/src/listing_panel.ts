// Code beside the picture that it draws, followed step by step.
import { el, svg } from "./dom";
import type { ItemData, Lines, ListingData, ShapeData } from "./item_data";

/** What shows the code of an item and what it draws; null if there is none to show. */
export function listingPanel(data: ItemData["listing"]): { readonly box: HTMLElement; complete(): void } | null {
  if (!data) return null;
  if ("excuse" in data) return { box: el("p", { class: "hint" }, `This code cannot be followed: ${data.excuse}.`), complete: () => undefined };
  return new ListingPanel(data);
}

class ListingPanel {
  readonly box: HTMLElement;
  /** How many steps are drawn. */
  private shown = 0;
  private readonly lines: HTMLElement[];
  private readonly groups: SVGGElement[];
  private readonly slider: HTMLInputElement;
  private readonly said = el("span", { class: "hint", "aria-live": "polite" });
  private readonly back: HTMLButtonElement;
  private readonly next: HTMLButtonElement;

  constructor(private readonly data: ListingData) {
    const { steps } = data;
    this.slider = el("input", { type: "range", min: "0", max: String(steps.length), value: "0", "aria-label": "Steps drawn", oninput: () => this.show(Number(this.slider.value)) });
    // What a button says is its name, where it says a word.
    const button = (text: string, name: string, act: () => void) => el("button", { class: "quiet", type: "button", title: name, ...(/\w/.test(text) ? {} : { "aria-label": name }), onclick: act }, text);
    this.back = button("‹", "One step back", () => this.show(this.shown - 1));
    this.next = button("›", "One step on", () => this.show(this.shown + 1));
    this.lines = data.code.split("\n").map((text, k) => {
      const last = steps.findLastIndex(({ lines }) => within(k + 1, lines));
      const line = el("span", { class: "code-line" }, el("span", { class: "line-number", "aria-hidden": "true" }, String(k + 1)), el("span", {}, text || " "));
      if (last < 0) return line;
      // What a line draws is shown by clicking it: of a loop, the last time.
      line.classList.add("draws");
      line.addEventListener("click", () => this.show(last + 1));
      return line;
    });
    this.groups = steps.map(({ lines, shapes }) => {
      const group = svg("g", {}, ...shapes.map(drawn));
      group.addEventListener("pointerenter", () => this.point(lines));
      group.addEventListener("pointerleave", () => this.point(null));
      return group;
    });
    const sheet = svg("svg", { class: "listing-sheet", viewBox: `0 0 ${data.width} ${data.height}`, role: "img", "aria-label": "What the code has drawn so far" }, ...this.groups);
    this.box = el("div", { class: "listing" },
      el("div", { class: "row tools", role: "toolbar", "aria-label": "Steps of the program" },
        button("None", "Draw nothing", () => this.show(0)), this.back, this.slider, this.next, button("All", "Draw everything", () => this.show(steps.length)), this.said),
      el("div", { class: "listing-parts" },
        el("pre", { class: "listing-code", tabIndex: 0, "aria-label": `Code in ${data.language}` }, this.lines), sheet));
    this.show(0);
  }

  /** Show all that is drawn, if nothing is yet. */
  complete(): void {
    if (!this.shown) this.show(this.data.steps.length);
  }

  private show(count: number): void {
    const { steps } = this.data;
    this.shown = Math.max(0, Math.min(count, steps.length));
    const step = steps[this.shown - 1];
    this.slider.value = String(this.shown);
    this.back.disabled = this.shown === 0;
    this.next.disabled = this.shown === steps.length;
    this.groups.forEach((group, k) => {
      group.classList.toggle("later", k >= this.shown);
      group.classList.toggle("now", k === this.shown - 1 && this.shown < steps.length);
    });
    this.lines.forEach((line, k) => {
      line.classList.toggle("now", step !== undefined && within(k + 1, step.lines));
      line.classList.toggle("calling", step !== undefined && step.calls.some((lines) => within(k + 1, lines)));
    });
    this.said.textContent = step ? `${this.shown} of ${steps.length}, ${told(step.lines)}` : `nothing drawn of ${steps.length} things`;
    if (step) this.reveal(this.lines[step.lines[0] - 1]);
  }

  /** Scroll the code, and nothing else, to a line. */
  private reveal(line: HTMLElement | undefined): void {
    const pane = line?.parentElement;
    if (!line || !pane) return;
    const over = line.offsetTop - pane.offsetTop;
    if (over < pane.scrollTop) pane.scrollTop = over;
    else if (over + line.offsetHeight > pane.scrollTop + pane.clientHeight) pane.scrollTop = over + line.offsetHeight - pane.clientHeight;
  }

  private point(lines: Lines | null): void {
    this.lines.forEach((line, k) => line.classList.toggle("pointed", lines !== null && within(k + 1, lines)));
  }
}

function within(line: number, [first, last]: Lines): boolean {
  return first <= line && line <= last;
}

function told([first, last]: Lines): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

function drawn(shape: ShapeData): SVGElement {
  const { fill = "none", stroke = "none", width = 1, dash = "", opacity = 1 } = shape;
  if (shape.text !== undefined) {
    const [x, y] = shape.at ?? [0, 0];
    return svg("text", { x, y, fill, "text-anchor": "middle", "dominant-baseline": "central" }, shape.text);
  }
  return svg("path", {
    d: shape.d ?? "", fill, stroke, opacity, "stroke-width": width, "stroke-dasharray": dash || "none", "stroke-linejoin": "round",
    // A whole of several paths has holes where they wind against each other.
    "fill-rule": "nonzero",
  });
}
