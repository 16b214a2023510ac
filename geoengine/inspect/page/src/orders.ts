// The orders in which a gallery can show its items, with what they mean.
import type { GalleryData } from "./gallery_data";

interface Order {
  /** A column, "order", "right", "id" or "random". */
  readonly name: string;
  /** What the select says of the order, and of its reverse. */
  readonly labels: readonly [forth: string, back?: string];
  /** What is ordered by; empty where the label says it. */
  readonly meaning: string;
}

const ORDERS: readonly Order[] = [
  { name: "order", labels: ["the split's order"], meaning: "" },
  { name: "tier", labels: ["tier, low first", "tier, high first"],
    meaning: "Tier: how hard it is to prove the goal, from 1 (easy) to 4; for an item without a goal, how complex its figure is." },
  { name: "worth", labels: ["worth, low first", "worth, high first"],
    meaning: "Worth: how much there is to think about, such as steps, premises used and options that look right. Each task counts its own, so compare items of one task." },
  { name: "steps", labels: ["proof, short first", "proof, long first"], meaning: "Proof: the number of steps in the proof of the goal. Items without a goal come last." },
  { name: "right", labels: ["right answers, few first", "right answers, many first"],
    meaning: "Right answers: the share of the models asked that were right." },
  { name: "id", labels: ["id", "id, last first"], meaning: "" },
  { name: "random", labels: ["random"], meaning: "" },
];

/** The orders that the items have what is needed for, by the names that the address has: with - for the reverse. */
export function ordersOf({ numbers, models }: GalleryData): (readonly [name: string, label: string])[] {
  const isThere = ({ name }: Order) =>
    name === "right" ? models.length > 0 : numbers[name]?.some((value) => value !== null) ?? ["order", "id", "random"].includes(name);
  return ORDERS.filter(isThere).flatMap(({ name, labels }) => labels.map((label, k) => [k ? `-${name}` : name, label ?? ""] as const));
}

/** What the items are ordered by, for an order or its reverse; empty if there is nothing to explain. */
export function meaningOf(sort: string): string {
  return ORDERS.find(({ name }) => name === sort.replace(/^-/, ""))?.meaning ?? "";
}
