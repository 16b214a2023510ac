// The picture of a construction on its page.
import type { StatementRow } from "./draft_data";
import { distance, length, type Place, plus, times } from "./draft_plane";
import { end, isStraight, type Thing, type Things } from "./draft_shapes";
import { svg } from "./dom";
import { pointerAt } from "./gestures";

const [WIDTH, HEIGHT] = [720, 540];
/** How far from a thing its name is written, in pixels; and the step of an arrow key, in parts of the window. */
const LABEL = 13;
const KEY_STEP = 0.02;

/** What can be moved, and how. */
export interface Mover {
  readonly isFree: (name: string) => boolean;
  move(name: string, to: Place): void;
}

export class DraftView {
  readonly root = svg("svg", { class: "draft", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": "The construction" });
  private readonly curves = svg("g");
  private readonly names = svg("g");
  private readonly dots = svg("g");
  private readonly handles = new Map<string, SVGGElement>();
  private readonly scale: number;
  private readonly corner: Place;

  constructor(private readonly rows: readonly StatementRow[], [leftmost, low, right, high]: readonly [number, number, number, number], private readonly mover: Mover) {
    this.scale = Math.min(WIDTH / (right - leftmost), HEIGHT / (high - low));
    this.corner = [leftmost, low];
    this.root.append(this.curves, this.names, this.dots);
  }

  /** Show the objects of the first steps; those of the last one of them are new. */
  show(things: Things, step: number): void {
    this.curves.replaceChildren();
    this.names.replaceChildren();
    const seen = new Set<string>();
    const points: [string, Place][] = [];
    const curves: [string, Thing, string][] = [];
    for (const row of this.rows) {
      if (row.step > step) continue;
      const age = row.step === 0 ? "given" : row.step === step ? "fresh" : "old";
      for (const name of [...row.names, ...row.parts.map(([part]) => part)]) {
        const thing = things.get(name);
        if (!thing || thing.shape === null) continue;
        if (thing.kind === "point" && thing.shape) {
          seen.add(name);
          points.push([name, thing.shape]);
          this.dot(name, thing.shape, age);
        } else {
          this.curve(thing, age);
          if (age !== "old" && row.names.includes(name)) curves.push([name, thing, age]);
        }
      }
    }
    for (const [name, handle] of this.handles) if (!seen.has(name)) handle.style.display = "none";
    const taken = points.map(([, place]) => this.at(place));
    for (const [name, place] of points) taken.push(this.write(name, this.at(place), around(this.at(place)), taken, ""));
    for (const [name, thing, age] of curves) {
      const places = this.alongside(thing);
      if (places.length) taken.push(this.write(name, null, places, taken, `curve-name ${age}`));
    }
  }

  private at([x, y]: Place): Place {
    return [(x - this.corner[0]) * this.scale, HEIGHT - (y - this.corner[1]) * this.scale];
  }

  private curve(thing: Thing, age: string): void {
    if (thing.shape === null) return;
    if (thing.kind === "circle") {
      const [cx, cy] = this.at(thing.shape.center);
      this.curves.append(svg("circle", { class: `curve ${age}`, cx, cy, r: thing.shape.radius * this.scale }));
    } else if (thing.kind === "polygon") {
      this.curves.prepend(svg("polygon", { class: `area ${age}`, points: thing.shape.map((place) => this.at(place).join(",")).join(" ") }));
    } else if (thing.kind === "list") {
      for (const part of thing.shape) {
        if (part.kind === "point" && part.shape) {
          const [cx, cy] = this.at(part.shape);
          this.curves.append(svg("circle", { class: `dot ${age}`, cx, cy, r: 3.5 }));
        } else this.curve(part, age);
      }
    } else if (isStraight(thing) && thing.shape) {
      const { at: from, along } = thing.shape;
      // Beyond the picture in every direction.
      const far = (2 * (WIDTH + HEIGHT) / this.scale + distance(from, this.corner)) / (length(along) || 1);
      const start = thing.kind === "line" ? plus(from, times(along, -far)) : from;
      const stop = thing.kind === "segment" ? end(thing.shape) : plus(from, times(along, far));
      const [[x1, y1], [x2, y2]] = [this.at(start), this.at(stop)];
      this.curves.append(svg("line", { class: `curve ${age}`, x1, y1, x2, y2 }));
    }
  }

  private dot(name: string, place: Place, age: string): void {
    let handle = this.handles.get(name);
    if (!handle) {
      handle = this.mover.isFree(name) ? this.handle(name) : svg("g", {}, svg("circle", { r: 4 }, svg("title", {}, name)));
      this.handles.set(name, handle);
      this.dots.append(handle);
    }
    const [x, y] = this.at(place);
    handle.style.display = "";
    handle.setAttribute("transform", `translate(${x} ${y})`);
    handle.setAttribute("class", `dot ${age}${this.mover.isFree(name) ? " free" : ""}`);
    handle.dataset.name = name;
    handle.dataset.place = place.join(" ");
  }

  /** A point that is dragged, or moved with the arrow keys. */
  private handle(name: string): SVGGElement {
    const handle = svg("g", { tabindex: "0", role: "button", "aria-label": `Point ${name}: drag it, or move it with the arrow keys` },
      svg("circle", { r: 18, class: "reach" }), svg("circle", { r: 6 }, svg("title", {}, name)));
    const place = (): Place => handle.dataset.place!.split(" ").map(Number) as unknown as Place;
    handle.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      handle.focus({ preventScroll: true });
      handle.setPointerCapture(event.pointerId);
      const [from, start] = [place(), pointerAt(this.root, event)];
      const size = this.root.getBoundingClientRect().width / WIDTH * this.scale;
      const drag = (next: PointerEvent) => {
        const to = pointerAt(this.root, next);
        this.mover.move(name, [from[0] + (to[0] - start[0]) / size, from[1] - (to[1] - start[1]) / size]);
      };
      const drop = () => handle.removeEventListener("pointermove", drag);
      handle.addEventListener("pointermove", drag);
      handle.addEventListener("pointerup", drop, { once: true });
      handle.addEventListener("pointercancel", drop, { once: true });
    });
    handle.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] as Place | undefined;
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      this.mover.move(name, plus(place(), times(by, (KEY_STEP * WIDTH) / this.scale)));
    });
    return handle;
  }

  /** Places beside a line, segment or circle that are well within the picture. */
  private alongside(thing: Thing): Place[] {
    if (thing.shape === null) return [];
    const found: Place[] = [];
    for (let k = 0; k < 48; k += 1) {
      if (thing.kind === "circle") {
        const way: Place = [Math.cos((k * Math.PI) / 24), Math.sin((k * Math.PI) / 24)];
        found.push(this.at(plus(thing.shape.center, times(way, thing.shape.radius + LABEL / this.scale))));
      } else if (isStraight(thing) && thing.shape) {
        const { at: from, along } = thing.shape;
        const size = length(along) || 1;
        const aside = times([-along[1], along[0]] as Place, LABEL / this.scale / size);
        // A segment has its name near the middle, a line near the edge of the picture.
        const part = thing.kind === "segment" ? 0.3 + k / 120 : ((24 - k) * WIDTH) / 16 / this.scale / size;
        if (thing.kind !== "ray" || part > 0) found.push(this.at(plus(plus(from, times(along, part)), aside)));
      }
    }
    return found.filter(([x, y]) => x > LABEL && y > LABEL && x < WIDTH - LABEL && y < HEIGHT - LABEL);
  }

  /** Write a name at the place that is farthest from what is there; return this place. */
  private write(name: string, owner: Place | null, places: readonly Place[], taken: readonly Place[], kind: string): Place {
    const others = taken.filter((other) => !owner || distance(owner, other) > 1);
    const room = (at: Place) => Math.min(3 * LABEL, ...others.map((other) => distance(at, other)));
    const best = places.reduce((one, other) => (room(other) > room(one) + 1 ? other : one));
    const [, stem, index] = /^([^_]+)(?:_(.*))?$/.exec(name) ?? ["", name, ""];
    const text = svg("text", { x: best[0], y: best[1] + 5, class: kind }, stem!);
    if (index) text.append(svg("tspan", { class: "index", dy: 4 }, index));
    this.names.append(text);
    return best;
  }
}

/** Eight places around one. */
const around = ([x, y]: Place): Place[] =>
  [1, 3, 5, 7, 0, 2, 4, 6].map((k) => [x + LABEL * Math.cos((k * Math.PI) / 4), y - LABEL * Math.sin((k * Math.PI) / 4)]);
