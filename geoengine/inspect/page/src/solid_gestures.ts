// Turning and zooming a solid: pointer, two fingers, wheel and keys.
import type { Position } from "./drawing";
import { pointerAt } from "./gestures";
import { isPlain } from "./keys";
import { gap } from "./plane";

/** Degrees for a pixel, and for an arrow key. */
const BY_PIXEL = 0.45;
const BY_KEY = 5;
const ZOOM = 1.2;

export interface Turnable {
  readonly root: SVGSVGElement;
  turn(around: number, above: number): void;
  enlarge(factor: number): void;
  reset(): void;
}

/** Let a solid be turned; `touched` is called when somebody does. */
export function addTurning(target: Turnable, touched: () => void): void {
  const { root } = target;
  const fingers = new Map<number, Position>();

  root.addEventListener("pointerdown", (event) => {
    if (event.button || fingers.size > 1) return;
    root.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, pointerAt(root, event));
    root.classList.add("turning");
    touched();
  });
  root.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const after = pointerAt(root, event);
    fingers.set(event.pointerId, after);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    // The side that is touched follows the pointer.
    if (other) target.enlarge(gap(after, other) / (gap(before, other) || 1));
    else target.turn(-BY_PIXEL * (after[0] - before[0]), BY_PIXEL * (after[1] - before[1]));
  });
  for (const type of ["pointerup", "pointercancel"] as const) {
    root.addEventListener(type, (event) => {
      fingers.delete(event.pointerId);
      root.classList.toggle("turning", fingers.size > 0);
    });
  }
  root.addEventListener("wheel", (event) => {
    // Without Ctrl the wheel scrolls the page; browsers report a pinch on a trackpad with it.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    target.enlarge(Math.exp(-0.01 * Math.max(-40, Math.min(40, event.deltaY))));
  }, { passive: false });
  root.addEventListener("keydown", (event) => {
    if (!isPlain(event)) return;
    const by = event.shiftKey ? 1 : BY_KEY;
    const turn = { ArrowLeft: [by, 0], ArrowRight: [-by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
    if (turn) {
      touched();
      target.turn(turn[0]!, turn[1]!);
    } else if (["+", "=", "-"].includes(event.key)) target.enlarge(event.key === "-" ? 1 / ZOOM : ZOOM);
    else if (event.key === "0") target.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
