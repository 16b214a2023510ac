// Where the names of points stand: clear of lines and of each other, and moving little as the solid turns.
import type { Position } from "./drawing";

export interface NamePlace {
  readonly name: string;
  readonly at: Position;
}

/** A line of the picture. */
export type Line = readonly [Position, Position];

const DIRECTIONS = 24;
/** How far the middle of a name may be from its point, in ems. */
const DISTANCES = [0.95, 1.25, 1.7];
const COSTS = { line: 5, name: 30, dot: 8, distance: 1.2, outward: 1.1, move: 1.6, outside: 60 };

/** The offsets of names from their points, in pixels; those of `before` are kept to if they may. */
export function placeNames(
  places: readonly NamePlace[], lines: readonly Line[], em: number,
  size: Position, before: ReadonlyMap<string, Position>,
): Map<string, Position> {
  const found = new Map<string, Position>();
  const middle: Position = [mean(places.map(({ at }) => at[0])), mean(places.map(({ at }) => at[1]))];
  const boxes: (readonly [Position, Position])[] = [];
  for (const { name, at } of places) {
    const half: Position = [0.34 * em * name.length + 1, 0.42 * em];
    const away: Position = [at[0] - middle[0], at[1] - middle[1]];
    const length = Math.hypot(...away) || 1;
    const near = lines.filter((line) => gapTo(at, line) < 3 * em);
    let best: { offset: Position; cost: number } | null = null;
    for (const distance of DISTANCES) {
      for (let k = 0; k < DIRECTIONS; k += 1) {
        const turn = (2 * Math.PI * k) / DIRECTIONS;
        const reach = distance * em + 0.15 * em * (name.length - 1) * Math.abs(Math.cos(turn));
        const offset: Position = [reach * Math.cos(turn), reach * Math.sin(turn)];
        const middleOfName: Position = [at[0] + offset[0], at[1] + offset[1]];
        const old = before.get(name);
        let cost = COSTS.distance * (distance - DISTANCES[0]!)
          - (COSTS.outward * (offset[0] * away[0] + offset[1] * away[1])) / (reach * length)
          + (old ? (COSTS.move * Math.hypot(offset[0] - old[0], offset[1] - old[1])) / (2 * em) : 0);
        for (const line of near) cost += (COSTS.line * inside(middleOfName, half, line)) / em;
        for (const [other, wide] of boxes) if (overlaps(middleOfName, half, other, wide)) cost += COSTS.name;
        for (const { at: dot } of places) if (overlaps(middleOfName, half, dot, [3, 3])) cost += COSTS.dot;
        if (!overlaps(middleOfName, [-half[0], -half[1]], [size[0] / 2, size[1] / 2], [size[0] / 2, size[1] / 2])) cost += COSTS.outside;
        if (!best || cost < best.cost) best = { offset, cost };
      }
    }
    found.set(name, best!.offset);
    boxes.push([[at[0] + best!.offset[0], at[1] + best!.offset[1]], half]);
  }
  return found;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function overlaps(a: Position, half: Position, b: Position, wide: Position): boolean {
  return Math.abs(a[0] - b[0]) < half[0] + wide[0] && Math.abs(a[1] - b[1]) < half[1] + wide[1];
}

function gapTo(at: Position, [a, b]: Line): number {
  const way = [b[0] - a[0], b[1] - a[1]] as const;
  const square = way[0] ** 2 + way[1] ** 2 || 1;
  const share = Math.max(0, Math.min(1, ((at[0] - a[0]) * way[0] + (at[1] - a[1]) * way[1]) / square));
  return Math.hypot(a[0] + share * way[0] - at[0], a[1] + share * way[1] - at[1]);
}

/** The length of the part of a line in a box. */
function inside(middle: Position, half: Position, [a, b]: Line): number {
  let [low, high] = [0, 1];
  for (const axis of [0, 1] as const) {
    const [from, way] = [a[axis] - middle[axis], b[axis] - a[axis]];
    if (Math.abs(way) < 1e-9) {
      if (Math.abs(from) > half[axis]) return 0;
      continue;
    }
    const [one, two] = [(-half[axis] - from) / way, (half[axis] - from) / way];
    low = Math.max(low, Math.min(one, two));
    high = Math.min(high, Math.max(one, two));
  }
  return high > low ? (high - low) * Math.hypot(b[0] - a[0], b[1] - a[1]) : 0;
}
