// The previous and the next item, in the order and the filter of the gallery.
import { el } from "./dom";
import { isTaken } from "./keys";
import { keptOrder } from "./kept_order";
import { recall } from "./memory";
import { grouped, plural } from "./words";

/** Where an item stands in the order in which items are walked, from 1, and the pages before and after its own. */
export interface ItemNeighbours {
  readonly at: number;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** What the page of an item in a gallery knows of it: the addresses are from the folder of the index. */
export interface GalleryPlace {
  /** The address of the index. */
  readonly home: string;
  /** The number of the item in the gallery, from 1, and how many items that has. */
  readonly position: readonly [number: number, count: number];
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * Find the neighbours of the item of this page: in the order that the gallery of the split showed when
 * the page was opened, or if that lacks the item, in the gallery's own.
 */
export function itemNeighbours(id: string, split: string, { home, position, previous, next }: GalleryPlace): ItemNeighbours {
  const { places, total } = keptOrder(split) ?? { places: [], total: 0 };
  const address = (page: string | null | undefined) => (page ? new URL(page, new URL(home, location.href)).href : null);
  const own = new URL(location.href);
  own.search = own.hash = "";
  // Items of two splits that are compared may have the same id; other galleries of the split have other pages.
  const k = places.findIndex((place) => place.id === id && address(place.page) === own.href);
  const place = places[k];
  if (!place) return { at: position[0], total: position[1], previous: address(previous), next: address(next) };
  return { at: place.at, total, previous: address(places[k - 1]?.page), next: address(places[k + 1]?.page) };
}

/** The way back to the gallery as it was left, with the number of items that it showed. */
export function galleryLink(split: string, { home, position }: GalleryPlace): HTMLAnchorElement {
  const [, count] = position;
  const total = keptOrder(split)?.total ?? count;
  return el("a", { class: "gallery-link", href: `${home}#${recall(`filter:${split}`, "")}`, "aria-label": `Back to ${total === count ? "all " : ""}${plural(total, "item")}` },
    "← ", el("span", { class: "back-to" }, "Back to "), total === count ? "all " : "", plural(total, "item"));
}

/** Links to the previous and the next item, which the keys k and j and the arrows follow too. */
export function itemWalk({ at, total, previous, next }: ItemNeighbours): HTMLElement | null {
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
  return el("nav", { class: "item-walk row", "aria-label": "Items" },
    links.prev, el("span", { class: "position" }, `${grouped(at)} of ${grouped(total)}`), links.next);
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
