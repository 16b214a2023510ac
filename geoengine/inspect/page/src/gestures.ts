// Zooming and panning of a picture: wheel, pointer, two fingers and keys.
import type { Position } from "./drawing";
import { isPlain } from "./keys";
import { gap } from "./plane";
import type { Viewport } from "./viewport";

const ZOOM = 1.25;
/** How far an arrow key pans, in pixels. */
const STEP = 40;

export interface Zoomable {
  readonly root: SVGSVGElement;
  readonly view: Viewport;
  /** Whether all of the figure is in view: then a finger scrolls the page instead. */
  isFitted(): boolean;
  /** Show the view after it was zoomed or panned. */
  moved(): void;
  fit(): void;
}

export function zoomBy(target: Zoomable, isCloser: boolean): void {
  target.view.zoom(isCloser ? ZOOM : 1 / ZOOM);
  target.moved();
}

/** Where a pointer is, in pixels of the picture. */
export function pointerAt(root: SVGSVGElement, event: { clientX: number; clientY: number }): Position {
  const box = root.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

/** Let a picture be zoomed and panned. */
export function addGestures(target: Zoomable): void {
  const { root, view } = target;
  const fingers = new Map<number, Position>();

  function follow(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const after = pointerAt(root, event);
    fingers.set(event.pointerId, after);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const between = (p: Position): Position => [(p[0] + other[0]) / 2, (p[1] + other[1]) / 2];
      const [from, to] = [between(before), between(after)];
      view.pan(to[0] - from[0], to[1] - from[1]);
      view.zoom(gap(after, other) / (gap(before, other) || 1), to);
    } else if (event.pointerType === "touch" && target.isFitted()) {
      return;
    } else {
      view.pan(after[0] - before[0], after[1] - before[1]);
    }
    target.moved();
  }

  function leave(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    if (fingers.size) return;
    root.classList.remove("panning");
    window.removeEventListener("pointermove", follow);
    window.removeEventListener("pointerup", leave);
    window.removeEventListener("pointercancel", leave);
  }

  root.addEventListener("pointerdown", (event) => {
    if (event.button || fingers.size > 1) return;
    if (!fingers.size) {
      window.addEventListener("pointermove", follow);
      window.addEventListener("pointerup", leave);
      window.addEventListener("pointercancel", leave);
    }
    fingers.set(event.pointerId, pointerAt(root, event));
    root.classList.add("panning");
  });
  // Two fingers are for the figure, even where one would scroll the page.
  for (const type of ["touchstart", "touchmove"] as const) {
    root.addEventListener(type, (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(), { passive: false });
  }
  root.addEventListener(
    "wheel",
    (event) => {
      // Without Ctrl the wheel scrolls the page; browsers report a pinch on a trackpad with it.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      view.zoom(Math.exp(-0.01 * Math.max(-40, Math.min(40, event.deltaY))), pointerAt(root, event));
      target.moved();
    },
    { passive: false },
  );
  root.addEventListener("keydown", (event) => {
    if (!isPlain(event)) return;
    const by = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (by) {
      view.pan(STEP * by[0]!, STEP * by[1]!);
      target.moved();
    } else if (event.key === "+" || event.key === "=" || event.key === "-") {
      zoomBy(target, event.key !== "-");
    } else if (event.key === "0") {
      target.fit();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
}
