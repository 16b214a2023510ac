// Labels: names, lengths and angles, placed clear of lines, highlights, points and each other.
import { type Label, type Position, type Role, type Run, type Shape, SUBSCRIPT } from "./drawing";
import { type ArcMiddle, type Marks, SHARES } from "./marks";
import { along, clipped, distance, gap } from "./plane";
import type { Plot } from "./plot";

const NAME_SIZE = 16;
const VALUE_SIZE = 14;
const TURNS = 24;
const GAPS = [2, 7, 13];
const CLEAR = 3;
/** The number of straight lines that stand for an arc. */
const ARC_PARTS = 4;
/** Half the size of the remark in the corner, in pixels. */
const REMARK = [110, 9] as const;

/** Half the width and half the height of a label. */
type Box = readonly [number, number];
/** A place, and what it costs beside what is near it. */
type Place = readonly [Position, number];

/** A name as a letter with its number as subscript. */
export function runsOf(name: string): Run[] {
  const [, head = "", tail = ""] = /^(.*?)_?(\d*)$/s.exec(name) ?? [];
  if (!head || !tail) return [{ text: head || name, isSubscript: false }];
  return [{ text: head, isSubscript: false }, { text: tail, isSubscript: true }];
}

/** The box of a label, estimated, since measuring would force a page layout. */
function boxOf(runs: readonly Run[], size: number): Box {
  const letters = runs.reduce((sum, run) => sum + run.text.length * (run.isSubscript ? 0.9 * SUBSCRIPT : 1), 0);
  return [0.3 * letters * size + 1, 0.36 * size];
}

/** Half the extent of a box in a direction. */
function extent([w, h]: Box, [x, y]: Position): number {
  return Math.abs(x) * w + Math.abs(y) * h;
}

/** A straight line, with half the width that it has beyond that of a line of the figure. */
type Bar = readonly [from: Position, to: Position, half: number];
/** Likewise a circle. */
type Ring = readonly [center: Position, radius: number, half: number];

/** What labels keep clear of in a highlight. */
function barsAndRings(shape: Shape): { readonly bars: readonly Bar[]; readonly rings: readonly Ring[] } {
  const half = (shape.stroke?.width ?? 0) / 2;
  const joined = (points: readonly Position[]) => points.slice(1).map((point, k): Bar => [points[k]!, point, half]);
  if (!half || shape.kind === "text") return { bars: [], rings: [] };
  if (shape.kind === "circle") return { bars: [], rings: [[shape.center, shape.radius, half]] };
  if (shape.kind === "line") return { bars: [[shape.from, shape.to, half]], rings: [] };
  if (shape.kind === "path") return { bars: joined(shape.isClosed ? [...shape.points, shape.points[0]!] : shape.points), rings: [] };
  const chords = Array.from({ length: ARC_PARTS + 1 }, (_, k) => along(shape.center, shape.start + (shape.turn * k) / ARC_PARTS, shape.radius));
  return { bars: joined(chords), rings: [] };
}

class Obstacles {
  private readonly plot: Plot;
  private readonly dots: readonly Position[];
  private readonly strokes: readonly Bar[];
  private readonly circles: readonly Ring[];
  private readonly boxes = new Map<string, readonly [Position, Box]>();

  constructor(plot: Plot, marks: Marks, lit: readonly Shape[]) {
    this.plot = plot;
    this.dots = plot.dots.filter((_, k) => plot.visibility.showsPoint(k));
    const aids = plot.aids().map(([a, b]) => [plot.at(a), plot.at(b)] as const);
    const glow = lit.map(barsAndRings);
    const drawn = [...plot.segments(), ...aids, ...marks.strokes].map(([from, to]): Bar => [from, to, 0]);
    this.strokes = [...drawn, ...glow.flatMap(({ bars }) => bars)];
    // Labels keep clear of what is said about marks without room, at the bottom.
    if (marks.leftOut) this.boxes.set("remark", [[REMARK[0], plot.view.height - REMARK[1]], REMARK]);
    this.circles = [...plot.circles().map(({ center, radius }): Ring => [center, radius, 0]), ...glow.flatMap(({ rings }) => rings)];
  }

  /** The cost of a box at a position: how much it covers or comes near to what is drawn. */
  private cost(at: Position, box: Box, self: string): number {
    const [x, y] = at;
    const { width, height } = this.plot.view;
    const near = (far: number) => Math.max(0, CLEAR - far);
    let cost = 0;
    for (const [p, q, half] of this.strokes) {
      const reach = box[0] + box[1] + CLEAR + half;
      if (Math.min(p[0], q[0]) > x + reach || Math.max(p[0], q[0]) < x - reach) continue;
      if (Math.min(p[1], q[1]) > y + reach || Math.max(p[1], q[1]) < y - reach) continue;
      const off = distance(at, p, q);
      const far = gap(p, q) || 1;
      cost += near(off - half - extent(box, [(q[1] - p[1]) / far, (q[0] - p[0]) / far]));
    }
    for (const [center, radius, half] of this.circles) {
      const far = gap(at, center) || 1;
      cost += near(Math.abs(far - radius) - half - extent(box, [(x - center[0]) / far, (y - center[1]) / far]));
    }
    for (const [dx, dy] of this.dots) {
      const off: Position = [Math.max(0, Math.abs(x - dx) - box[0]), Math.max(0, Math.abs(y - dy) - box[1])];
      cost += 2 * near(gap(off, [0, 0]) - 4);
    }
    for (const [other, [[ox, oy], [w, h]]] of this.boxes) {
      if (other !== self) cost += 3 * near(Math.max(Math.abs(x - ox) - box[0] - w, Math.abs(y - oy) - box[1] - h));
    }
    return cost + 4 * Math.max(0, box[0] - x, x + box[0] - width, box[1] - y, y + box[1] - height);
  }

