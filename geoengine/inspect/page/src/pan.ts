// Moving what is larger than its window with the mouse.

/** Let the mouse drag the contents of a box by their background. */
export function panWithMouse(scroller: HTMLElement): void {
  let from: readonly [x: number, y: number] | null = null;
  scroller.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button || (event.target instanceof Element && event.target.closest(".node"))) return;
    from = [event.clientX + scroller.scrollLeft, event.clientY + scroller.scrollTop];
  });
  scroller.addEventListener("pointermove", (event) => from && event.buttons && scroller.scrollTo(from[0] - event.clientX, from[1] - event.clientY));
  window.addEventListener("pointerup", () => (from = null));
}
