// A figure as a GeoGebra construction: the commands of its problem at the present coordinates.
import type { Position } from "./drawing";
import type { FigureData, GeogebraCommand, GeogebraTake } from "./figure_data";
import { corners, type GeogebraObject, intersections, made } from "./geogebra_objects";
import { gap } from "./plane";

/** An object of the construction; its name is a text, or the number of a point of the figure. */
export interface Constructed {
  readonly makes: readonly (number | string)[];
  readonly command: string;
  readonly takes: readonly GeogebraTake[];
  readonly objects: readonly GeogebraObject[];
  /** Which of the intersections it is, from 1. */
  readonly index: number | null;
}

/** How far a constructed point may be from its place, in parts of the figure's size. */
const NEAR = 1e-6;

/** Carry out the commands. A point that they would place elsewhere is given by its coordinates. */
export function construct(figure: FigureData, positions: readonly Position[]): Constructed[] {
  const commands = figure.geogebra ?? figure.points.map((_, k): GeogebraCommand => [[k], "Point", []]);
  const near = NEAR * Math.max(...positions.map((at) => gap(at, positions[0]!)));
  const known = new Map<number | string, GeogebraObject>();
  const done: Constructed[] = [];
  for (const [makes, command, takes] of commands) {
    const objects = takes.map((take): GeogebraObject | undefined =>
      typeof take === "object" ? { kind: "number", value: take[1] } : known.get(take));
    const found = objects.every((object) => object !== undefined) ? carriedOut(makes, command, objects, positions) : null;
    const isRight = found?.objects.every((object, k) => {
      const name = makes[k]!;
      return typeof name === "string" || (object.kind === "point" && gap(object.at, positions[name]!) <= near);
    });
    if (found && isRight) {
      done.push({ makes, command, takes, ...found });
      makes.forEach((name, k) => known.set(name, found.objects[k]!));
      continue;
    }
    for (const name of makes) {
      if (typeof name === "string") continue;
      const object: GeogebraObject = { kind: "point", at: positions[name]! };
      done.push({ makes: [name], command: "Point", takes: [], objects: [object], index: null });
      known.set(name, object);
    }
  }
  return needed(done);
}

function carriedOut(
  makes: GeogebraCommand[0], command: string, takes: readonly GeogebraObject[], positions: readonly Position[],
): Pick<Constructed, "objects" | "index"> | null {
  const [name] = makes;
  const wanted = typeof name === "number" ? positions[name]! : null;
  const [first, second, third] = takes;
  if (command === "Point") return wanted && { objects: [{ kind: "point", at: wanted }], index: null };
  if (command === "Polygon") {
    if (first?.kind !== "point" || second?.kind !== "point" || third?.kind !== "number") return null;
    return { objects: corners(first.at, second.at, third.value).map((at) => ({ kind: "point", at })), index: null };
  }
  if (command === "Intersect") {
    const found = intersections(first!, second!);
    const distances = found.map((at) => (at === null ? Number.POSITIVE_INFINITY : wanted ? gap(at, wanted) : 0));
    const index = distances.indexOf(Math.min(...distances));
    const at = found[index];
    if (!at) return null;
    const isLinear = first!.kind === "line" && second!.kind === "line";
    return { objects: [{ kind: "point", at }], index: isLinear ? null : index + 1 };
  }
  const object = made(command, takes);
  return object && { objects: [object], index: null };
}

/** Leave out the helpers that nothing uses. */
function needed(done: readonly Constructed[]): Constructed[] {
  const used = new Set<GeogebraTake>();
  return done
    .toReversed()
    .filter(({ makes, takes }) => {
      const isNeeded = makes.some((name) => typeof name === "number" || used.has(name));
      if (isNeeded) for (const take of takes) used.add(take);
      return isNeeded;
    })
    .toReversed();
}
