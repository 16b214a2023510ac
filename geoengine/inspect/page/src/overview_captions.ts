// The texts on a large graph: landmarks first, and none over another. They are 11 px or larger.
import { colour } from "./dom";
import type { GraphReader } from "./graph_model";

const FONT = 12;

/** How many landmarks are named in a view of the whole, and in a view near enough to read. */
const LANDMARKS = { far: 14, near: 160 };

/** The scale from which all states may be named. */
const NEAR = 0.75;

interface Wanted {
  /** The states named before all others, in any case. */
  readonly first: readonly number[];
  /** Those named next. */
  readonly next: readonly number[];
  /** Whether others than these are to stand back. */
  readonly isDim: boolean;
}

export class Captions {
  private readonly widths = new Map<number, number>();
  /** The derived states, those first that most steps use. */
  private readonly landmarks: readonly number[];

  constructor(
    private readonly reader: GraphReader,
    private readonly path: ReadonlySet<number>,
    private readonly goals: ReadonlySet<number>,
  ) {
    const { uses } = reader;
    this.landmarks = [...reader.data.states.keys()].filter((state) => !reader.isGiven(state)).sort((a, b) => uses[b].length - uses[a].length);
  }

  paint(pen: CanvasRenderingContext2D, at: (state: number) => readonly [number, number], { width, height }: { readonly width: number; readonly height: number }, scale: number, { first, next, isDim }: Wanted): void {
    pen.font = `${FONT}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = [];
    const [paper, ink, quiet] = [colour("paper"), colour("ink"), colour("quiet")];
    const isNear = scale > NEAR;
    const name = (state: number, fill: string): boolean => {
      const [x, y] = at(state);
      if (x < 0 || y < 0 || x > width || y > height) return false;
      const text = this.reader.text(state);
      let wide = this.widths.get(state);
      if (wide === undefined) this.widths.set(state, (wide = pen.measureText(text).width));
      const left = Math.max(2, Math.min(width - wide - 6, x - wide / 2 - 3));
      const top = y > 26 ? y - 24 : y + 10;
      const box = [left, top, left + wide + 6, top + 15] as const;
      if (taken.some((other) => box[0] < other[2] + 3 && other[0] < box[2] + 3 && box[1] < other[3] && other[1] < box[3])) return false;
      taken.push(box);
      pen.globalAlpha = 0.88;
      pen.fillStyle = paper;
      pen.fillRect(left, top, wide + 6, 15);
      pen.globalAlpha = 1;
      pen.fillStyle = fill;
      pen.fillText(text, left + 3 + wide / 2, top + 8);
      return true;
    };
    const named = new Set<number>();
    const each = (states: Iterable<number>, fill: string, most: number) => {
      let left = most;
      for (const state of states) {
        if (left <= 0) return;
        if (named.has(state)) continue;
        named.add(state);
        if (name(state, fill)) left--;
      }
    };
    each(first, ink, Infinity);
    each(next, ink, 60);
    each(this.goals, ink, Infinity);
    each(this.path, isDim ? quiet : ink, isDim && !isNear ? 0 : Infinity);
    each(this.landmarks, quiet, isNear ? LANDMARKS.near : isDim ? 0 : LANDMARKS.far);
    if (isNear) each(this.reader.data.states.keys(), quiet, LANDMARKS.near);
  }
}
