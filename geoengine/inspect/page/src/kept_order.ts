// The order of the items that a gallery shows, kept for the pages of the items: they follow it.
import type { Items } from "./gallery_data";
import { recall, remember } from "./memory";

/** The longest list of neighbours that is kept, on either side of an item. */
const NEIGHBOURS = 500;

/** An item of a gallery, its page from the folder of the index, and its place among those shown, from 1. */
export interface Place {
  readonly id: string;
  readonly page: string;
  readonly at: number;
}

/** The items near the one that was opened, and how many were shown. */
export interface KeptOrder {
  readonly total: number;
  readonly places: readonly Place[];
}

/** Keep the rows that a gallery shows, for the page of one of them; the split's own order is not kept. */
export function keepOrder(items: Items, rows: readonly number[], row: number): void {
  const isOwn = rows.length === items.count && rows.every((one, k) => one === k);
  const from = Math.max(0, rows.indexOf(row) - NEIGHBOURS);
  const places = rows.slice(from, from + 2 * NEIGHBOURS + 1).flatMap((one, k) => {
    const page = items.page(one);
    return page === null ? [] : [{ id: items.id(one), page, at: from + k + 1 }];
  });
  const order = isOwn ? null : { total: rows.length, places };
  for (const split of items.data.folders) {
    // Nothing is written where nothing was: writing wakes the other windows.
    if (order || keptOrder(split)) remember(`order:${split}`, order);
  }
}

/** What the gallery of a split showed when the page of an item was opened; null for the split's own order. */
export function keptOrder(split: string): KeptOrder | null {
  const order = recall<unknown>(`order:${split}`, null);
  if (!has(order, "total", "number") || !("places" in order) || !Array.isArray(order.places)) return null;
  return { total: order.total, places: order.places.filter(isPlace) };
}

function isPlace(value: unknown): value is Place {
  return has(value, "id", "string") && has(value, "page", "string") && has(value, "at", "number");
}

interface Types { number: number; string: string }

function has<N extends string, T extends keyof Types>(value: unknown, name: N, type: T): value is Record<N, Types[T]> {
  return typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[name] === type;
}
