// Carries constructions out on the page, with what is given moved: the commands of items.
import type { ConstructionData, Expression, StatementRow } from "./draft_data";
import {
  angleBetween, centroid, type Circle, circleThrough, cross, distance, dot, incircle, isWithin, left, length, meetCircle, meetCircles,
  meetLines, middle, minus, NEAR, type Place, plus, rotated, signedArea, type Straight, times, unit, withFirst,
} from "./draft_plane";
import {
  areCollinear, areEqual, areParallel, arePerpendicular, areSame, closest, end, isInside, isOn, isStraight, type Kind, sides, type Thing,
  type Things,
} from "./draft_shapes";

/** Something that the page cannot carry out, such as an ellipse. */
export class UnknownError extends Error {}

/** Where the user has put free points, and the values of free numbers. */
export type Moves = ReadonlyMap<string, Place | number>;

export function carryOut(data: ConstructionData, moves: Moves): Things {
  const things: Things = new Map();
  for (const row of data.statements) add(row, things, moves);
  return things;
}

function add(row: StatementRow, things: Things, moves: Moves): void {
  const made = all(row.value, things);
  const found = made.filter((thing) => thing.shape !== null);
  row.names.forEach((name, k) => {
    let thing = found[k] ?? (k === 0 ? made[0]! : none("point"));
    if (thing.kind === "point" || thing.kind === "vector") thing = { kind: row.kind === "vector" ? "vector" : "point", shape: thing.shape };
    things.set(name, moved(thing, row.value, moves.get(name), things));
  });
  const whole = things.get(row.names[0] ?? "");
  for (const [name, of, number] of row.parts) things.set(name, partOf(whole, of, number));
}

function moved(thing: Thing, value: Expression, to: Place | number | undefined, things: Things): Thing {
  if (to === undefined) return thing;
  if (typeof to === "number") return { kind: thing.kind === "angle" ? "angle" : "number", shape: to };
  const isOnPath = Array.isArray(value) && value[0] === "call" && value[1] === "Point";
  const path = isOnPath ? all((value[2] as Expression[])[0]!, things)[0]! : null;
  return { kind: "point", shape: path ? closest(path, to) : to };
}

function partOf(whole: Thing | undefined, of: string, number: number): Thing {
  const kind = of === "side" ? "segment" : "point";
  if (!whole || whole.shape === null) return none(kind);
  if (whole.kind === "polygon") {
    return of === "side" ? { kind: "segment", shape: sides(whole.shape)[number] ?? null } : { kind: "point", shape: whole.shape[number] ?? null };
  }
  return isStraight(whole) ? { kind: "point", shape: number ? end(whole.shape!) : whole.shape!.at } : none(kind);
}

/** Whether a condition holds; null if something in it does not exist. */
export function holds(value: Expression, things: Things): boolean | null {
  const found = all(value, things)[0]!;
  return found.kind === "boolean" ? found.shape : null;
}

const none = (kind: Kind): Thing => ({ kind, shape: null }) as Thing;
const number = (shape: number | null): Thing => ({ kind: "number", shape: shape !== null && Number.isFinite(shape) ? shape : null });
const point = (shape: Place | null): Thing => ({ kind: "point", shape });
const truth = (shape: boolean): Thing => ({ kind: "boolean", shape });
const isNumber = (thing: Thing): boolean => thing.kind === "number" || thing.kind === "angle";
const isPlace = (thing: Thing): thing is Thing & { kind: "point" | "vector" } => thing.kind === "point" || thing.kind === "vector";

/** The number that an object is or stands for: a segment for its length, a polygon for its area. */
function measure(thing: Thing): number | null {
  if (thing.shape === null) return null;
  if (thing.kind === "number" || thing.kind === "angle") return thing.shape;
  if (thing.kind === "segment") return length(thing.shape.along);
  if (thing.kind === "polygon") return Math.abs(signedArea(thing.shape));
  throw new UnknownError(`a ${thing.kind} in place of a number`);
}

