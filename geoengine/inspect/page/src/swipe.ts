// Swiping a sheet down by its head.

const FAR = 60;

/** Let a box follow a finger that drags its head down; call `away` where it is let go far down. */
export function swipe(box: HTMLElement, head: HTMLElement, away: () => unknown): void {
  head.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch" || (event.target instanceof Element && event.target.closest("button"))) return;
    head.setPointerCapture(event.pointerId);
    let by = 0;
    const move = (to: PointerEvent) => {
      by = Math.max(0, to.clientY - event.clientY);
      box.style.translate = `0 ${by}px`;
    };
    const stop = () => {
      head.removeEventListener("pointermove", move);
      box.style.translate = "";
      if (by > FAR) away();
    };
    head.addEventListener("pointermove", move);
    head.addEventListener("lostpointercapture", stop, { once: true });
  });
}
