// The line between two panels, which is dragged, or moved with keys, to resize them.
import { el } from "./dom";

export type Along = "width" | "height";

interface Sides {
  /** The size in pixels of the side before the line. */
  size(): number;
  /** Make that side as large as asked for, as far as there is room. */
  resize(size: number): void;
  reset(): void;
}

const STEP = 24;

export function makeSplitter(label: string, along: Along, sides: Sides): HTMLElement {
  const line = el("div", {
    class: `splitter ${along}`, role: "separator", tabIndex: 0, "aria-label": label,
    "aria-orientation": along === "width" ? "vertical" : "horizontal", "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": "50",
    title: "Drag, or use the arrow keys; double-click resets",
  });
  line.addEventListener("pointerdown", (event) => drag(event, line, along, sides));
  line.addEventListener("keydown", (event) => press(event, along, sides));
  line.addEventListener("dblclick", () => sides.reset());
  return line;
}

function drag(event: PointerEvent, line: HTMLElement, along: Along, sides: Sides): void {
  const place = (at: PointerEvent) => (along === "width" ? at.clientX : at.clientY);
  const [from, size] = [place(event), sides.size()];
  event.preventDefault();
  line.focus();
  line.setPointerCapture(event.pointerId);
  const move = (to: PointerEvent) => sides.resize(size + place(to) - from);
  line.addEventListener("pointermove", move);
  line.addEventListener("lostpointercapture", () => line.removeEventListener("pointermove", move), { once: true });
}

function press(event: KeyboardEvent, along: Along, sides: Sides): void {
  const [less, more] = along === "width" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  if (event.key === less) sides.resize(sides.size() - STEP);
  else if (event.key === more) sides.resize(sides.size() + STEP);
  else if (event.key === "Home") sides.resize(0);
  else if (event.key === "End") sides.resize(Infinity);
  else if (event.key === "Enter") sides.reset();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