/** All that an expression makes: one object, or several points. */
function all(value: Expression, things: Things): Thing[] {
  if (typeof value === "number") return [number(value)];
  if (typeof value === "boolean") return [truth(value)];
  if (typeof value === "string") return [named(value, things)];
  if (value[0] === "call") return call(value as unknown as Call, things);
  const parts = value.slice(1) as Expression[];
  if (value[0] === "equation") return [curve(parts, things)];
  const given = parts.flatMap((part) => (value[0] === "list" ? all(part, things) : all(part, things).slice(0, 1)));
  if (value[0] === "list") return [{ kind: "list", shape: given }];
  if (value[0] === "point") {
    const [x, y] = given.map(measure);
    return [point(x === null || y === null ? null : [x!, y!])];
  }
  return [operated(value[0], given)];
}

function named(name: string, things: Things): Thing {
  const known = things.get(name);
  if (known) return known;
  if (name === "pi" || name === "π") return number(Math.PI);
  if (name === "xAxis") return { kind: "line", shape: { at: [0, 0], along: [1, 0] } };
  if (name === "yAxis") return { kind: "line", shape: { at: [0, 0], along: [0, 1] } };
  throw new UnknownError(name);
}

function operated(operator: string, given: readonly Thing[]): Thing {
  const [one, other] = given as [Thing, Thing];
  const isUndefined = given.some((thing) => thing.shape === null);
  switch (operator) {
    case "not": return { kind: "boolean", shape: isUndefined ? null : !one.shape };
    case "&&": return { kind: "boolean", shape: isUndefined ? null : Boolean(one.shape && other.shape) };
    case "||": return { kind: "boolean", shape: isUndefined ? null : Boolean(one.shape || other.shape) };
    case "degrees": return { kind: "angle", shape: isUndefined ? null : (measure(one)! * Math.PI) / 180 };
    case "negative":
      if (isPlace(one)) return { kind: one.kind, shape: one.shape && times(one.shape, -1) };
      return { kind: one.kind === "angle" ? "angle" : "number", shape: isUndefined ? null : -measure(one)! };
    case "∈": return isUndefined ? none("boolean") : truth(isOn(one.shape as Place, other));
    case "+": case "-": case "*": case "/": case "^": return calculated(operator, one, other, isUndefined);
  }
  return compared(operator, one, other, isUndefined);
}

function calculated(operator: string, one: Thing, other: Thing, isUndefined: boolean): Thing {
  if (isPlace(one) && isPlace(other)) {
    if (operator === "*") return number(isUndefined ? null : dot(one.shape!, other.shape!));
    const kind = one.kind === "vector" && other.kind === "vector" ? "vector" : "point";
    return { kind, shape: isUndefined ? null : plus(one.shape!, times(other.shape!, operator === "+" ? 1 : -1)) };
  }
  if (isPlace(other)) return { kind: other.kind, shape: isUndefined ? null : times(other.shape!, measure(one)!) };
  if (isPlace(one)) {
    const factor = isUndefined ? null : measure(other)!;
    if (factor === null || (operator === "/" && !factor)) return none(one.kind);
    return { kind: one.kind, shape: times(one.shape!, operator === "*" ? factor : 1 / factor) };
  }
  const angles = [one, other].filter((thing) => thing.kind === "angle").length;
  const isAngle = operator === "+" || operator === "-" ? angles === 2 : operator === "*" ? angles === 1 : one.kind === "angle" && angles === 1;
  if (isUndefined) return none(isAngle ? "angle" : "number");
  const [a, b] = [measure(one)!, measure(other)!];
  const found = { "+": a + b, "-": a - b, "*": a * b, "/": a / b, "^": a ** b }[operator]!;
  return { kind: isAngle ? "angle" : "number", shape: Number.isFinite(found) ? found : null };
}

