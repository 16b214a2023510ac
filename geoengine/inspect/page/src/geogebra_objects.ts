// The objects that GeoGebra's commands make, to find out which of two intersections is meant.
import type { Position } from "./drawing";
import { circumcircle, gap } from "./plane";

/** Lines have the direction that GeoGebra gives them; rays begin at their point. */
export type GeogebraObject =
  | { readonly kind: "point"; readonly at: Position }
  | { readonly kind: "line"; readonly at: Position; readonly along: Position; readonly part: "line" | "ray" | "segment" }
  | { readonly kind: "circle"; readonly at: Position; readonly radius: number }
  | { readonly kind: "vector"; readonly along: Position }
  | { readonly kind: "number"; readonly value: number };

type Line = Extract<GeogebraObject, { kind: "line" }>;
type Circle = Extract<GeogebraObject, { kind: "circle" }>;

const plus = ([a, b]: Position, [c, d]: Position): Position => [a + c, b + d];
const minus = ([a, b]: Position, [c, d]: Position): Position => [a - c, b - d];
const times = (k: number, [a, b]: Position): Position => [k * a, k * b];
const dot = ([a, b]: Position, [c, d]: Position): number => a * c + b * d;
const cross = ([a, b]: Position, [c, d]: Position): number => a * d - b * c;
const left = ([a, b]: Position): Position => [-b, a];
const turned = ([a, b]: Position, t: number): Position => [a * Math.cos(t) - b * Math.sin(t), a * Math.sin(t) + b * Math.cos(t)];
const middle = (a: Position, b: Position): Position => times(0.5, plus(a, b));

const point = (at: Position): GeogebraObject => ({ kind: "point", at });
const line = (at: Position, along: Position, part: Line["part"] = "line"): Line => ({ kind: "line", at, along, part });
const circle = (at: Position, radius: number): Circle => ({ kind: "circle", at, radius });

/** What a command with one result makes; null if there is no such object. */
export function made(name: string, takes: readonly GeogebraObject[]): GeogebraObject | null {
  const [first, second, third] = takes;
  if (first?.kind === "circle" && name === "Center") return point(first.at);
  if (first?.kind === "line" && name === "Rotate" && second?.kind === "number" && third?.kind === "point") {
    return line(plus(third.at, turned(minus(first.at, third.at), second.value)), turned(first.along, second.value));
  }
  if (first?.kind !== "point") return null;
  const a = first.at;
  if (third?.kind === "point") {
    if (second?.kind === "point") return ofThree(name, a, second.at, third.at);
    if (second?.kind !== "number") return null;
    if (name === "Rotate") return point(plus(third.at, turned(minus(a, third.at), second.value)));
    return name === "Dilate" ? point(plus(third.at, times(second.value, minus(a, third.at)))) : null;
  }
  switch (second?.kind) {
    case "point":
      return ofTwo(name, a, second.at);
    case "line":
      if (name === "Line") return line(a, second.along);
      if (name === "PerpendicularLine") return line(a, left(second.along));
      if (name === "Circle") return circle(a, Math.hypot(...second.along));
      return name === "Reflect" ? point(mirrored(a, second)) : null;
    case "vector":
      if (name === "Translate") return point(plus(a, second.along));
      return name === "Line" || name === "Ray" ? line(a, second.along, name === "Ray" ? "ray" : "line") : null;
    case "circle": {
      const from = minus(a, second.at);
      return name === "Reflect" ? point(plus(second.at, times(second.radius ** 2 / dot(from, from), from))) : null;
    }
    case "number":
      return name === "Circle" ? circle(a, second.value) : null;
    default:
      return null;
  }
}

function ofTwo(name: string, a: Position, b: Position): GeogebraObject | null {
  switch (name) {
    case "Line":
      return line(a, minus(b, a));
    case "Segment":
      return line(a, minus(b, a), "segment");
    case "Ray":
      return line(a, minus(b, a), "ray");
    case "Vector":
      return { kind: "vector", along: minus(b, a) };
    case "PerpendicularBisector":
      return line(middle(a, b), left(minus(b, a)));
    case "Circle":
      return circle(a, gap(a, b));
    case "Midpoint":
      return point(middle(a, b));
    case "Reflect":
      return point(minus(times(2, b), a));
    default:
      return null;
  }
}

function ofThree(name: string, a: Position, b: Position, c: Position): GeogebraObject | null {
  const [u, v] = [minus(a, b), minus(c, b)];
  switch (name) {
    case "AngleBisector":
      return line(b, plus(times(1 / Math.hypot(...u), u), times(1 / Math.hypot(...v), v)));
    case "Circle": {
      const found = circumcircle(a, b, c);
      return found && circle([found.x, found.y], found.r);
    }
    case "Angle": {
      const turn = Math.atan2(cross(u, v), dot(u, v));
      return { kind: "number", value: turn < 0 ? turn + 2 * Math.PI : turn };
    }
    default:
      return null;
  }
}

function mirrored(p: Position, { at, along }: Line): Position {
  const foot = plus(at, times(dot(minus(p, at), along) / dot(along, along), along));
  return minus(times(2, foot), p);
}

/** The other corners of a regular polygon, counterclockwise after a and b. */
export function corners(a: Position, b: Position, count: number): Position[] {
  const found = [a, b];
  while (found.length < count) {
    const [before, last] = [found.at(-2)!, found.at(-1)!];
    found.push(plus(last, turned(minus(last, before), (2 * Math.PI) / count)));
  }
  return found.slice(2);
}

/** The intersections of two lines or circles, as GeoGebra numbers them; null beside a ray's part of its line. */
export function intersections(one: GeogebraObject, other: GeogebraObject): (Position | null)[] {
  if (one.kind === "line" && other.kind === "line") {
    const turn = cross(one.along, other.along);
    return turn ? [plus(one.at, times(cross(minus(other.at, one.at), other.along) / turn, one.along))] : [];
  }
  if (one.kind === "line" && other.kind === "circle") return onLine(one, other);
  if (one.kind === "circle" && other.kind === "line") return onLine(other, one);
  if (one.kind !== "circle" || other.kind !== "circle") return [];
  const between = minus(other.at, one.at);
  const square = dot(between, between);
  const foot = plus(one.at, times((square + one.radius ** 2 - other.radius ** 2) / (2 * square), between));
  // On the left of the way from the first center to the second comes first.
  return onLine(line(foot, times(-1, left(between))), one);
}

/** The intersections with a circle, in the direction of the line. */
function onLine({ at, along, part }: Line, { at: center, radius }: Circle): (Position | null)[] {
  const unit = times(1 / Math.hypot(...along), along);
  const foot = dot(minus(center, at), unit);
  const off = radius ** 2 - gap(plus(at, times(foot, unit)), center) ** 2;
  if (off < -1e-9 * radius ** 2) return [];
  const half = Math.sqrt(Math.max(0, off));
  const isOn = (t: number) => part === "line" || (t > -1e-9 && (part === "ray" || t < Math.hypot(...along) + 1e-9));
  return [foot - half, foot + half].map((t) => (isOn(t) ? plus(at, times(t, unit)) : null));
}