  /** Return the place of lowest cost for a label, the first one on a tie, and keep it taken. */
  put(key: string, box: Box, places: Iterable<Place>): Position {
    let best: { cost: number; at: Position } | null = null;
    for (const [at, extra] of places) {
      // This place is too expensive whatever surrounds it.
      if (best !== null && extra >= best.cost) continue;
      const cost = extra + this.cost(at, box, key);
      if (best === null || cost < best.cost) best = { cost, at };
    }
    const at: Position = best?.at ?? [0, 0];
    this.boxes.set(key, [at, box]);
    return at;
  }
}

function* besidePoint([x, y]: Position, box: Box): Generator<Place> {
  for (const [k, space] of GAPS.entries()) {
    for (let turn = 0; turn < TURNS; turn++) {
      const angle = (2 * Math.PI * turn) / TURNS - Math.PI / 4;
      const u: Position = [Math.cos(angle), Math.sin(angle)];
      const far = 4 + space + extent(box, u) * 0.92;
      yield [[x + far * u[0], y + far * u[1]], 1.2 * k];
    }
  }
}

function* besideLine([x1, y1]: Position, [x2, y2]: Position, box: Box, heart: Position): Generator<Place> {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  for (const share of SHARES) {
    const [mx, my] = [x1 + share * (x2 - x1), y1 + share * (y2 - y1)];
    for (const space of [4, 9]) {
      for (const side of [1, -1]) {
        const n: Position = [(side * (y1 - y2)) / far, (side * (x2 - x1)) / far];
        // Outside the figure there is more room than inside.
        const inward = n[0] * (mx - heart[0]) + n[1] * (my - heart[1]) < 0 ? 0.8 : 0;
        const off = space + extent(box, n);
        yield [[mx + off * n[0], my + off * n[1]], inward + 8 * Math.abs(share - 0.5) + (space > 4 ? 0.6 : 0)];
      }
    }
  }
}

function* besideArc({ at, toward }: ArcMiddle, box: Box): Generator<Place> {
  for (const space of [3, 8, 14, 22, 32, 44]) {
    for (const turn of [0, 0.15, -0.15, 0.3, -0.3, 0.45, -0.45]) {
      const u: Position = [Math.cos(toward + turn), Math.sin(toward + turn)];
      const far = space + extent(box, u);
      yield [[at[0] + far * u[0], at[1] + far * u[1]], 0.15 * space + Math.abs(turn)];
    }
  }
}

/**
 * The labels that are shown, by the key of the thing that each is for: "point-2", "length-0". They keep
 * clear of the shapes that are lit.
 */
export function placeLabels(plot: Plot, marks: Marks, lit: readonly Shape[]): Map<string, Label> {
  const obstacles = new Obstacles(plot, marks, lit);
  const { dots, view, figure, visibility } = plot;
  const placed = new Map<string, Label>();
  const heart = [0, 1].map((k) => dots.reduce((sum, p) => sum + p[k as 0 | 1], 0) / dots.length) as [number, number];
  const put = (key: string, runs: Run[], point: number | null, places: (box: Box) => Iterable<Place>) => {
    const size = point === null ? VALUE_SIZE : NAME_SIZE;
    const role: Role = point === null ? "quiet" : "ink";
    const box = boxOf(runs, size);
    const [x, y] = obstacles.put(key, box, places(box));
    placed.set(key, {
      kind: "text", layer: "names", style: point === null ? "length" : "name", stroke: null, fill: { role, opacity: 1 },
      at: [x, y + box[1]], size, isItalic: point !== null, runs, point,
    });
  };
  figure.marks.angles.forEach(([, text], k) => {
    const value = marks.values[k];
    if (value && view.holds(value.at)) put(`angle-${k}`, [{ text, isSubscript: false }], null, (box) => besideArc(value, box));
  });
  // In the second pass the positions of all other labels are known.
  for (let pass = 0; pass < 2; pass++) {
    figure.lengths.forEach(([a, b, text], k) => {
      const seen = visibility.shows(`length-${k}`) ? clipped(dots[a]!, dots[b]!, view.width, view.height) : null;
      if (seen) put(`length-${k}`, [{ text, isSubscript: false }], null, (box) => besideLine(...seen, box, heart));
    });
    figure.points.forEach((name, k) => {
      const isSeen = visibility.showsPoint(k) && view.holds(dots[k]!, -4);
      if (isSeen) put(`point-${k}`, runsOf(name), k, (box) => besidePoint(dots[k]!, box));
    });
  }
  return placed;
}