function compared(operator: string, one: Thing, other: Thing, isUndefined: boolean): Thing {
  if (isUndefined) return truth(operator === "!=");
  if (isPlace(one) && isPlace(other)) return truth((distance(one.shape!, other.shape!) < NEAR) === (operator === "=="));
  const [a, b] = [measure(one)!, measure(other)!];
  const order: Record<string, boolean> = {
    "==": Math.abs(a - b) < NEAR, "!=": Math.abs(a - b) >= NEAR, "<": a < b - NEAR, "<=": a <= b + NEAR, ">": a > b + NEAR, ">=": a >= b - NEAR,
  };
  if (!(operator in order)) throw new UnknownError(operator);
  return truth(order[operator]!);
}

/** A line or circle by its equation, from the values of both sides at nine places. */
function curve(parts: readonly Expression[], things: Things): Thing {
  const at = (x: number, y: number): number => {
    const inner = new Map([...things, ["x", number(x)], ["y", number(y)]] as const);
    const [one, other] = parts.map((part) => measure(all(part, inner)[0]!));
    return one! - other!;
  };
  const f = at(0, 0);
  const [a, c] = [(at(1, 0) + at(-1, 0)) / 2 - f, (at(0, 1) + at(0, -1)) / 2 - f];
  const [d, e] = [(at(1, 0) - at(-1, 0)) / 2, (at(0, 1) - at(0, -1)) / 2];
  const b = at(1, 1) - a - c - d - e - f;
  const size = Math.max(...[a, b, c, d, e].map(Math.abs));
  if (Math.max(...[a, b, c].map(Math.abs)) < NEAR * size) {
    const normal: Place = [d, e];
    return { kind: "line", shape: length(normal) ? { at: times(normal, -f / dot(normal, normal)), along: [e, -d] } : null };
  }
  if (Math.abs(b) > NEAR * size || Math.abs(a - c) > NEAR * size) throw new UnknownError("conics other than circles");
  const center: Place = [-d / (2 * a), -e / (2 * a)];
  const square = dot(center, center) - f / a;
  return { kind: "circle", shape: square >= 0 ? { center, radius: Math.sqrt(square) } : null };
}

type Call = readonly ["call", string, readonly Expression[], string | null, boolean];

function call([, name, parts, first, isTurned]: Call, things: Things): Thing[] {
  if (name === "Sequence") return [sequence(parts, things)];
  const given = parts.map((part) => all(part, things)[0]!);
  if (name === "Intersect") return intersected(given, first === null ? null : things.get(first)!, isTurned);
  const makers = COMMANDS[name];
  if (!makers) throw new UnknownError(name);
  return [makers(given)];
}

function sequence(parts: readonly Expression[], things: Things): Thing {
  const [value, variable, from, to, step] = parts as [Expression, string, Expression, Expression, Expression | undefined];
  const [low, high, by] = [from, to, step ?? 1].map((part) => measure(all(part, things)[0]!));
  if (low === null || high === null || !by) return none("list");
  const found: Thing[] = [];
  for (let k = 0; k <= (high! - low!) / by + NEAR; k += 1) {
    found.push(all(value, new Map([...things, [variable, number(low! + k * by)]]))[0]!);
  }
  return { kind: "list", shape: found };
}

function intersected(given: readonly Thing[], first: Thing | null, isTurned: boolean): Thing[] {
  let [one, other] = given as [Thing, Thing];
  if (given.some((thing) => thing.shape === null)) return [none("point")];
  if (isTurned) [one, other] = [other, one];
  let points: Place[];
  if (isStraight(one) && isStraight(other)) points = meetLines(one.shape!, other.shape!);
  else if (isStraight(one) && other.kind === "circle") points = meetCircle(one.shape!, other.shape!);
  else if (one.kind === "circle" && isStraight(other)) points = meetCircle(other.shape!, one.shape!);
  else if (one.kind === "circle" && other.kind === "circle") points = meetCircles(one.shape!, other.shape!);
  else throw new UnknownError(`common points of a ${one.kind} and a ${other.kind}`);
  if (first?.kind === "point" && first.shape) points = withFirst(first.shape, points, one.kind === other.kind);
  for (const shape of [one, other]) {
    if (isStraight(shape)) points = points.filter((place) => isWithin(shape.kind, shape.shape!, place));
  }
  if (given.length > 2) {
    const index = measure(given[2]!);
    return [point(index === null ? null : (points[Math.max(1, Math.trunc(index)) - 1] ?? null))];
  }
  return points.length ? points.map(point) : [none("point")];
}

