// What a figure consists of, and which of it is shown.
import type { FigureData, Wedge } from "./figure_data";

export const KINDS = ["point", "segment", "circle", "mark", "value"] as const;
export type Kind = (typeof KINDS)[number];

export interface FigureObject {
  /** The kind of thing in the figure's data, and its number there: "tick-2". */
  readonly key: string;
  readonly kind: Kind;
  readonly text: string;
  readonly points: readonly number[];
}

/** List everything in a figure that can be hidden, by kind. */
export function objectsOf({ points, segments, dashed, circles, lengths, marks }: FigureData): FigureObject[] {
  const spell = (numbers: readonly number[]) => numbers.map((k) => points[k]).join("");
  const angle = (wedge: Wedge) => `∠${spell(wedge)}`;
  const make = (kind: Kind, key: string, text: string, ...named: (readonly number[])[]): FigureObject => ({
    key,
    kind,
    text,
    points: [...new Set(named.flat())],
  });
  return [
    ...points.map((name, k) => make("point", `point-${k}`, name, [k])),
    ...segments.map((pair, k) => make("segment", `segment-${k}`, spell(pair), pair)),
    ...dashed.map((pair, k) => make("segment", `dashed-${k}`, `${spell(pair)} (dashed)`, pair)),
    ...circles.map(([center, on], k) =>
      make("circle", `circle-${k}`, center === null ? `through ${spell(on)}` : `about ${points[center]} through ${spell(on.slice(0, 1))}`,
        center === null ? [] : [center], on)),
    ...marks.right_angles.map(([one, two], k) => make("mark", `right-${k}`, `${spell(one)} ⊥ ${spell(two)}`, one, two)),
    ...marks.ticks.map((group, k) => make("mark", `tick-${k}`, group.map(spell).join(" = "), ...group)),
    ...marks.arrows.map((group, k) => make("mark", `arrow-${k}`, group.map(spell).join(" ∥ "), ...group)),
    ...marks.arcs.map((group, k) => make("mark", `arc-${k}`, group.map(angle).join(" = "), ...group)),
    ...marks.angles.map(([wedge, text], k) => make("value", `angle-${k}`, `${angle(wedge)} = ${text}`, wedge)),
    ...lengths.map(([a, b, text], k) => make("value", `length-${k}`, `${spell([a, b])} = ${text}`, [a, b])),
  ];
}

/** Which objects are shown: not those hidden by hand, nor those that a stage or the focus leaves out. */
export class Visibility {
  readonly hidden = new Set<string>();
  /** The points constructed so far, while the construction is played. */
  stage: ReadonlySet<number> | null = null;
  /** The points that the selection needs, where nothing else is to be shown. */
  focus: ReadonlySet<number> | null = null;
  private readonly known: ReadonlyMap<string, FigureObject>;
  private readonly figure: FigureData;

  constructor(figure: FigureData, objects: readonly FigureObject[]) {
    this.figure = figure;
    this.known = new Map(objects.map((one) => [one.key, one]));
  }

  /** Whether a point is there: shown or hidden by hand, but constructed and in focus. */
  hasPoint(k: number): boolean {
    return (this.stage?.has(k) ?? true) && (this.focus?.has(k) ?? true);
  }

  isHidden(key: string): boolean {
    return this.hidden.has(key);
  }

  shows(key: string): boolean {
    const object = this.known.get(key);
    if (!object || this.hidden.has(key)) return false;
    return object.kind === "circle" ? this.hasCircle(Number(key.slice(7))) : object.points.every((k) => this.hasPoint(k));
  }

  showsPoint(k: number): boolean {
    return this.shows(`point-${k}`);
  }

  /** A circle is there as soon as enough of its points are: its center and one, or three. */
  private hasCircle(number: number): boolean {
    const [center, on] = this.figure.circles[number]!;
    const there = on.filter((k) => this.hasPoint(k)).length;
    return center === null ? there >= Math.min(3, on.length) : this.hasPoint(center) && there >= 1;
  }

  /** A thin line that marks need is shown with any of these marks. */
  showsAid([a, b]: readonly [number, number]): boolean {
    if (!this.hasPoint(a) || !this.hasPoint(b)) return false;
    const { marks, lengths } = this.figure;
    const joins = (...ends: number[]) => ends.includes(a) && ends.includes(b);
    const isArm = ([p, vertex, q]: Wedge) => joins(p, vertex) || joins(q, vertex);
    const users = [
      ...marks.ticks.map((group, k) => [`tick-${k}`, group.some((pair) => joins(...pair))] as const),
      ...marks.arcs.map((group, k) => [`arc-${k}`, group.some(isArm)] as const),
      ...marks.angles.map(([wedge], k) => [`angle-${k}`, isArm(wedge)] as const),
      ...lengths.map(([p, q], k) => [`length-${k}`, joins(p, q)] as const),
    ].filter(([, uses]) => uses);
    return users.length === 0 || users.some(([key]) => this.shows(key));
  }
}
