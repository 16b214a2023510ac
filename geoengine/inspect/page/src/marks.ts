// Marks for given statements: right angles, equal lengths, equal angles, parallels, printed angles.
import type { Position, Shape } from "./drawing";
import type { Pair, Wedge } from "./figure_data";
import { along, crosses, distance, gap } from "./plane";
import { type Look, type Plot, stroked } from "./plot";

const SAME = 0.01;
// The largest number of ticks that can be counted at a glance.
const STROKES = 4;
// Squares smaller than this are blots, in pixels.
const LEAST_SQUARE = 4;
// What has to stay free of a segment beside its marks.
const ENDS = 10;
export const SHARES = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72];
const FAR_SHARES = [...SHARES, 0.2, 0.8];

const MARK = stroked("marks", "mark", "mark", 1.3);
const AID = stroked("marks", "aid", "faint", 1);

/** The middle of an arc, and the direction from the vertex to it. */
export interface ArcMiddle {
  readonly at: Position;
  readonly toward: number;
}

interface Arms {
  readonly at: Position;
  readonly from: number;
  readonly turn: number;
  readonly far: number;
  readonly size: number;
  readonly middle: number;
}

/** The marks of a figure; labels keep clear of `strokes`, and angles are printed at `values`. */
export class Marks {
  readonly shapes: Shape[] = [];
  readonly strokes: (readonly [Position, Position])[] = [];
  readonly values: (ArcMiddle | null)[];
  /** The number of marks that have no room at this scale. */
  leftOut = 0;
  private readonly taken = new Map<number, number>();
  /** Where marks on segments are, with half of their length. */
  private readonly spots: (readonly [Position, number])[] = [];
  private readonly plot: Plot;
  private readonly lines: (readonly [Position, Position])[];
  private readonly points: readonly Position[];

  constructor(plot: Plot) {
    this.plot = plot;
    this.lines = plot.segments();
    this.points = plot.dots.filter((_, k) => plot.visibility.showsPoint(k));
    const { right_angles, ticks, arrows, arcs, angles } = plot.figure.marks;
    const isShown = (key: string) => plot.visibility.shows(key);
    right_angles.forEach((lines, k) => isShown(`right-${k}`) && this.whole(() => this.square(lines)));
    ticks.forEach((group, k) => isShown(`tick-${k}`) && this.whole(() => group.every((pair) => this.ticks(pair, k + 1))));
    arrows.forEach((group, k) => isShown(`arrow-${k}`) && this.whole(() => group.every((pair) => this.arrows(pair, k + 1))));
    this.values = angles.map(([wedge, text], k) => (isShown(`angle-${k}`) ? this.value(wedge, text) : null));
    // One arc is the mark of a printed angle.
    const first = angles.length ? 1 : 0;
    arcs.forEach((group, k) => isShown(`arc-${k}`) && this.whole(() => this.arcs(group, first + k)));
  }

  /** Draw a mark with all its parts, or nothing of it: a tick alone would say nothing. */
  private whole(draw: () => boolean): void {
    const [shapes, strokes, spots, taken] = [this.shapes.length, this.strokes.length, this.spots.length, [...this.taken]];
    if (draw()) return;
    this.shapes.length = shapes;
    this.strokes.length = strokes;
    this.spots.length = spots;
    this.taken.clear();
    for (const [vertex, reach] of taken) this.taken.set(vertex, reach);
    this.leftOut += 1;
  }

  private path(points: readonly Position[], look: Look = MARK): void {
    this.shapes.push(this.plot.path(points, look));
    points.slice(1).forEach((p, k) => this.strokes.push([points[k]!, p]));
  }

  private value(wedge: Wedge, text: string): ArcMiddle | null {
    const arms = this.armsOf(wedge);
    // The printed value must still be the visible one after dragging.
    if (Math.abs(arms.size - (parseFloat(text) * Math.PI) / 180) > SAME) return null;
    const reach = this.room(wedge, arms, 1);
    this.arc(arms, reach);
    return { at: along(arms.at, arms.middle, reach), toward: arms.middle };
  }

  private arcs(group: readonly Wedge[], number: number): boolean {
    const all = group.map((wedge) => this.armsOf(wedge));
    // Angles equal as directed angles may be supplementary after dragging a point to another side.
    if (all.some((arms) => Math.abs(arms.size - all[0]!.size) > SAME)) return true;
    const count = 1 + (number % 3);
    return group.every((wedge, m) => {
      const arms = all[m]!;
      const reach = this.room(wedge, arms, count);
      const outer = reach + 4 * (count - 1);
      for (let n = 0; n < count; n++) this.arc(arms, reach + 4 * n);
      if (number > 2) this.path([outer - 4 * count, outer + 4].map((far) => along(arms.at, arms.middle, far)));
      return outer < arms.far;
    });
  }