/** A command of arguments that exist; what it makes is undefined where one is missing. */
function of(kind: Kind, make: (...given: never[]) => Thing["shape"]): (given: readonly Thing[]) => Thing {
  return (given) => (given.some((thing) => thing.shape === null) ? none(kind) : ({ kind, shape: make(...(given as never[])) } as Thing));
}

const at = (thing: Thing): Place => {
  if (!isPlace(thing)) throw new UnknownError(`a ${thing.kind} in place of a point`);
  return thing.shape!;
};
const direction = (thing: Thing): Place => (isStraight(thing) ? thing.shape!.along : at(thing));
const straight = (from: Place, along: Place): Straight | null => (length(along) ? { at: from, along } : null);
const round = (thing: Thing): Circle => {
  if (thing.kind !== "circle") throw new UnknownError(`a ${thing.kind} in place of a circle`);
  return thing.shape!;
};
const corners = (given: readonly Thing[]): readonly Place[] => {
  const [whole] = given;
  if (given.length === 1 && whole?.kind === "polygon") return whole.shape!;
  if (given.length === 1 && whole?.kind === "list") return whole.shape!.map(at);
  return given.map(at);
};

function polygon(given: readonly Thing[]): readonly Place[] | null {
  if (given.length !== 3 || !isNumber(given[2]!)) return corners(given);
  const [from, to, count] = [at(given[0]!), at(given[1]!), Math.round(measure(given[2]!)!)];
  if (count < 3) return null;
  const found = [from, to];
  for (let k = 2; k < count; k += 1) found.push(rotated(found[k - 2]!, -Math.PI + (2 * Math.PI) / count, found[k - 1]!));
  return found;
}

/** The image of an object under a map of places that keeps lines straight and enlarges lengths. */
function image(thing: Thing, map: (place: Place) => Place, scale: number): Thing {
  if (thing.shape === null) return thing;
  if (thing.kind === "vector") return { kind: "vector", shape: minus(map(thing.shape), map([0, 0])) };
  if (thing.kind === "point") return point(map(thing.shape));
  if (thing.kind === "polygon") return { kind: "polygon", shape: thing.shape.map(map) };
  if (thing.kind === "circle") return { kind: "circle", shape: { center: map(thing.shape.center), radius: thing.shape.radius * Math.abs(scale) } };
  if (thing.kind === "list") return { kind: "list", shape: thing.shape.map((part) => image(part, map, scale)) };
  if (!isStraight(thing)) throw new UnknownError(`the image of a ${thing.kind}`);
  const from = map(thing.shape.at);
  return { kind: thing.kind, shape: { at: from, along: minus(map(end(thing.shape)), from) } };
}

/** A command that maps its first object, unless something else is missing. */
function mapped(make: (rest: readonly Thing[], source: Thing) => [(place: Place) => Place, number] | null): (given: readonly Thing[]) => Thing {
  return ([source, ...rest]) => {
    if (rest.some((thing) => thing.shape === null)) return none(source!.kind);
    const map = make(rest, source!);
    return map ? image(source!, ...map) : none(source!.kind);
  };
}

const reflect = mapped(([mirror], source) => {
  if (isPlace(mirror!)) return [(place) => minus(times(mirror.shape!, 2), place), 1];
  if (mirror!.kind === "circle") {
    const { center, radius } = mirror!.shape!;
    if (source.kind !== "point") throw new UnknownError("inverted figures");
    if (source.shape && !distance(source.shape, center)) return null;
    return [(place) => plus(center, times(minus(place, center), radius ** 2 / distance(place, center) ** 2)), 1];
  }
  const along = unit(direction(mirror!));
  if (!along || !isStraight(mirror!)) return null;
  const from = mirror.shape!.at;
  return [(place) => minus(times(plus(from, times(along, dot(along, minus(place, from)))), 2), place), 1];
});

