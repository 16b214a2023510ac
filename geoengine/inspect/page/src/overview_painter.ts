// Paints a large graph: all edges faintly, a dot for each state, the proof and the selection above.
import type { ProofData } from "./data";
import { colour } from "./dom";
import type { GraphReader } from "./graph_model";
import { Captions } from "./overview_captions";

/** The distance between neighbouring states, at scale 1. */
export const STEP = 22;

/** Arrows are drawn where at most so many edges are in view. */
const ARROWS = 1500;

const MOST_USES = 400;

/** Where the graph is on the canvas: x * scale + this.x, in pixels. */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly isMoving: boolean;
  readonly found: ReadonlySet<number> | null;
  readonly state: number | null;
  /** The states that are hovered, or the one that the arrow keys have come to. */
  readonly near: readonly number[];
}

/** What was painted, for the legend. */
export interface Painted {
  readonly arrows: boolean;
  readonly uses: number;
  readonly usesDrawn: number;
}

type Pen = CanvasRenderingContext2D;

export class OverviewPainter {
  readonly bounds: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  private readonly xs: Float64Array;
  private readonly ys: Float64Array;
  /** The ends of all edges, one after the other; each pair of states occurs once. */
  private readonly ends: Int32Array;
  private readonly pathEnds: number[] = [];
  private readonly goals: ReadonlySet<number>;
  private readonly captions: Captions;
  private readonly haze = document.createElement("canvas");
  private hazeView: Camera | null = null;
  private hasArrows = false;

  constructor(
    private readonly reader: GraphReader,
    proof: ProofData | null,
    private readonly path: ReadonlySet<number>,
  ) {
    const { places = [], steps } = reader.data;
    this.xs = Float64Array.from(places, ([x]) => x * STEP);
    this.ys = Float64Array.from(places, ([, y]) => y * STEP);
    const extreme = (list: Float64Array, pick: (a: number, b: number) => number) => list.reduce((a, b) => pick(a, b), list[0] ?? 0);
    this.bounds = { left: extreme(this.xs, Math.min), right: extreme(this.xs, Math.max), top: extreme(this.ys, Math.min), bottom: extreme(this.ys, Math.max) };
    const count = places.length;
    const pairs = new Set<number>();
    for (const [, conclusion, antecedents] of steps) for (const antecedent of antecedents) pairs.add(antecedent * count + conclusion);
    this.ends = new Int32Array(2 * pairs.size);
    let k = 0;
    for (const pair of pairs) {
      this.ends[k++] = Math.floor(pair / count);
      this.ends[k++] = pair % count;
    }
    for (const step of proof?.steps ?? []) for (const antecedent of steps[step][2]) this.pathEnds.push(antecedent, steps[step][1]);
    this.goals = new Set(reader.data.proofs.map(({ goal }) => goal));
    this.captions = new Captions(reader, path, this.goals);
  }

  get edgeCount(): number {
    return this.ends.length / 2;
  }

  at(state: number, { scale, x, y }: Camera): readonly [number, number] {
    return [this.xs[state] * scale + x, this.ys[state] * scale + y];
  }

  /** Forget the edges that were drawn: the colours or the size have changed. */
  forget(): void {
    this.hazeView = null;
  }

  /** The state to which an arrow key leads from another: along an edge, or beside it. */
  next(state: number, right: number, down: number): number {
    const { reader, xs, ys } = this;
    const { depths, steps } = reader.data;
    let there: number[];
    if (down < 0) {
      const step = reader.derivation(state);
      there = step === null ? [] : [...steps[step][2]];
    } else if (down > 0) there = reader.uses[state].map((step) => steps[step][1]).filter((user) => depths[user] > depths[state]);
    else there = [...xs.keys()].filter((other) => other !== state && Math.abs(ys[other] - ys[state]) < 1 && Math.sign(xs[other] - xs[state]) === right);
    const isOff = (other: number) => (down && this.path.has(state) && !this.path.has(other) ? 1e6 : 0);
    const far = (other: number) => isOff(other) + Math.abs(xs[other] - xs[state]) + Math.abs(ys[other] - ys[state]);
    return there.reduce<number | null>((best, other) => (best === null || far(other) < far(best) ? other : best), null) ?? state;
  }

