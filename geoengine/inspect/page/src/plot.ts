// A figure at its present coordinates, seen through a viewport.
import type { Arc, Circle, Fill, Layer, Line, Path, Position, Stroke } from "./drawing";
import type { FigureData, Pair } from "./figure_data";
import type { Visibility } from "./figure_objects";
import { circumcircle, distance, gap, type Round } from "./plane";
import type { Bounds, Viewport } from "./viewport";

/** What a shape looks like. */
export interface Look {
  readonly layer: Layer;
  readonly style: string;
  readonly stroke: Stroke | null;
  readonly fill: Fill | null;
}

export function stroked(layer: Layer, style: string, role: Stroke["role"], width: number, dash: readonly number[] = [], opacity = 1): Look {
  return { layer, style, stroke: { role, width, dash, opacity }, fill: null };
}

/** A point this near to a segment, as a share of its length, lies on it. */
const ON = 1e-6;
const DASHES = [5, 4];
const DRAWN = stroked("lines", "drawn", "ink", 1.5);
const DASHED = stroked("lines", "drawn dashed", "ink", 1.5, DASHES);
const AID = stroked("lines", "aid dashed", "faint", 1, DASHES);

export class Plot {
  readonly figure: FigureData;
  readonly view: Viewport;
  readonly visibility: Visibility;
  /** The positions of all points. */
  readonly dots: readonly Position[];
  private readonly x: Float64Array;

  constructor(figure: FigureData, x: Float64Array, view: Viewport, visibility: Visibility) {
    this.figure = figure;
    this.x = x;
    this.view = view;
    this.visibility = visibility;
    this.dots = figure.points.map((_, k) => view.toScreen(this.planeAt(k)));
  }

  at(k: number): Position {
    return this.dots[k]!;
  }

  private planeAt(k: number): Position {
    return [this.x[2 * k]!, this.x[2 * k + 1]!];
  }

  /** The circle about a point through another, or through three points; null if these are collinear. */
  circleOf(center: number | null, on: readonly number[]): Round | null {
    const p = on.map((k) => this.planeAt(k));
    if (center !== null) {
      const [x, y] = this.planeAt(center);
      return { x, y, r: gap([x, y], p[0]!) };
    }
    return p.length < 3 ? null : circumcircle(p[0]!, p[1]!, p[2]!);
  }

  line(a: number, b: number, look: Look): Line {
    return { kind: "line", from: this.at(a), to: this.at(b), ...look };
  }

  circle(center: number | null, on: readonly number[], look: Look): Circle[] {
    const found = this.circleOf(center, on);
    if (!found) return [];
    const { x, y, r } = found;
    return [{ kind: "circle", center: this.view.toScreen([x, y]), radius: r * this.view.scale, point: null, ...look }];
  }

  path(points: readonly Position[], look: Look, isClosed = false): Path {
    return { kind: "path", points, isClosed, ...look };
  }

  arc(center: Position, radius: number, start: number, turn: number, look: Look): Arc {
    return { kind: "arc", center, radius, start, turn, ...look };
  }

  /** The segments that are shown, as pairs of positions. */
  segments(): [Position, Position][] {
    const { segments, dashed } = this.figure;
    const pairs = [...this.shown(segments, "segment"), ...this.shown(dashed, "dashed")];
    return pairs.map(([a, b]) => [this.at(a), this.at(b)]);
  }

  private shown(pairs: readonly Pair[], key: string): Pair[] {
    return pairs.flatMap((pair, k) => (this.visibility.isHidden(`${key}-${k}`) ? [] : this.part(pair)));
  }

  /** The part of a segment between the points that are there, if one of its ends is not. */
  private part([a, b]: Pair): Pair[] {
    if (this.visibility.hasPoint(a) && this.visibility.hasPoint(b)) return [[a, b]];
    const [p, q] = [this.planeAt(a), this.planeAt(b)];
    const onto = (k: number) => gap(p, this.planeAt(k));
    const there = this.figure.points
      .map((_, k) => k)
      .filter((k) => this.visibility.hasPoint(k) && distance(this.planeAt(k), p, q) < ON * gap(p, q))
      .sort((one, other) => onto(one) - onto(other));
    return there.length > 1 ? [[there[0]!, there.at(-1)!]] : [];
  }

  aids(): (readonly [number, number])[] {
    return this.figure.marks.aids.filter((pair) => this.visibility.showsAid(pair));
  }

  /** The circles that are shown. */
  circles(): Circle[] {
    return this.figure.circles.flatMap(([center, on], k) =>
      this.visibility.shows(`circle-${k}`) ? this.circle(center, on, DRAWN) : [],
    );
  }

  /** All lines and circles of the figure. */
  lines(): (Line | Circle)[] {
    return [
      ...this.circles(),
      ...this.aids().map(([a, b]) => this.line(a, b, AID)),
      ...this.shown(this.figure.dashed, "dashed").map(([a, b]) => this.line(a, b, DASHED)),
      ...this.shown(this.figure.segments, "segment").map(([a, b]) => this.line(a, b, DRAWN)),
    ];
  }

  /**
   * The rectangle around all points and circles that were not hidden by hand, or around all points if
   * they were; `further` are circles beside those of the figure.
   */
  bounds(further: readonly (readonly [number | null, readonly number[]])[]): Bounds {
    const { segments, dashed } = this.figure;
    const isLeft = (key: string) => (_: unknown, k: number) => !this.visibility.isHidden(`${key}-${k}`);
    const ends = new Set([...segments.filter(isLeft("segment")), ...dashed.filter(isLeft("dashed"))].flat());
    const all = this.figure.points.map((_, k) => k);
    const left = all.filter((k) => ends.has(k) || !this.visibility.isHidden(`point-${k}`));
    const points = (left.length ? left : all).map((k) => this.planeAt(k));
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const spread = Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    for (const [center, on] of [...this.figure.circles.filter(isLeft("circle")), ...further]) {
      const circle = this.circleOf(center, on);
      // A circle through almost collinear points is huge: an arc of it is enough.
      if (!circle || circle.r > 2 * spread) continue;
      xs.push(circle.x - circle.r, circle.x + circle.r);
      ys.push(circle.y - circle.r, circle.y + circle.r);
    }
    return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) };
  }
}