  /** The vertex of an angle in the picture, the directions of its arms, their length, and its size. */
  private armsOf([one, vertex, other]: Wedge): Arms {
    const at = this.plot.at(vertex);
    const ends = [this.plot.at(one), this.plot.at(other)] as const;
    const [from, to] = ends.map((end) => directionOf(at, end)) as [number, number];
    const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from));
    return { at, from, turn, far: Math.min(...ends.map((end) => this.armAlong(at, end))), size: Math.abs(turn), middle: from + turn / 2 };
  }

  /** How far the line from a vertex through a point is drawn. */
  private armAlong(at: Position, through: Position): number {
    const angle = directionOf(at, through);
    const ahead = this.lines.flat().filter((end) => Math.abs(Math.sin((directionOf(at, end) - angle) / 2)) < SAME);
    return Math.max(gap(at, through), ...ahead.map((end) => gap(at, end)));
  }

  /** The radius of an arc: outside earlier arcs at the vertex, larger for a narrow angle, within short arms. */
  private room([, vertex]: Wedge, { size, far }: Arms, count: number): number {
    const wanted = Math.max(16, Math.min(34, 9 / size));
    const start = Math.max(this.taken.get(vertex) ?? 0, Math.min(wanted, Math.max(9, far / 2 - 4 * (count - 1))));
    this.taken.set(vertex, start + 4 * count + 3);
    return start;
  }

  private arc({ at, from, turn, middle }: Arms, reach: number): void {
    const [a, b, c] = [from, middle, from + turn].map((angle) => along(at, angle, reach)) as [Position, Position, Position];
    this.strokes.push([a, b], [b, c]);
    this.shapes.push(this.plot.arc(at, reach, from, turn, MARK));
  }

  /** A square at the intersection of two lines, between their longest arms. */
  private square(lines: readonly [Pair, Pair]): boolean {
    const [[p, q], [r, s]] = lines.map(([a, b]) => [this.plot.at(a), this.plot.at(b)]) as [[Position, Position], [Position, Position]];
    const [ux, uy, vx, vy] = [q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]];
    const cross = ux * vy - uy * vx;
    if (Math.abs(cross) < 1e-9) return true;
    const t = ((r[0] - p[0]) * vy - (r[1] - p[1]) * vx) / cross;
    const at: Position = [p[0] + t * ux, p[1] + t * uy];
    const arm = (ends: readonly Position[]) => {
      const [end, other] = ends as [Position, Position];
      const toward = gap(at, end) >= gap(at, other) ? end : other;
      const far = gap(at, toward);
      return { far, u: [(toward[0] - at[0]) / (far || 1), (toward[1] - at[1]) / (far || 1)] as const };
    };
    const [one, two] = [arm([p, q]), arm([r, s])];
    const side = Math.min(10, 0.45 * one.far, 0.45 * two.far);
    const to = (a: number, b: number): Position => [
      at[0] + side * (a * one.u[0] + b * two.u[0]),
      at[1] + side * (a * one.u[1] + b * two.u[1]),
    ];
    this.path([to(1, 0), to(1, 1), to(0, 1)]);
    return side >= LEAST_SQUARE;
  }

  /**
   * The position of a mark on a segment: near its middle, clear of points, lines and other marks;
   * null if there is no room.
   */
  private spot([p, q]: readonly [Position, Position], reach: number): { at: Position; u: Position } | null {
    const far = gap(p, q);
    if (far < 2 * reach + ENDS) return null;
    const u: Position = [(q[0] - p[0]) / far, (q[1] - p[1]) / far];
    let best = { at: p, cost: Infinity };
    for (const share of FAR_SHARES) {
      const at: Position = [p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])];
      let cost = 20 * Math.abs(share - 0.5);
      for (const point of this.points) cost += Math.max(0, reach + 8 - gap(point, at));
      for (const [other, half] of this.spots) cost += 2 * Math.max(0, reach + half + 4 - gap(other, at));
      for (const [r, s] of this.lines) {
        const isAlong = Math.abs(u[0] * (s[1] - r[1]) - u[1] * (s[0] - r[0])) < 1e-3 * gap(r, s);
        if (!isAlong) cost += Math.max(0, reach + 4 - distance(at, r, s));
      }
      if (cost < best.cost) best = { cost, at };
    }
    if (this.spots.some(([other, half]) => gap(other, best.at) < reach + half)) return null;
    this.spots.push([best.at, reach]);
    return { at: best.at, u };
  }

  /** The first groups get ticks, the next crosses; a segment with further points on it gets a bracket. */
  private ticks(pair: Pair, number: number): boolean {
    let ends: readonly [Position, Position] = [this.plot.at(pair[0]), this.plot.at(pair[1])];
    if (this.hasPointBetween(pair)) {
      const bracket = this.bracketAlong(ends);
      this.path(bracket, AID);
      ends = [bracket[1], bracket[2]];
    }
    const [count, step] = number > STROKES ? [number - STROKES, 9] : [number, 4];
    const found = this.spot(ends, (step * (count - 1)) / 2 + 3);
    if (!found) return false;
    const { at, u } = found;
    const half = Math.min(5, gap(...ends) / 6);
    for (let n = 0; n < count; n++) {
      const off = step * (n - (count - 1) / 2);
      const place = (ahead: number, across: number): Position => [
        at[0] + (off + ahead) * u[0] - across * u[1],
        at[1] + (off + ahead) * u[1] + across * u[0],
      ];
      if (number > STROKES) {
        this.path([place(-0.6 * half, -0.6 * half), place(0.6 * half, 0.6 * half)]);
        this.path([place(-0.6 * half, 0.6 * half), place(0.6 * half, -0.6 * half)]);
      } else {
        this.path([place(0, half), place(0, -half)]);
      }
    }
    return true;
  }

  /** Whether a point lies between two others: ticks would seem to belong to a part. */
  private hasPointBetween(pair: Pair): boolean {
    const [p, q] = [this.plot.at(pair[0]), this.plot.at(pair[1])];
    return this.plot.dots.some(
      (at, k) => !pair.includes(k) && this.plot.visibility.showsPoint(k) && distance(at, p, q) < 1 && gap(at, p) > 1 && gap(at, q) > 1,
    );
  }

  /** The corners of a bracket beside a segment, on the side with fewer points and crossing lines. */
  private bracketAlong([p, q]: readonly [Position, Position]): [Position, Position, Position, Position] {
    const far = gap(p, q) || 1;
    const u = [(q[0] - p[0]) / far, (q[1] - p[1]) / far] as const;
    const slant = Math.min(8, far / 4);
    const sideOf = (side: number) => {
      const place = (end: Position, ahead: number, across: number): Position => [
        end[0] + ahead * u[0] - side * across * u[1],
        end[1] + ahead * u[1] + side * across * u[0],
      ];
      const corners: [Position, Position, Position, Position] = [place(p, 4, 5), place(p, slant, 12), place(q, -slant, 12), place(q, -4, 5)];
      let cost = this.lines.filter(([r, s]) => crosses(corners[1], corners[2], r, s)).length;
      for (const point of this.points) cost += distance(point, corners[1], corners[2]) < 7 ? 1 : 0;
      return { cost, corners };
    };
    const [one, other] = [sideOf(1), sideOf(-1)];
    return other.cost < one.cost ? other.corners : one.corners;
  }

  private arrows(pair: Pair, count: number): boolean {
    // Arrows on parallels point the same way.
    const [p, q] = [this.plot.at(pair[0]), this.plot.at(pair[1])];
    const isForward = q[0] - p[0] > 1e-6 || (Math.abs(q[0] - p[0]) <= 1e-6 && q[1] > p[1]);
    const found = this.spot(isForward ? [p, q] : [q, p], 3 * (count - 1) + 4);
    if (!found) return false;
    const { at, u } = found;
    const half = Math.min(5, gap(p, q) / 6);
    for (let n = 0; n < count; n++) {
      const ahead = 6 * (n - (count - 1) / 2) + half / 2;
      const tip: Position = [at[0] + ahead * u[0], at[1] + ahead * u[1]];
      const end = (side: number): Position => [tip[0] - half * u[0] - side * half * u[1], tip[1] - half * u[1] + side * half * u[0]];
      this.path([end(1), tip, end(-1)]);
    }
    return true;
  }
}

function directionOf([x, y]: Position, [a, b]: Position): number {
  return Math.atan2(b - y, a - x);
}
