// Another figure of an item, such as a counterexample, from the data of the page's own figure.
import type { FigureData, Pair, Relation, Wedge } from "./figure_data";
import type { Lit } from "./highlight";
import type { OtherFigureData } from "./item_data";

/** The data of a figure that stands still, without the points it lacks, and what lights up in it. */
export function figureOf(base: FigureData, other: OtherFigureData): { figure: FigureData; lit: Lit[] } {
  const absent = new Set(other.absent);
  const kept = base.points.map((_, k) => k).filter((k) => !absent.has(k));
  const row = new Map(kept.map((k, number) => [k, number]));
  const has = (points: readonly number[]) => points.every((k) => row.has(k));
  const at = (k: number) => row.get(k)!;
  const pair = ([a, b]: Pair): Pair => [at(a), at(b)];
  const wedge = ([a, b, c]: Wedge): Wedge => [at(a), at(b), at(c)];
  const pairs = (all: readonly Pair[]) => all.filter(has).map(pair);
  const { marks } = base;
  const figure: FigureData = {
    ...base,
    points: kept.map((k) => base.points[k]!),
    xy: kept.map((k) => other.xy[k]!),
    segments: pairs(base.segments),
    dashed: pairs(base.dashed),
    circles: base.circles
      .map(([center, on]): [number | null, number[]] => [center, on.filter((k) => row.has(k))])
      .filter(([center, on]) => (center === null ? on.length > 2 : row.has(center) && on.length > 0))
      .map(([center, on]) => [center === null ? null : at(center), on.map(at)]),
    free: [],
    gliders: [],
    relations: [],
    // A length that is another here would be a false label.
    lengths: base.lengths.filter(([a, b]) => has([a, b]) && isSame(apart(base.xy, a, b), apart(other.xy, a, b))).map(([a, b, text]) => [at(a), at(b), text]),
    marks: {
      right_angles: marks.right_angles.filter(([p, q]) => has(p) && has(q)).map(([p, q]) => [pair(p), pair(q)]),
      ticks: marks.ticks.map(pairs),
      arrows: marks.arrows.map(pairs),
      arcs: marks.arcs.map((arcs) => arcs.filter(has).map(wedge)),
      angles: marks.angles.filter(([angle]) => has(angle)).map(([angle, text]) => [wedge(angle), text]),
      aids: pairs(marks.aids),
    },
    construction: [],
  };
  const lit = (how: Lit["how"]) => (relation: Relation): Lit[] =>
    has(relation[1]) ? [{ relation: [relation[0], relation[1].map(at), relation[2] ?? null], how }] : [];
  return { figure, lit: [...other.fails.flatMap(lit("wrong")), ...other.holds.flatMap(lit("conclusion"))] };
}

function apart(xy: FigureData["xy"], a: number, b: number): number {
  const [[x, y], [z, w]] = [xy[a]!, xy[b]!];
  return Math.hypot(x - z, y - w);
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-6 * (one + other);
}
