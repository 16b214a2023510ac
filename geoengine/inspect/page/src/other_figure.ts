// Another figure of an item, such as a counterexample, from the data of the page's own figure.
import type { FigureData, Pair, Relation, Wedge } from "./figure_data";
import type { Lit } from "./highlight";
import type { OtherFigureData } from "./item_data";
import { keepsLength, trueMarks } from "./true_marks";

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
  // Marks and lengths of the page's figure may be false here.
  const marks = trueMarks(
    {
      right_angles: base.marks.right_angles.filter(([p, q]) => has(p) && has(q)),
      ticks: base.marks.ticks.map((group) => group.filter(has)),
      arrows: base.marks.arrows.map((group) => group.filter(has)),
      arcs: base.marks.arcs.map((group) => group.filter(has)),
      angles: base.marks.angles.filter(([angle]) => has(angle)),
      aids: base.marks.aids.filter(has),
    },
    base.xy,
    other.xy,
  );
  const figure: FigureData = {
    ...base,
    points: kept.map((k) => base.points[k]!),
    numbers: kept,
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
    lengths: base.lengths.filter(([a, b]) => has([a, b]) && keepsLength(base.xy, other.xy, [a, b])).map(([a, b, text]) => [at(a), at(b), text]),
    marks: {
      right_angles: marks.right_angles.map(([p, q]) => [pair(p), pair(q)]),
      ticks: marks.ticks.map(pairs),
      arrows: marks.arrows.map(pairs),
      arcs: marks.arcs.map((arcs) => arcs.map(wedge)),
      angles: marks.angles.map(([angle, text]) => [wedge(angle), text]),
      aids: pairs(marks.aids),
    },
    construction: [],
  };
  const lit = (how: Lit["how"]) => (relation: Relation): Lit[] =>
    has(relation[1]) ? [{ relation: [relation[0], relation[1].map(at), relation[2] ?? null], how }] : [];
  return { figure, lit: [...other.fails.flatMap(lit("wrong")), ...other.holds.flatMap(lit("conclusion"))] };
}
