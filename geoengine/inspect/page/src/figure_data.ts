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

/** A point by its number, a helper object by its name, or a number: as GeoGebra reads it, and its value. */
export type GeogebraTake = number | string | readonly [text: string, value: number];
export type GeogebraCommand = readonly [makes: readonly (number | string)[], name: string, takes: readonly GeogebraTake[]];

export interface FigureData {
  readonly points: readonly string[];
  /** The number of each point on the page, where it is another than its row. */
  readonly numbers?: readonly number[];
  readonly xy: readonly (readonly [number, number])[];
  readonly segments: readonly Pair[];
  readonly dashed: readonly Pair[];
  /** A center or null, and points on the circle. */
  readonly circles: readonly (readonly [number | null, readonly number[]])[];
  readonly free: readonly number[];
  readonly gliders: readonly number[];
  /** The points that a proof adds to the problem. */
  readonly added?: readonly number[];
  readonly lengths: readonly (readonly [number, number, string])[];
  readonly relations: readonly Relation[];
  readonly marks: MarksData;
  /** How the points are constructed, in order; empty if that is not known. */
  readonly construction: readonly ConstructionStep[];
  /** The commands that construct the points; null if that is not known. */
  readonly geogebra: readonly GeogebraCommand[] | null;
}

/** The number on the page of a point of a figure. */
export function numberOf({ numbers }: Pick<FigureData, "numbers">, k: number): number {
  return numbers?.[k] ?? k;
}