  paint(pen: Pen, view: Camera, scene: Scene): Painted {
    const { width, height, ratio, state, near, found } = scene;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.paintHaze(pen, view, scene);
    const dot = Math.max(1.3, Math.min(6, 5 * view.scale));
    const support = state === null ? null : this.reader.support(state);
    const uses = state === null ? [] : [...new Set(this.reader.uses[state].map((user) => this.reader.data.steps[user][1]))];
    const shownUses = uses.slice(0, MOST_USES);
    const isDim = state !== null || found !== null;
    this.paintDots(pen, view, scene, dot, isDim);
    pen.globalAlpha = isDim ? 0.5 : 1;
    this.paintEdges(pen, view, this.pathEnds, colour("path"), 1.6, dot + 2);
    pen.globalAlpha = 1;
    if (state !== null && support) {
      const below = [...support.steps].flatMap((number) => this.reader.data.steps[number][2].flatMap((a) => [a, this.reader.data.steps[number][1]]));
      this.paintEdges(pen, view, shownUses.flatMap((user) => [state, user]), colour("accent"), shownUses.length > 60 ? 0.6 : 1.2, dot + 2, [5, 3]);
      this.paintEdges(pen, view, below, colour("ground"), 2.2, dot + 2);
    }
    const large = Math.max(3.5, dot * 1.2);
    this.dots(pen, view, this.path, (s) => (this.goals.has(s) ? null : this.reader.isGiven(s) ? "premise" : "path"), large);
    this.dots(pen, view, shownUses, (s) => (s === state ? null : "accent"), large);
    if (support) this.dots(pen, view, support.states, (s) => (s === state ? null : this.reader.isGiven(s) ? "premise" : "ground"), large);
    if (found) this.dots(pen, view, found, () => "match", large);
    for (const goal of this.goals) this.ring(pen, this.at(goal, view), Math.max(6, dot * 1.6), "path", true);
    if (state !== null) this.ring(pen, this.at(state, view), Math.max(7, dot * 1.8), "selected", false);
    for (const one of near) this.ring(pen, this.at(one, view), Math.max(9, dot * 2.2), "ink", false, 1.5);
    const first = [...(state === null ? [] : [state]), ...near];
    this.captions.paint(pen, (s) => this.at(s, view), { width, height }, view.scale, { first, next: support ? [...support.states, ...shownUses.slice(0, 40)] : [...(found ?? [])].slice(0, 60), isDim });
    return { arrows: this.hasArrows, uses: uses.length, usesDrawn: shownUses.length };
  }

  /** All edges, faint. They are kept as a picture, which moves while the graph is moved. */
  private paintHaze(pen: Pen, view: Camera, scene: Scene): void {
    const { ratio, isMoving } = scene;
    const isOld = !this.hazeView || this.hazeView.scale !== view.scale || this.hazeView.x !== view.x || this.hazeView.y !== view.y;
    if (!this.hazeView || (isOld && !isMoving)) this.drawHaze(view, scene);
    const last = this.hazeView ?? view;
    const by = view.scale / last.scale;
    pen.globalAlpha = scene.state !== null || scene.found ? 0.45 : 1;
    pen.drawImage(this.haze, view.x - last.x * by, view.y - last.y * by, (this.haze.width / ratio) * by, (this.haze.height / ratio) * by);
    pen.globalAlpha = 1;
  }

  private drawHaze(view: Camera, { width, height, ratio }: Scene): void {
    this.haze.width = width * ratio;
    this.haze.height = height * ratio;
    const pen = this.haze.getContext("2d");
    if (!pen) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const inView: number[] = [];
    for (let k = 0; k < this.ends.length; k += 2) {
      const [x0, y0] = this.at(this.ends[k], view);
      const [x1, y1] = this.at(this.ends[k + 1], view);
      if (Math.max(x0, x1) < 0 || Math.min(x0, x1) > width || Math.max(y0, y1) < 0 || Math.min(y0, y1) > height) continue;
      inView.push(this.ends[k], this.ends[k + 1]);
    }
    this.hasArrows = inView.length / 2 <= ARROWS;
    const share = Math.min(1, 1200 / (inView.length / 2 + 1));
    pen.globalAlpha = this.hasArrows ? 0.75 : Math.max(0.045, 0.6 * share);
    this.paintEdges(pen, view, inView, colour("derived"), this.hasArrows ? 0.9 : 0.6, this.hasArrows ? Math.min(6, 5 * view.scale) + 1 : 0);
    this.hazeView = { ...view };
  }

