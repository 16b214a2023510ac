// A picture as a list of shapes: the page shows it as SVG, and exports are written from it.

/** Pixels from the left and from the top. */
export type Position = readonly [number, number];

/**
 * What a colour is for: `ink` the figure, `mark` marks of what is given, `faint` lines that a mark
 * needs, `quiet` lengths and angles, `one` and `two` the sides of the highlighted statement,
 * `ground` what it rests on, `selected` the selected point and what is wrong, `panel` the background.
 */
export type Role = "ink" | "mark" | "faint" | "quiet" | "one" | "two" | "ground" | "selected" | "panel";

export interface Stroke {
  readonly role: Role;
  /** In pixels. */
  readonly width: number;
  /** Lengths of dashes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
  readonly opacity: number;
}

export interface Fill {
  readonly role: Role;
  readonly opacity: number;
}

/** From the background to the foreground: areas and strokes of highlights, and what the figure has. */
export const LAYERS = ["shade", "lines", "marks", "glow", "dots", "names"] as const;
export type Layer = (typeof LAYERS)[number];

interface Painted {
  readonly layer: Layer;
  /** Words for the style sheet; they do not change the geometry. */
  readonly style: string;
  readonly stroke: Stroke | null;
  readonly fill: Fill | null;
}

export interface Line extends Painted {
  readonly kind: "line";
  readonly from: Position;
  readonly to: Position;
}

export interface Circle extends Painted {
  readonly kind: "circle";
  readonly center: Position;
  readonly radius: number;
  /** The number of the point that a dot shows. */
  readonly point: number | null;
}

/** A part of a circle. Angles are radians from the right, growing clockwise as y grows downwards. */
export interface Arc extends Painted {
  readonly kind: "arc";
  readonly center: Position;
  readonly radius: number;
  readonly start: number;
  /** The angle run through from `start`: negative if it runs counterclockwise. */
  readonly turn: number;
}

export interface Path extends Painted {
  readonly kind: "path";
  readonly points: readonly Position[];
  readonly isClosed: boolean;
}

export interface Run {
  readonly text: string;
  readonly isSubscript: boolean;
}

/** A label, centred at `at`, which is on its baseline. A line of the background's colour surrounds it. */
export interface Label extends Painted {
  readonly kind: "text";
  readonly at: Position;
  /** In pixels; subscripts have `SUBSCRIPT` of it and are lowered by `LOWERED` pixels. */
  readonly size: number;
  readonly isItalic: boolean;
  readonly runs: readonly Run[];
  /** The number of the point that it names. */
  readonly point: number | null;
}

export const SUBSCRIPT = 0.69;
export const LOWERED = 3;

export type Shape = Line | Circle | Arc | Path | Label;

/** What is outside the rectangle from (0, 0) to (width, height) is cut off. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** In the order of painting. */
  readonly shapes: readonly Shape[];
}