/** The distance of a point from a point or path, or of parallel lines. */
function gap(one: Thing, other: Thing): number | null {
  if (isPlace(one) && isPlace(other)) return distance(one.shape!, other.shape!);
  if (isStraight(one) && isStraight(other)) {
    const [f, g] = [one.shape!, other.shape!];
    if (Math.abs(cross(f.along, g.along)) > 1e-12 * length(f.along) * length(g.along)) return 0;
    return Math.abs(cross(f.along, minus(g.at, f.at))) / length(f.along);
  }
  const [place, path] = isPlace(one) ? [one, other] : [other as typeof one & Thing, one];
  const there = closest(path, at(place));
  return there && distance(there, at(place));
}

function bisector(one: Place, vertex: Place, other: Place): Straight | null {
  const [first, second] = [unit(minus(one, vertex)), unit(minus(other, vertex))];
  if (!first || !second) return null;
  const along = plus(first, second);
  return { at: vertex, along: length(along) > 1e-8 ? along : left(first) };
}

function touches(line: Thing, circle: Circle): boolean {
  if (!isStraight(line)) throw new UnknownError(`a ${line.kind} as a tangent`);
  const { at: from, along } = line.shape!;
  return areSame(Math.abs(cross(along, minus(circle.center, from))) / length(along), circle.radius);
}

const value = (function_: (number: number) => number) => (given: readonly Thing[]): Thing => {
  const found = measure(given[0]!);
  return number(found === null ? null : function_(found));
};
const coordinate = (axis: 0 | 1) => of("number", (place: Thing) => at(place)[axis]);

