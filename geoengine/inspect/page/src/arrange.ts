// The order of what stands in the rows of a layout, and its places: few crossings, short ways.

/** The gap between nodes of a row, and that of an edge that passes them. */
export const APART = 14;
export const LANE = 9;

/** What takes room in a row: a node, or with no width an edge that passes. */
export interface Slot {
  readonly row: number;
  readonly width: number;
  /** The slots in the rows next to it that it is linked to. */
  readonly above: number[];
  readonly below: number[];
  /** The middle. */
  x: number;
}

const SWEEPS = 16;
const MOVES = 6;

/** Set the x of every slot, from 0 to `room`. */
export function arrange(slots: readonly Slot[], room: number): void {
  const rows: number[][] = [];
  slots.forEach(({ row }, slot) => (rows[row] ??= []).push(slot));
  for (const row of rows) {
    row.forEach((slot, k) => (slots[slot].x = ((k + 0.5) / row.length) * room));
    spread(slots, row, room, row.map((slot) => slots[slot].x));
  }
  let best = { crossings: Infinity, rows: rows.map((row) => [...row]) };
  // Each row in turn is put in the order of what it is linked to: from the last row up, then down.
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isUp = sweep % 2 === 0;
    for (const row of isUp ? rows.toReversed() : rows) {
      const wanted = new Map(row.map((slot) => [slot, mean(slots, isUp ? slots[slot].below : slots[slot].above) ?? slots[slot].x]));
      row.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      spread(slots, row, room, row.map((slot) => wanted.get(slot) ?? 0));
    }
    const found = crossings(slots, rows);
    if (found < best.crossings) best = { crossings: found, rows: rows.map((row) => [...row]) };
  }
  for (const row of best.rows) spread(slots, row, room, row.map((_, k) => ((k + 0.5) / row.length) * room));
  for (let move = 0; move < MOVES; move++) {
    for (const row of move % 2 ? best.rows : best.rows.toReversed()) {
      spread(slots, row, room, row.map((slot) => mean(slots, [...slots[slot].above, ...slots[slot].below]) ?? slots[slot].x));
    }
  }
}

function mean(slots: readonly Slot[], linked: readonly number[]): number | null {
  return linked.length ? linked.reduce((sum, slot) => sum + slots[slot].x, 0) / linked.length : null;
}

/** How many links between rows cross, where the rows are in this order. */
function crossings(slots: readonly Slot[], rows: readonly (readonly number[])[]): number {
  const place = slots.map(() => 0);
  for (const row of rows) row.forEach((slot, k) => (place[slot] = k));
  let count = 0;
  for (const row of rows) {
    // The ends of the links in the order of their starts: each pair out of order is a crossing.
    const ends = row.flatMap((slot) => slots[slot].below.map((end) => place[end]).sort((a, b) => a - b));
    for (let k = 1; k < ends.length; k++) for (let j = 0; j < k; j++) if (ends[j] > ends[k]) count++;
  }
  return count;
}

/**
 * Put the slots of a row, which are in order, as near to their wanted places as their widths allow:
 * least squares, by merging neighbours that would overlap into blocks.
 */
function spread(slots: readonly Slot[], row: readonly number[], room: number, wanted: readonly number[]): void {
  const widths = row.map((slot) => slots[slot].width);
  const nodes = widths.filter((width) => width > 0).length;
  const isBeside = (k: number) => k > 0 && widths[k] > 0 && widths[k - 1] > 0;
  const filled = widths.reduce((sum, width, k) => sum + width + (isBeside(k) ? APART : 0), 0);
  const lane = Math.min(LANE, Math.max(0, room - filled) / Math.max(1, 2 * (row.length - nodes)));
  let end = 0;
  const least = widths.map((width, k) => {
    if (k) end += isBeside(k) ? APART : lane;
    end += width;
    return end - width / 2;
  });
  const blocks: { sum: number; weight: number; count: number }[] = [];
  widths.forEach((width, k) => {
    // Edges that pass are kept straight.
    const weight = width > 0 ? 1 : 2;
    blocks.push({ sum: weight * (wanted[k] - least[k]), weight, count: 1 });
    while (blocks.length > 1) {
      const [one, other] = blocks.slice(-2);
      if (one.sum / one.weight <= other.sum / other.weight) break;
      blocks.splice(-2, 2, { sum: one.sum + other.sum, weight: one.weight + other.weight, count: one.count + other.count });
    }
  });
  const most = Math.max(0, room - end);
  let k = 0;
  for (const { sum, weight, count } of blocks) {
    const by = Math.max(0, Math.min(most, sum / weight));
    for (let j = 0; j < count; j++, k++) slots[row[k]].x = least[k] + by;
  }
}
