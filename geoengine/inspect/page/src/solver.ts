// Keeps relations true while a point is moved, by damped Gauss-Newton steps on all of them at once.
import type { Relation } from "./figure_data";
import { type Coordinates, isKnown, residuals, residualsOf, worst } from "./residuals";

const PRECISE = 1e-11;
const GOOD = 1e-8;
const ROUNDS = 60;

type Target = readonly [number, number];

interface Movable {
  readonly free: readonly number[];
  readonly relations: readonly Relation[];
}

/** Accumulate JᵀJ and Jᵀr over the unknown coordinates; `place` is a coordinate's row, or -1. */
function normalEquations(relations: readonly Relation[], x: Coordinates, place: Int32Array, count: number, step: number) {
  const square = new Float64Array(count * count);
  const right = new Float64Array(count);
  let total = 0;
  for (const relation of relations) {
    const at = residualsOf(relation, x);
    const columns = [...new Set(relation[1])].flatMap((p) => [2 * p, 2 * p + 1]).filter((k) => place[k]! >= 0);
    const slopes = columns.map((k) => {
      const kept = x[k]!;
      x[k] = kept + step;
      const after = residualsOf(relation, x);
      x[k] = kept - step;
      const before = residualsOf(relation, x);
      x[k] = kept;
      return after.map((r, i) => (r - before[i]!) / (2 * step));
    });
    at.forEach((r, i) => {
      total += r * r;
      columns.forEach((k, j) => {
        const row = place[k]!;
        right[row]! += slopes[j]![i]! * r;
        columns.forEach((l, m) => {
          square[row * count + place[l]!]! += slopes[j]![i]! * slopes[m]![i]!;
        });
      });
    });
  }
  return { square, right, total };
}

/** Solve (A + damping)·y = b for a symmetric A; null if the sum is not positive definite. */
function solve(square: Float64Array, right: Float64Array, count: number, damping: number): Float64Array | null {
  const low = Float64Array.from(square);
  const y = Float64Array.from(right);
  const entry = (i: number, j: number) => low[i * count + j]!;
  for (let i = 0; i < count; i++) {
    low[i * count + i]! += damping;
    for (let j = 0; j <= i; j++) {
      let sum = entry(i, j);
      for (let k = 0; k < j; k++) sum -= entry(i, k) * entry(j, k);
      if (i > j) low[i * count + j] = sum / entry(j, j);
      else if (sum <= 0) return null;
      else low[i * count + i] = Math.sqrt(sum);
    }
    for (let k = 0; k < i; k++) y[i]! -= entry(i, k) * y[k]!;
    y[i]! /= entry(i, i);
  }
  for (let i = count - 1; i >= 0; i--) {
    for (let k = i + 1; k < count; k++) y[i]! -= entry(k, i) * y[k]!;
    y[i]! /= entry(i, i);
  }
  return y;
}

/** Move all points but the pinned ones until the relations hold; null if no such figure is near. */
function settle(relations: readonly Relation[], start: Coordinates, pinned: ReadonlySet<number>, size: number): Coordinates | null {
  let x = Float64Array.from(start);
  const place = new Int32Array(x.length).fill(-1);
  let count = 0;
  for (let k = 0; k < x.length; k++) if (!pinned.has(k >> 1)) place[k] = count++;
  if (!count) return worst(relations, x) < GOOD ? x : null;
  const step = 1e-6 * size;
  let damping = 1e-6;
  for (let round = 0; round < ROUNDS; round++) {
    const { square, right, total } = normalEquations(relations, x, place, count, step);
    if (worst(relations, x) < PRECISE) return x;
    let scale = 0;
    for (let i = 0; i < count; i++) scale = Math.max(scale, square[i * count + i]!);
    const move = solve(square, right, count, Math.max(damping, 1e-13) * scale);
    const next = Float64Array.from(x);
    if (move) for (let k = 0; k < x.length; k++) if (place[k]! >= 0) next[k]! -= move[place[k]!]!;
    const after = residuals(relations, next).reduce((sum, r) => sum + r * r, 0);
    if (move && after < total) {
      x = next;
      damping /= 10;
    } else if (damping > 1e3 || worst(relations, x) < GOOD) {
      break;
    } else {
      damping = Math.max(damping, 1e-12) * 10;
    }
  }
  return worst(relations, x) < GOOD ? x : null;
}

/**
 * Move one point towards a target in small steps, so that the other points follow continuously.
 * Other free points stay where they are, unless no figure exists without moving them.
 */
function drag({ free, relations }: Movable, x: Coordinates, point: number, target: Target, size: number): Coordinates {
  const others = new Set(free.filter((k) => k !== point));
  const glides = !free.includes(point);
  const at = (y: Coordinates): [number, number] => [y[2 * point]!, y[2 * point + 1]!];
  let now = x;
  let part = 1;
  let left = 1;
  let tries = 0;
  while (left > 1e-9 && tries++ < 40) {
    const from = at(now);
    const gap = [target[0] - from[0], target[1] - from[1]] as const;
    const far = Math.hypot(...gap);
    if (far < 1e-12 * size) break;
    part = Math.min(part, (0.06 * size) / far, 1);
    const start = Float64Array.from(now);
    start[2 * point]! += part * gap[0];
    start[2 * point + 1]! += part * gap[1];
    const pinned = new Set(others);
    if (!glides) pinned.add(point);
    let found = settle(relations, start, pinned, size);
    if (!found && !glides) found = settle(relations, start, new Set([point]), size);
    if (!found) {
      part /= 2;
      if (part * far < 1e-4 * size) break;
      continue;
    }
    const to = at(found);
    now = found;
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 1e-3 * part * far) break;
    left = Math.hypot(target[0] - to[0], target[1] - to[1]) / size;
    part = 1;
  }
  return now;
}

export const Solver = { drag, knows: isKnown, worst };