const COMMANDS: Readonly<Record<string, (given: readonly Thing[]) => Thing>> = {
  Point: of("point", (path: Thing) => closest(path, [0, 0])),
  Segment: of("segment", (a: Thing, b: Thing) => ({ at: at(a), along: minus(at(b), at(a)) })),
  Line: of("line", (a: Thing, b: Thing) => straight(at(a), b.kind === "point" ? minus(at(b), at(a)) : direction(b))),
  Ray: of("ray", (a: Thing, b: Thing) => straight(at(a), b.kind === "point" ? minus(at(b), at(a)) : direction(b))),
  Vector: of("vector", (a: Thing, b?: Thing) => (b ? minus(at(b), at(a)) : at(a))),
  Circle: of("circle", (a: Thing, b: Thing, c?: Thing) => {
    if (c) return circleThrough(at(a), at(b), at(c));
    const radius = b.kind === "point" ? distance(at(a), at(b)) : measure(b)!;
    return radius >= 0 ? { center: at(a), radius } : null;
  }),
  Incircle: of("circle", (a: Thing, b: Thing, c: Thing) => incircle(at(a), at(b), at(c))),
  Midpoint: of("point", (a: Thing, b?: Thing) => (b ? middle(at(a), at(b)) : a.kind === "segment" ? middle(a.shape!.at, end(a.shape!)) : round(a).center)),
  PerpendicularLine: of("line", (a: Thing, b: Thing) => straight(at(a), left(direction(b)))),
  PerpendicularBisector: of("line", (a: Thing, b?: Thing) => {
    const [from, to] = b ? [at(a), at(b)] : [(a.shape as Straight).at, end(a.shape as Straight)];
    return straight(middle(from, to), left(minus(to, from)));
  }),
  AngleBisector: of("line", (a: Thing, b: Thing, c: Thing) => bisector(at(a), at(b), at(c))),
  Polygon: (given) => (given.some((thing) => thing.shape === null) ? none("polygon") : { kind: "polygon", shape: polygon(given) }),
  Rotate: mapped(([angle, center]) => [(place) => rotated(place, measure(angle!)!, center ? at(center) : [0, 0]), 1]),
  Reflect: reflect,
  Translate: (given) => (given[0]!.kind === "vector" ? given[0]! : mapped(([by]) => [(place) => plus(place, at(by!)), 1])(given)),
  Dilate: mapped(([by, center]) => {
    const [factor, from] = [measure(by!)!, center ? at(center) : ([0, 0] as Place)];
    return [(place) => plus(from, times(minus(place, from), factor)), factor];
  }),
  Angle: of("angle", (a: Thing, b: Thing, c?: Thing) => {
    if (!c) return angleBetween(direction(a), direction(b));
    const [one, other] = [minus(at(a), at(b)), minus(at(c), at(b))];
    return length(one) && length(other) ? angleBetween(one, other) : null;
  }),
  Distance: of("number", (a: Thing, b: Thing) => gap(a, b)),
  Area: (given) => (given.some((thing) => thing.shape === null) ? none("number") : given[0]!.kind === "circle" ? number(Math.PI * round(given[0]!).radius ** 2) : number(Math.abs(signedArea(corners(given))))),
  Length: of("number", (a: Thing) => (a.kind === "list" ? a.shape!.length : length(direction(a)))),
  Radius: of("number", (a: Thing) => round(a).radius),
  Center: of("point", (a: Thing) => round(a).center),
  Centroid: of("point", (a: Thing) => centroid(corners([a]))),
  Slope: of("number", (a: Thing) => (direction(a)[0] ? direction(a)[1] / direction(a)[0] : null)),
  Vertex: of("point", (a: Thing, k: Thing) => corners([a])[Math.round(measure(k)!) - 1] ?? null),
  Element: ([list, k]) => (list!.kind === "list" && list!.shape?.[Math.round(measure(k!) ?? 0) - 1]) || none("point"),
  ClosestPoint: of("point", (path: Thing, place: Thing) => closest(path, at(place))),
  UnitVector: of("vector", (a: Thing) => unit(direction(a))),
  PerpendicularVector: of("vector", (a: Thing) => left(direction(a))),
  UnitPerpendicularVector: of("vector", (a: Thing) => unit(left(direction(a)))),
  Slider: of("number", (low: Thing, high: Thing) => Math.min(Math.max(0, measure(low)!), measure(high)!)),
  AreCollinear: of("boolean", (a: Thing, b: Thing, c: Thing) => areCollinear(at(a), at(b), at(c))),
  AreConcyclic: of("boolean", (a: Thing, b: Thing, c: Thing, d: Thing) => {
    const circle = circleThrough(at(a), at(b), at(c));
    return circle !== null && areSame(circle.radius, distance(circle.center, at(d)));
  }),
  AreConcurrent: of("boolean", (...lines: Thing[]) => {
    const whole = lines.map((line) => ({ kind: "line", shape: line.shape as Straight }) as const);
    const met = [...meetLines(whole[0]!.shape, whole[1]!.shape), ...meetLines(whole[0]!.shape, whole[2]!.shape)][0];
    return met !== undefined && whole.every((line) => isOn(met, line));
  }),
  AreParallel: of("boolean", (a: Thing, b: Thing) => areParallel(direction(a), direction(b))),
  ArePerpendicular: of("boolean", (a: Thing, b: Thing) => arePerpendicular(direction(a), direction(b))),
  AreEqual: of("boolean", areEqual),
  AreCongruent: of("boolean", (a: Thing, b: Thing) => {
    if (a.kind === "circle" && b.kind === "circle") return areSame(round(a).radius, round(b).radius);
    if (a.kind === "segment" && b.kind === "segment") return areSame(measure(a)!, measure(b)!);
    throw new UnknownError("AreCongruent");
  }),
  IsTangent: of("boolean", (line: Thing, circle: Thing) => touches(line, round(circle))),
  IsInRegion: of("boolean", (place: Thing, region: Thing) =>
    region.kind === "circle" ? distance(at(place), round(region).center) < round(region).radius * (1 + NEAR) : isInside(at(place), corners([region]))),
  abs: value(Math.abs), sqrt: value(Math.sqrt), sin: value(Math.sin), cos: value(Math.cos), tan: value(Math.tan), sgn: value(Math.sign),
  x: coordinate(0), y: coordinate(1),
};
