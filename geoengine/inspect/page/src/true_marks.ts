// The marks of a figure that hold in another figure of the same points.
import type { Position } from "./drawing";
import type { MarksData, Pair, Wedge } from "./figure_data";
import { gap } from "./plane";

/** Lengths differ by this share, angles by as many radians. */
const SAME = 1e-5;

type Places = readonly Position[];

/**
 * What holds of marks at some places of the points. Of a group of equal or parallel parts, the
 * largest part of which that is true is kept, if that is more than one.
 */
export function trueMarks(marks: MarksData, base: Places, places: Places): MarksData {
  const kept = {
    right_angles: marks.right_angles.filter(([one, two]) => areSameDirection(directionOf(places, one), directionOf(places, two) + Math.PI / 2)),
    ticks: groups(marks.ticks, (one, two) => isSameLength(lengthOf(places, one), lengthOf(places, two))),
    arrows: groups(marks.arrows, (one, two) => areSameDirection(directionOf(places, one), directionOf(places, two))),
    arcs: groups(marks.arcs, (one, two) => isSameAngle(angleOf(places, one), angleOf(places, two))),
    angles: marks.angles.filter(([angle]) => isSameAngle(angleOf(base, angle), angleOf(places, angle))),
  };
  const wedges = [...kept.arcs.flat(), ...kept.angles.map(([angle]) => angle)];
  const needed = new Set([...kept.ticks.flat(), ...wedges.flatMap(([a, b, c]): Pair[] => [[a, b], [b, c]])].map(keyOf));
  return { ...kept, aids: marks.aids.filter((pair) => needed.has(keyOf(pair))) };
}

/** Whether a printed length is also that of other places of the points. */
export function keepsLength(base: Places, places: Places, pair: Pair): boolean {
  return isSameLength(lengthOf(base, pair), lengthOf(places, pair));
}

/** The largest part of each group in which all are the same, without parts of one. */
function groups<T>(all: readonly (readonly T[])[], areSame: (one: T, two: T) => boolean): T[][] {
  return all
    .map((group) => group.map((one) => group.filter((two) => areSame(one, two))))
    .map((parts) => parts.reduce((best, part) => (part.length > best.length ? part : best), []))
    .filter((part) => part.length > 1);
}

function keyOf([a, b]: Pair): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function lengthOf(places: Places, [a, b]: Pair): number {
  return gap(places[a]!, places[b]!);
}

function directionOf(places: Places, [a, b]: Pair): number {
  const [[x, y], [z, w]] = [places[a]!, places[b]!];
  return Math.atan2(w - y, z - x);
}

/** The size of an angle, from 0 to pi. */
function angleOf(places: Places, [a, vertex, b]: Wedge): number {
  const turn = directionOf(places, [vertex, b]) - directionOf(places, [vertex, a]);
  return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
}

function isSameLength(one: number, other: number): boolean {
  return Math.abs(one - other) < SAME * (one + other);
}

function isSameAngle(one: number, other: number): boolean {
  return Math.abs(one - other) < SAME;
}

/** Whether two directions are of parallel lines. */
function areSameDirection(one: number, other: number): boolean {
  return Math.abs(Math.sin(one - other)) < SAME;
}
