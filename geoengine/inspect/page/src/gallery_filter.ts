// Which items a gallery shows, in which order, and how many have each value of each facet.
import type { Facet } from "./facet";
import type { Items } from "./gallery_data";

/** What the address of a gallery holds. */
export interface ItemFilter {
  /** The chosen values, by the name of the facet. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>;
  readonly query: string;
  /** The name of a column, "order" or "random"; with - in front for the reverse. */
  readonly sort: string;
  readonly seed: number;
  /** The items that are compared. */
  readonly compared: readonly string[];
}

export const NO_FILTER: ItemFilter = { chosen: new Map(), query: "", sort: "order", seed: 1, compared: [] };

const OWN = new Set(["q", "sort", "seed", "compare"]);

export function readFilter(address: string): ItemFilter {
  const parts = new URLSearchParams(address);
  const chosen = new Map<string, Set<string>>();
  for (const [name, value] of parts) {
    if (!OWN.has(name)) chosen.set(name, (chosen.get(name) ?? new Set()).add(value));
  }
  return {
    chosen,
    query: parts.get("q") ?? "",
    sort: parts.get("sort") ?? "order",
    seed: Number(parts.get("seed") ?? 1) || 1,
    compared: parts.getAll("compare").slice(0, 2),
  };
}

export function writeFilter({ chosen, query, sort, seed, compared }: ItemFilter): string {
  const parts = new URLSearchParams();
  for (const [name, values] of chosen) for (const value of values) parts.append(name, value);
  if (query) parts.set("q", query);
  if (sort !== "order") parts.set("sort", sort);
  if (sort.endsWith("random")) parts.set("seed", String(seed));
  for (const key of compared) parts.append("compare", key);
  return String(parts);
}

/** The filter with a value of a facet chosen, or no longer chosen. */
export function toggled(filter: ItemFilter, facet: string, value: string): ItemFilter {
  const chosen = new Map([...filter.chosen].map(([name, values]) => [name, new Set(values)]));
  const values = chosen.get(facet) ?? new Set();
  if (!values.delete(value)) values.add(value);
  if (values.size) chosen.set(facet, values);
  else chosen.delete(facet);
  return { ...filter, chosen };
}

/** The rows that a filter leaves, in its order, and counts. */
export interface Sifted {
  readonly rows: readonly number[];
  /** By facet: for each split the number of items with each value that fit all other facets. */
  readonly counts: ReadonlyMap<string, readonly Uint32Array[]>;
  /** For each split, how many of the rows it has. */
  readonly totals: readonly number[];
}

export class Sieve {
  private folded: string[] | null = null;

  /** `members` say for each split which rows it has. */
  constructor(private readonly items: Items, private readonly members: readonly Uint8Array[]) {}

  sift(filter: ItemFilter, facets: readonly Facet[]): Sifted {
    const active = facets.flatMap((facet, number) => {
      const wanted = filter.chosen.get(facet.name);
      return wanted ? [{ facet, number, wanted: facet.values.map((value) => wanted.has(value)) }] : [];
    });
    const counts = facets.map((facet) => this.members.map(() => new Uint32Array(facet.values.length)));
    const totals = this.members.map(() => 0);
    const found = this.searched(filter.query);
    const rows: number[] = [];
    for (let row = 0; row < this.items.count; row++) {
      if (found && !found[row]) continue;
      // Counts of a facet follow the other facets: an item that fails one counts in that one alone.
      let failed = -1;
      let failures = 0;
      for (const { facet, number, wanted } of active) {
        let fits = false;
        for (let k = facet.starts[row]!; k < facet.starts[row + 1]!; k++) fits ||= wanted[facet.codes[k]!]!;
        if (!fits) {
          failed = number;
          if (++failures > 1) break;
        }
      }
      if (failures > 1) continue;
      if (failures === 0) rows.push(row);
      const from = failures ? failed : 0;
      const to = failures ? failed + 1 : facets.length;
      for (let split = 0; split < this.members.length; split++) {
        if (!this.members[split]![row]) continue;
        if (failures === 0) totals[split]!++;
        for (let number = from; number < to; number++) {
          const { starts, codes } = facets[number]!;
          for (let k = starts[row]!; k < starts[row + 1]!; k++) counts[number]![split]![codes[k]!]!++;
        }
      }
    }
    return {
      rows: this.sorted(rows, filter),
      counts: new Map(facets.map((facet, number) => [facet.name, counts[number]!])),
      totals,
    };
  }

  /** Which rows hold a text in id, question or options; null for an empty text. */
  private searched(query: string): Uint8Array | null {
    const wanted = fold(query);
    if (!wanted) return null;
    const { ids, lines, questions, options } = this.items.data;
    this.folded ??= lines.map(fold);
    const hits = this.folded.map((line) => line.includes(wanted));
    const hit = (line: number) => hits[line]!;
    return Uint8Array.from(ids, (id, row) =>
      Number(fold(id).includes(wanted) || questions[row]!.some(hit) || options[row]!.some(hit)));
  }

  private sorted(rows: number[], { sort, seed }: ItemFilter): number[] {
    const name = sort.replace(/^-/, "");
    const reversed = sort.startsWith("-");
    const { ids, models } = this.items.data;
    if (name === "id") {
      const collator = new Intl.Collator("en", { numeric: true });
      rows.sort((a, b) => collator.compare(ids[a]!, ids[b]!) || a - b);
    } else if (name !== "order") {
      const value = name === "random" ? (row: number) => chance(row, seed)
        : name === "right" ? (row: number) => shareRight(models.map(({ outcomes }) => outcomes[row] ?? "-"))
        : (row: number) => this.items.data.numbers[name]?.[row] ?? null;
      const keys = new Map(rows.map((row) => [row, value(row)]));
      // Items without a value come last in both directions.
      rows.sort((a, b) => {
        const [one, other] = [keys.get(a) ?? null, keys.get(b) ?? null];
        if (one === null || other === null) return Number(one === null) - Number(other === null) || a - b;
        return (reversed ? other - one : one - other) || a - b;
      });
      return rows;
    }
    return reversed ? rows.reverse() : rows;
  }
}

/** Spaces and case do not matter to a search. */
function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/g, "");
}

function shareRight(outcomes: readonly string[]): number | null {
  const asked = outcomes.filter((outcome) => outcome !== "-");
  return asked.length ? asked.filter((outcome) => outcome === "r").length / asked.length : null;
}

/** A number that depends on a row and a seed alone (the finalizer of MurmurHash3). */
function chance(row: number, seed: number): number {
  let hash = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
