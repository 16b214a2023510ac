// Shapes of constructions in the plane, and where they meet, as in geoengine/draft.

export type Place = readonly [x: number, y: number];
/** A line, ray or segment: where it begins, and its direction; a segment ends after one direction. */
export interface Straight { readonly at: Place; readonly along: Place; }
export interface Circle { readonly center: Place; readonly radius: number; }

/** How much may be lacking, in parts of the size of what is compared. */
export const NEAR = 1e-8;

export const plus = (a: Place, b: Place): Place => [a[0] + b[0], a[1] + b[1]];
export const minus = (a: Place, b: Place): Place => [a[0] - b[0], a[1] - b[1]];
export const times = (a: Place, by: number): Place => [a[0] * by, a[1] * by];
export const left = ([x, y]: Place): Place => [-y, x];
export const dot = (a: Place, b: Place): number => a[0] * b[0] + a[1] * b[1];
export const cross = (a: Place, b: Place): number => a[0] * b[1] - a[1] * b[0];
export const length = (a: Place): number => Math.hypot(a[0], a[1]);
export const distance = (a: Place, b: Place): number => length(minus(a, b));
export const unit = (a: Place): Place | null => (length(a) ? times(a, 1 / length(a)) : null);
export const middle = (a: Place, b: Place): Place => times(plus(a, b), 0.5);

/** The angle from one vector to another, counterclockwise, from 0 to 2 pi. */
export function angleBetween(one: Place, other: Place): number {
  const angle = (Math.atan2(cross(one, other), dot(one, other)) + 2 * Math.PI) % (2 * Math.PI);
  return 2 * Math.PI - angle < 1e-12 ? 0 : angle;
}

export function rotated(place: Place, angle: number, center: Place): Place {
  const [x, y] = minus(place, center);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return plus(center, [c * x - s * y, s * x + c * y]);
}

export function circleThrough(a: Place, b: Place, c: Place): Circle | null {
  const [one, two] = [minus(b, a), minus(c, a)];
  const across = 2 * cross(one, two);
  const scale = length(one) * length(two);
  if (!scale || Math.abs(across) <= 1e-10 * scale) return null;
  const offset = times(left(minus(times(one, dot(two, two)), times(two, dot(one, one)))), 1 / across);
  return { center: plus(a, offset), radius: length(offset) };
}

export function incircle(a: Place, b: Place, c: Place): Circle | null {
  const [p, q, r] = [distance(b, c), distance(c, a), distance(a, b)];
  const area = Math.abs(cross(minus(b, a), minus(c, a)));
  if (!area) return null;
  const weighed = plus(plus(times(a, p), times(b, q)), times(c, r));
  return { center: times(weighed, 1 / (p + q + r)), radius: area / (p + q + r) };
}

/** Whether a place of the line that carries a ray or segment is on it. */
export function isWithin(kind: string, { at, along }: Straight, place: Place): boolean {
  const size = length(along);
  if (kind === "line") return true;
  if (!size) return distance(at, place) < NEAR;
  const reach = dot(along, minus(place, at)) / size;
  return reach >= -NEAR && (kind === "ray" || reach <= size + NEAR);
}

export function meetLines(one: Straight, other: Straight): Place[] {
  const across = cross(one.along, other.along);
  if (Math.abs(across) <= 1e-12 * length(one.along) * length(other.along)) return [];
  return [plus(one.at, times(one.along, cross(minus(other.at, one.at), other.along) / across))];
}

/** The common points of a line and a circle, in the direction of the line. */
export function meetCircle(line: Straight, { center, radius }: Circle): Place[] {
  const along = unit(line.along);
  if (!along) return [];
  const foot = plus(line.at, times(along, dot(along, minus(center, line.at))));
  const square = radius ** 2 - dot(minus(foot, center), minus(foot, center));
  if (Math.abs(square) < 1e-12 * Math.max(1, radius ** 2, dot(foot, foot))) return [foot];
  if (square < 0) return [];
  const half = times(along, Math.sqrt(square));
  return [minus(foot, half), plus(foot, half)];
}

/** The common points of two circles, first the one to the left of the way between the centers. */
export function meetCircles(one: Circle, other: Circle): Place[] {
  const between = minus(other.center, one.center);
  const gap = length(between);
  if (gap <= NEAR * (one.radius + other.radius)) return [];
  const along = times(between, 1 / gap);
  const reach = (gap ** 2 + one.radius ** 2 - other.radius ** 2) / (2 * gap);
  const square = one.radius ** 2 - reach ** 2;
  const foot = plus(one.center, times(along, reach));
  if (Math.abs(square) < 1e-12 * Math.max(1, one.radius ** 2, dot(one.center, one.center))) return [foot];
  if (square < 0) return [];
  const aside = times(left(along), Math.sqrt(square));
  return [plus(foot, aside), minus(foot, aside)];
}

/** Points with one of them known to come first; twice, if a line touches there. */
export function withFirst(first: Place, points: readonly Place[], areCircles: boolean): Place[] {
  const other = points.find((point) => distance(point, first) > NEAR);
  if (other) return [first, other];
  return points.length && !areCircles ? [first, first] : [first];
}

export function signedArea(corners: readonly Place[]): number {
  return corners.reduce((sum, corner, k) => sum + cross(corner, corners[(k + 1) % corners.length]!), 0) / 2;
}

export function centroid(corners: readonly Place[]): Place | null {
  const area = signedArea(corners);
  const start = corners[0]!;
  if (!area) return null;
  const moved = corners.map((corner) => minus(corner, start));
  const sum = moved.reduce<Place>((all, corner, k) => {
    const next = moved[(k + 1) % moved.length]!;
    return plus(all, times(plus(corner, next), cross(corner, next)));
  }, [0, 0]);
  return plus(start, times(sum, 1 / (6 * area)));
}