  /** Lines between pairs of states, with an arrowhead before each end unless `gap` is 0. */
  private paintEdges(pen: Pen, view: Camera, ends: readonly number[], stroke: string, wide: number, gap: number, dash: readonly number[] = []): void {
    const lines = new Path2D();
    const heads = new Path2D();
    const size = 4 + wide;
    for (let k = 0; k < ends.length; k += 2) {
      const [x0, y0] = this.at(ends[k], view);
      const [x1, y1] = this.at(ends[k + 1], view);
      const long = Math.hypot(x1 - x0, y1 - y0);
      lines.moveTo(x0, y0);
      if (!gap || long < gap + size) {
        lines.lineTo(x1, y1);
        continue;
      }
      const [u, v] = [(x1 - x0) / long, (y1 - y0) / long];
      const [tx, ty] = [x1 - gap * u, y1 - gap * v];
      const [bx, by] = [tx - size * 1.6 * u, ty - size * 1.6 * v];
      lines.lineTo(bx, by);
      heads.moveTo(tx, ty);
      heads.lineTo(bx - 0.6 * size * v, by + 0.6 * size * u);
      heads.lineTo(bx + 0.6 * size * v, by - 0.6 * size * u);
    }
    pen.strokeStyle = pen.fillStyle = stroke;
    pen.lineWidth = wide;
    pen.setLineDash([...dash]);
    pen.stroke(lines);
    pen.setLineDash([]);
    pen.fill(heads);
  }

  private paintDots(pen: Pen, view: Camera, { width, height }: Scene, dot: number, isDim: boolean): void {
    pen.globalAlpha = isDim ? 0.45 : 1;
    const { uses } = this.reader;
    for (const kind of ["derived", "premise"] as const) {
      pen.fillStyle = colour(kind);
      pen.beginPath();
      for (let state = 0; state < this.xs.length; state++) {
        if (this.path.has(state) || this.reader.isGiven(state) !== (kind === "premise")) continue;
        const [x, y] = this.at(state, view);
        if (x < -9 || y < -9 || x > width + 9 || y > height + 9) continue;
        const size = Math.min(1.8 * dot, dot * (0.8 + 0.16 * Math.log2(1 + uses[state].length)));
        if (kind === "premise" || size < 1.6) pen.rect(x - size, y - size, 2 * size, 2 * size);
        else {
          pen.moveTo(x + size, y);
          pen.arc(x, y, size, 0, 7);
        }
      }
      pen.fill();
    }
    pen.globalAlpha = 1;
  }

  private dots(pen: Pen, view: Camera, states: Iterable<number>, fill: (state: number) => string | null, size: number): void {
    for (const state of states) {
      const name = fill(state);
      if (name === null) continue;
      const [x, y] = this.at(state, view);
      pen.fillStyle = colour(name);
      pen.beginPath();
      if (this.reader.isGiven(state)) pen.rect(x - size, y - size, 2 * size, 2 * size);
      else pen.arc(x, y, size, 0, 7);
      pen.fill();
    }
  }

  private ring(pen: Pen, [x, y]: readonly [number, number], size: number, name: string, isFilled: boolean, wide = 2.5): void {
    pen.strokeStyle = pen.fillStyle = colour(name);
    pen.lineWidth = wide;
    pen.beginPath();
    pen.arc(x, y, size, 0, 7);
    pen.stroke();
    if (!isFilled) return;
    pen.beginPath();
    pen.arc(x, y, size - 3, 0, 7);
    pen.fill();
  }
}
