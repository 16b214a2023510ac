// How far relations are from holding: for each, dimensionless numbers that are 0 where it holds.
import type { Relation } from "./figure_data";

/** The coordinates of all points, one after the other. */
export type Coordinates = Float64Array;
type Residual = (x: Coordinates, points: readonly number[], value: number) => number[];

// The functions below take the numbers of points.
const dx = (x: Coordinates, a: number, b: number) => x[2 * b]! - x[2 * a]!;
const dy = (x: Coordinates, a: number, b: number) => x[2 * b + 1]! - x[2 * a + 1]!;
// Math.hypot is ten times slower, and a drag takes this length thousands of times.
const length = (x: Coordinates, a: number, b: number) => Math.sqrt(dx(x, a, b) ** 2 + dy(x, a, b) ** 2);

/** The logarithm of the length of the segment that begins with the k-th point. */
const log = (x: Coordinates, p: readonly number[], k: number) => Math.log(length(x, p[k]!, p[k + 1]!));
/** The direction of the segment that begins with the k-th point. */
const direction = (x: Coordinates, p: readonly number[], k: number) => turn(x, p[k]!, p[k + 1]!);
const turn = (x: Coordinates, a: number, b: number) => Math.atan2(dy(x, a, b), dx(x, a, b));

function similar(x: Coordinates, p: readonly number[], isMirrored: boolean): number[] {
  const [a, b, c, d, e, f] = p as [number, number, number, number, number, number];
  const s = isMirrored ? -1 : 1;
  const [bx, by, cx, cy] = [dx(x, a, b), dy(x, a, b), dx(x, a, c), dy(x, a, c)];
  const [ex, ey, fx, fy] = [dx(x, d, e), s * dy(x, d, e), dx(x, d, f), s * dy(x, d, f)];
  const size = (Math.hypot(bx, by) + Math.hypot(cx, cy)) * (Math.hypot(ex, ey) + Math.hypot(fx, fy));
  return [(bx * fx - by * fy - cx * ex + cy * ey) / size, (bx * fy + by * fx - cx * ey - cy * ex) / size];
}

/** The difference of the logarithms of the lengths AB and DE of triangles ABC and DEF. */
const sizes = (x: Coordinates, p: readonly number[]) => log(x, p, 0) - log(x, p, 3);
/** The numbers of the points with which segments begin, but for the first segment. */
const further = (p: readonly number[]) => Array.from({ length: p.length / 2 - 1 }, (_, k) => 2 * k + 2);

const RESIDUALS: Readonly<Record<string, Residual>> = {
  coll: (x, p) => p.slice(2).map((c) => Math.sin(turn(x, p[0]!, c) - turn(x, p[0]!, p[1]!))),
  para: (x, p) => [Math.sin(direction(x, p, 0) - direction(x, p, 2))],
  perp: (x, p) => [Math.cos(direction(x, p, 0) - direction(x, p, 2))],
  cong: (x, p) => further(p).map((k) => log(x, p, 0) - log(x, p, k)),
  eqangle: (x, p) => [Math.sin(direction(x, p, 2) - direction(x, p, 0) - direction(x, p, 6) + direction(x, p, 4))],
  eqratio: (x, p) => [log(x, p, 0) - log(x, p, 2) - log(x, p, 4) + log(x, p, 6)],
  eqprod: (x, p) => [[0, ...further(p)].reduce((sum, k) => sum + (k < 6 ? 1 : -1) * log(x, p, k), 0)],
  midp: (x, p) => {
    const [m, a, b] = p as [number, number, number];
    const size = length(x, a, b);
    return [(dx(x, m, a) + dx(x, m, b)) / size, (dy(x, m, a) + dy(x, m, b)) / size];
  },
  cyclic: (x, p) => {
    const [a, b, c] = p as [number, number, number];
    return p.slice(3).map((d) => Math.sin(turn(x, c, a) - turn(x, c, b) - turn(x, d, a) + turn(x, d, b)));
  },
  circle: (x, p) => p.slice(2).map((b) => log(x, p, 0) - Math.log(length(x, p[0]!, b))),
  simtri: (x, p) => similar(x, p, false),
  simtrir: (x, p) => similar(x, p, true),
  contri: (x, p) => [...similar(x, p, false), sizes(x, p)],
  contrir: (x, p) => [...similar(x, p, true), sizes(x, p)],
  aconst: (x, p, value) => [Math.sin(direction(x, p, 2) - direction(x, p, 0) - Math.PI * value)],
  lconst: (x, p, value) => [log(x, p, 0) - Math.log(value)],
  rconst: (x, p, value) => [log(x, p, 0) - log(x, p, 2) - Math.log(value)],
};

export function isKnown(predicate: string): boolean {
  return Object.hasOwn(RESIDUALS, predicate);
}

/** The residuals of one relation, whose predicate has to be known. */
export function residualsOf([predicate, points, value]: Relation, x: Coordinates): number[] {
  return RESIDUALS[predicate]!(x, points, value ?? 0);
}

export function residuals(relations: readonly Relation[], x: Coordinates): number[] {
  return relations.flatMap((relation) => residualsOf(relation, x));
}

/** The largest residual. */
export function worst(relations: readonly Relation[], x: Coordinates): number {
  return residuals(relations, x).reduce((most, r) => Math.max(most, Math.abs(r)), 0);
}
