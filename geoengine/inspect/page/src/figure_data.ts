// The figure in the data of a page. Points are given by their numbers.

export type Pair = readonly [number, number];
/** An angle: a point on one arm, the vertex, a point on the other arm. */
export type Wedge = readonly [number, number, number];
/** A predicate, its points, and its value: angles in units of 180°, others as plain numbers. */
export type Relation = readonly [predicate: string, points: readonly number[], value?: number | null];

export interface MarksData {
  readonly right_angles: readonly (readonly [Pair, Pair])[];
  readonly ticks: readonly (readonly Pair[])[];
  readonly arrows: readonly (readonly Pair[])[];
  readonly arcs: readonly (readonly Wedge[])[];
  readonly angles: readonly (readonly [Wedge, string])[];
  readonly aids: readonly Pair[];
}

export interface ConstructionStep {
  readonly points: readonly number[];
  readonly text: string;
}

export interface FigureData {
  readonly points: readonly string[];
  readonly xy: readonly (readonly [number, number])[];
  readonly segments: readonly Pair[];
  readonly dashed: readonly Pair[];
  /** A center or null, and points on the circle. */
  readonly circles: readonly (readonly [number | null, readonly number[]])[];
  readonly free: readonly number[];
  readonly gliders: readonly number[];
  readonly lengths: readonly (readonly [number, number, string])[];
  readonly relations: readonly Relation[];
  readonly marks: MarksData;
  /** How the points are constructed, in order; empty if that is not known. */
  readonly construction: readonly ConstructionStep[];
}
