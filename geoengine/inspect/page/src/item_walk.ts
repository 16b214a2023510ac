// The previous and the next item, in the order and the filter of the gallery.
import { el } from "./dom";
import { isTaken } from "./keys";
import { recall } from "./memory";

/** An item of a gallery, and its page, from the folder of the index. */
export interface Place {
  readonly id: string;
  readonly page: string;
}

/** The addresses of the pages before and after an item's, in the order in which it is walked. */
export interface ItemNeighbours {
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * Find the neighbours of the item of this page: in the order that the gallery of the split remembers,
 * or where it remembers none, those that the page names. `home` is the address of the index.
 */
export function itemNeighbours(id: string, split: string, home: string, previous: string | null, next: string | null): ItemNeighbours {
  const order = recall<unknown>(`order:${split}`, []);
  const places = Array.isArray(order) ? order.filter(isPlace) : [];
  const address = (page: string | null | undefined) => (page ? new URL(page, new URL(home, location.href)).href : null);
  const own = new URL(location.href);
  own.search = own.hash = "";
  // Items of two splits that are compared may have the same id; other galleries of the split have other pages.
  const k = places.findIndex((place) => place.id === id && address(place.page) === own.href);
  if (k < 0) return { previous: address(previous), next: address(next) };
  return { previous: address(places[k - 1]?.page), next: address(places[k + 1]?.page) };
}

/** Links to the previous and the next item, which the keys k and j and the arrows follow too. */
export function itemWalk({ previous, next }: ItemNeighbours): HTMLElement | null {
  if (!previous && !next) return null;
  const link = (address: string | null, rel: "prev" | "next", text: string, key: string) =>
    address
      ? el("a", { class: "walk-link", href: address, rel, title: `Key: ${key}` }, text)
      : el("span", { class: "walk-link none", "aria-disabled": "true" }, text);
  const links = { prev: link(previous, "prev", "← Previous", "k or ←"), next: link(next, "next", "Next →", "j or →") };
  leaveClickedRadios();
  document.addEventListener("keydown", (event) => {
    if (isTaken(event) || event.shiftKey) return;
    const { target, key } = event;
    // Choices, tabs, points and graphs have uses of their own for these keys.
    if (target instanceof Element && target.closest("input, pre, svg, video, canvas, [role=tab], [role=separator], .stage")) return;
    const rel = key === "j" || key === "ArrowRight" ? "next" : key === "k" || key === "ArrowLeft" ? "prev" : null;
    if (rel === null || !(links[rel] instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    links[rel].click();
  });
  return el("nav", { class: "item-walk row", "aria-label": "Items" }, links.prev, links.next);
}

/** Take the focus from radio buttons that are clicked with the pointer: the arrow keys would change what they say. */
function leaveClickedRadios(): void {
  let isPointer = false;
  document.addEventListener("pointerdown", () => (isPointer = true), true);
  document.addEventListener("keydown", () => (isPointer = false), true);
  document.addEventListener("click", ({ target }) => {
    if (isPointer && target instanceof HTMLInputElement && target.type === "radio") target.blur();
  });
}

function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null && "id" in value && "page" in value && typeof value.id === "string" && typeof value.page === "string";
}
