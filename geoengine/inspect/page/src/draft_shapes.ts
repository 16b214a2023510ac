// The objects of a construction on the page.
import { type Circle, dot, minus, NEAR, type Place, plus, type Straight, distance, length, times, cross } from "./draft_plane";

export type Kind = "number" | "angle" | "boolean" | "point" | "vector" | "line" | "ray" | "segment" | "circle" | "polygon" | "list";

/** An object; its shape is null where it does not exist. */
export type Thing =
  | { readonly kind: "number" | "angle"; readonly shape: number | null }
  | { readonly kind: "boolean"; readonly shape: boolean | null }
  | { readonly kind: "point" | "vector"; readonly shape: Place | null }
  | { readonly kind: "line" | "ray" | "segment"; readonly shape: Straight | null }
  | { readonly kind: "circle"; readonly shape: Circle | null }
  | { readonly kind: "polygon"; readonly shape: readonly Place[] | null }
  | { readonly kind: "list"; readonly shape: readonly Thing[] | null };

export type Things = Map<string, Thing>;

export const isStraight = (thing: Thing): thing is Thing & { kind: "line" | "ray" | "segment" } =>
  thing.kind === "line" || thing.kind === "ray" || thing.kind === "segment";

export const end = ({ at, along }: Straight): Place => plus(at, along);

export const sides = (corners: readonly Place[]): Straight[] =>
  corners.map((at, k) => ({ at, along: minus(corners[(k + 1) % corners.length]!, at) }));

/** The place of a path that is closest to a place; null if there is none. */
export function closest(path: Thing, place: Place): Place | null {
  if (path.shape === null) return null;
  if (path.kind === "circle") {
    const away = minus(place, path.shape.center);
    const gap = length(away);
    return plus(path.shape.center, gap ? times(away, path.shape.radius / gap) : [path.shape.radius, 0]);
  }
  if (path.kind === "polygon") {
    return sides(path.shape)
      .map((side) => closest({ kind: "segment", shape: side }, place)!)
      .reduce((one, other) => (distance(other, place) < distance(one, place) ? other : one));
  }
  if (!isStraight(path) || path.shape === null) return null;
  const { at, along } = path.shape;
  if (!length(along)) return at;
  let part = dot(along, minus(place, at)) / dot(along, along);
  if (path.kind !== "line") part = Math.max(part, 0);
  if (path.kind === "segment") part = Math.min(part, 1);
  return plus(at, times(along, part));
}

export function isOn(place: Place, path: Thing): boolean {
  const there = closest(path, place);
  return there !== null && distance(there, place) < NEAR * Math.max(1, length(place));
}

export const areSame = (one: number, other: number): boolean => Math.abs(one - other) < NEAR * Math.max(1, Math.abs(one));
const areClose = (one: Place, other: Place): boolean => distance(one, other) < NEAR * Math.max(1, length(one));
const areAllClose = (some: readonly Place[], others: readonly Place[]): boolean =>
  some.length === others.length && some.every((one, k) => areClose(one, others[k]!));

export const areParallel = (one: Place, other: Place): boolean => Math.abs(cross(one, other)) < NEAR * length(one) * length(other);
export const arePerpendicular = (one: Place, other: Place): boolean => Math.abs(dot(one, other)) < NEAR * length(one) * length(other);

export function areCollinear(a: Place, b: Place, c: Place): boolean {
  const size = Math.max(distance(a, b), distance(a, c), distance(b, c));
  return Math.abs(cross(minus(b, a), minus(c, a))) <= NEAR * size ** 2;
}

/** The corners of a polygon from each of them on, forwards and backwards. */
const ways = (corners: readonly Place[]): Place[][] =>
  [[...corners], [...corners].reverse()].flatMap((order) => order.map((_, k) => [...order.slice(k), ...order.slice(0, k)]));

/** Whether two objects that exist are the same. */
export function areEqual(one: Thing, other: Thing): boolean {
  if (one.shape === null || other.shape === null) return false;
  const [a, b] = [one.kind, other.kind];
  const isNumber = (kind: Kind) => kind === "number" || kind === "angle";
  if (isNumber(a) && isNumber(b)) return areSame(one.shape as number, other.shape as number);
  if ((a === "point" || a === "vector") && (b === "point" || b === "vector")) return areClose(one.shape as Place, other.shape as Place);
  if (a !== b) return false;
  if (one.kind === "circle" && other.kind === "circle") {
    return areClose(one.shape!.center, other.shape!.center) && areSame(one.shape!.radius, other.shape!.radius);
  }
  if (one.kind === "polygon" && other.kind === "polygon") return ways(other.shape!).some((way) => areAllClose(one.shape!, way));
  if (one.kind === "list" && other.kind === "list") {
    return one.shape!.length === other.shape!.length && one.shape!.every((part, k) => areEqual(part, other.shape![k]!));
  }
  if (!isStraight(one) || !isStraight(other)) return false;
  const [f, g] = [one.shape!, other.shape!];
  if (a === "segment") return areAllClose([f.at, end(f)], [g.at, end(g)]) || areAllClose([end(f), f.at], [g.at, end(g)]);
  if (!areParallel(f.along, g.along)) return false;
  return a === "line" ? isOn(f.at, other) : dot(f.along, g.along) > 0 && areClose(f.at, g.at);
}

export function isInside(place: Place, corners: readonly Place[]): boolean {
  if (isOn(place, { kind: "polygon", shape: corners })) return true;
  let isOdd = false;
  corners.forEach((corner, k) => {
    const next = corners[(k + 1) % corners.length]!;
    const [low, high] = corner[1] <= next[1] ? [corner, next] : [next, corner];
    if (low[1] <= place[1] && place[1] < high[1] && cross(minus(high, low), minus(place, low)) > 0) isOdd = !isOdd;
  });
  return isOdd;
}
