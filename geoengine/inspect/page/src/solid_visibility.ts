// Which parts of segments and circles are hidden, computed in view space; geoengine/draw/solids/visibility.py
// says how, and does the same for pictures.
import { Matrix4 } from "three/src/math/Matrix4.js";
import type { Vector3 } from "three/src/math/Vector3.js";
import type { Vector4 } from "three/src/math/Vector4.js";
import type { SolidBody } from "./solid_bodies";
import type { Camera, Circle } from "./solid_camera";

/** The parameters between which something is hidden. */
export type Span = readonly [low: number, high: number];

/** Through how much of a body one can see. */
const THIN = 2e-6;
/** A component of a normal below this counts as zero: the plane is seen end on. */
const END_ON = 1e-4;
const SHORTEST = 1e-4;
/** Arcs shorter than this, in radians, are not told apart. */
const SHORTEST_ARC = 0.01;
const SAMPLES = 120;
const BISECTIONS = 16;

const levelOf = (plane: Vector4, { x, y, z }: Vector3) => plane.x * x + plane.y * y + plane.z * z + plane.w;

/** A body in view space, as an obstacle to sight. */
export abstract class Obstacle {
  protected readonly front: readonly Vector4[];
  protected readonly back: readonly Vector4[];
  protected readonly aside: readonly Vector4[];

  constructor(protected readonly planes: readonly Vector4[]) {
    this.front = planes.filter(({ z }) => z > END_ON);
    this.back = planes.filter(({ z }) => z < -END_ON);
    this.aside = planes.filter(({ z }) => Math.abs(z) <= END_ON);
  }

  /** The part of a segment that is hidden; null if none is. */
  abstract hidden(start: Vector3, stop: Vector3): Span | null;

  hides(place: Vector3): boolean {
    const [low, high] = this.between(place);
    return high - low > THIN;
  }

  /** How far a sight line goes to enter the body, at least 0, and to leave it. */
  protected between(place: Vector3): [number, number] {
    if (this.aside.some((plane) => levelOf(plane, place) > -THIN)) return [0, -Infinity];
    const high = Math.min(Infinity, ...this.front.map((plane) => -levelOf(plane, place) / plane.z));
    const low = Math.max(0, ...this.back.map((plane) => -levelOf(plane, place) / plane.z));
    return [low, high];
  }
}

/** Where linear functions are all positive along a segment, from their values at its ends; null if nowhere. */
function positive(ends: readonly (readonly [start: number, stop: number])[]): Span | null {
  let [low, high] = [0, 1];
  for (const [from, to] of ends) {
    if (from <= 0 && to <= 0) return null;
    const root = from / (from - to);
    if (from <= 0) low = Math.max(low, root);
    else if (to <= 0) high = Math.min(high, root);
    if (low >= high) return null;
  }
  return [low, high];
}

class Faceted extends Obstacle {
  hidden(start: Vector3, stop: Vector3): Span | null {
    const [highs, lows] = [this.front, this.back].map((planes) =>
      planes.map((plane) => [-levelOf(plane, start) / plane.z, -levelOf(plane, stop) / plane.z] as const));
    return positive([
      ...this.aside.map((plane) => [-levelOf(plane, start) - THIN, -levelOf(plane, stop) - THIN] as const),
      ...highs!.map(([a, b]) => [a - THIN, b - THIN] as const),
      ...highs!.flatMap(([a, b]) => lows!.map(([c, d]) => [a - c - THIN, b - d - THIN] as const)),
    ]);
  }
}

/** A plane polygon. */
class Flat extends Obstacle {
  private readonly sense: number;

  constructor(private readonly plane: Vector4, private readonly corners: readonly Vector3[]) {
    super([]);
    this.sense = Math.sign(corners.reduce((sum, { x, y }, k) => {
      const next = corners[(k + 1) % corners.length]!;
      return sum + x * next.y - y * next.x;
    }, 0));
  }

  override hides(place: Vector3): boolean {
    return this.within(place).every((one) => one > 0);
  }

  hidden(start: Vector3, stop: Vector3): Span | null {
    const ends = this.within(stop);
    return positive(this.within(start).map((one, k) => [one, ends[k]!] as const));
  }

  /** What is positive for a hidden point: how far it is behind the plane, and within each side. */
  private within(place: Vector3): number[] {
    if (Math.abs(this.plane.z) <= END_ON) return [-1];
    const sides = this.corners.map((a, k) => {
      const b = this.corners[(k + 1) % this.corners.length]!;
      const [u, v] = [b.x - a.x, b.y - a.y];
      return (this.sense * (u * (place.y - a.y) - v * (place.x - a.x))) / Math.hypot(u, v);
    });
    return [-levelOf(this.plane, place) / this.plane.z - THIN, ...sides];
  }
}

/** A symmetric form in three or four variables, by rows. */
type Form = readonly (readonly number[])[];

const apply = (form: Form, p: readonly number[], q: readonly number[]) =>
  form.reduce((sum, row, i) => sum + p[i]! * row.reduce((part, one, j) => part + one * q[j]!, 0), 0);

/** The two parameters at which a form vanishes along a line. */
function roots(form: Form, start: readonly number[], way: readonly number[]): number[] {
  const [a, b, c] = [apply(form, way, way), apply(form, way, start), apply(form, start, start)];
  const spread = b * b - a * c;
  const half = Math.sqrt(Math.abs(spread) < 1e-14 * (b * b + Math.abs(a * c)) ? 0 : spread);
  const big = -(b + (b < 0 ? -half : half));
  return [big / a, c / big];
}

/** A body bounded by a quadric, and perhaps by planes. */
class Rounded extends Obstacle {
  private readonly quadric: Form;
  private readonly forms: readonly Form[];

  constructor(quadric: Matrix4, planes: readonly Vector4[]) {
    super(planes);
    const largest = Math.max(...quadric.elements.map(Math.abs));
    const q = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => quadric.elements[4 * j + i]! / largest));
    this.quadric = q;
    // Where a sight line touches the quadric: its discriminant, a form in (x, y, 1).
    const kept = [0, 1, 3];
    const touching = kept.map((i) => kept.map((j) => q[2]![i]! * q[2]![j]! - q[2]![2]! * q[i]![j]!));
    const lifted = [...this.front, ...this.back].map(({ x, y, z, w }) => {
      const lift = [[1, 0, 0], [0, 1, 0], [-x / z, -y / z, -w / z], [0, 0, 1]];
      const column = (k: number) => lift.map((row) => row[k]!);
      return [0, 1, 2].map((i) => [0, 1, 2].map((j) => apply(q, column(i), column(j))));
    });
    this.forms = [touching, ...lifted];
  }

  override hides(place: Vector3): boolean {
    const [low, high] = this.between(place);
    const point = [place.x, place.y, place.z, 1];
    const q = this.quadric;
    const b = q[2]!.reduce((sum, one, k) => sum + one * point[k]!, 0);
    const [a, c] = [q[2]![2]! || -1e-300, apply(q, point, point)];
    const spread = b * b - a * c;
    if (spread <= 0) return a < 0 && high - low > THIN;
    const half = Math.sqrt(spread);
    const big = -(b + (b < 0 ? -half : half));
    const found = [big / a, c / big].map((one) => (Number.isNaN(one) ? Infinity : one));
    const [first, last] = [Math.min(...found), Math.max(...found)];
    if (a > 0) return Math.min(high, last) - Math.max(low, first) > THIN;
    // The quadric is open along the sight lines; what is inside lies outside the roots.
    return Math.max(Math.min(high, first) - low, high - Math.max(low, last)) > THIN;
  }

  hidden(start: Vector3, stop: Vector3): Span | null {
    const way = stop.clone().sub(start);
    const [flat, along] = [[start.x, start.y, 1], [way.x, way.y, 0]];
    const events = [0, 1, ...this.forms.flatMap((form) => roots(form, flat, along)), ...roots(this.quadric, [...start.toArray(), 1], [...way.toArray(), 0])];
    for (const plane of this.planes) events.push(-levelOf(plane, start) / (plane.x * way.x + plane.y * way.y + plane.z * way.z));
    const shares = events.filter((one) => one >= 0 && one <= 1).sort((a, b) => a - b);
    let [low, high] = [1, 0];
    for (let k = 1; k < shares.length; k += 1) {
      const [from, to] = [shares[k - 1]!, shares[k]!];
      if (to - from < 1e-9 || !this.hides(start.clone().addScaledVector(way, (from + to) / 2))) continue;
      low = Math.min(low, from);
      high = Math.max(high, to);
    }
    return low < high ? [low, high] : null;
  }
}

export function obstacleOf(body: SolidBody, camera: Camera): Obstacle {
  if (body.kind === "polyhedron") return new Faceted(body.planes.map((plane) => camera.plane(plane)));
  if (body.kind === "sheet") return new Flat(camera.plane(body.planes[0]), body.vertices.map((vertex) => camera.project(vertex)));
  const planes = body.kind === "frustum" ? body.planes.map((plane) => camera.plane(plane)) : [];
  return new Rounded(camera.quadric(body.quadric), planes);
}

/** The hidden parts of a segment of view space, in order. */
export function hiddenSpans(start: Vector3, stop: Vector3, obstacles: readonly Obstacle[]): Span[] {
  const parts = obstacles.map((obstacle) => obstacle.hidden(start, stop)).filter((part): part is Span => part !== null && part[1] - part[0] > SHORTEST);
  const united: [number, number][] = [];
  for (const [from, to] of parts.sort((a, b) => a[0] - b[0])) {
    const [low, high] = [from < SHORTEST ? 0 : from, to > 1 - SHORTEST ? 1 : to];
    const last = united.at(-1);
    if (last && low < last[1] + SHORTEST) last[1] = Math.max(high, last[1]);
    else united.push([low, high]);
  }
  return united;
}

/** The angles between which a circle is hidden: each begins between 0 and 2π and ends at most 2π later. */
export function hiddenArcs(circle: Circle, camera: Camera, obstacles: readonly Obstacle[]): Span[] {
  if (!obstacles.length) return [];
  const isHidden = (turn: number) => {
    const place = camera.project(circle.at(turn));
    return obstacles.some((obstacle) => obstacle.hides(place));
  };
  const round = 2 * Math.PI;
  const flags = Array.from({ length: SAMPLES }, (_, k) => isHidden((round * k) / SAMPLES));
  if (flags.every(Boolean)) return [[0, round]];
  const ends: { at: number; into: boolean }[] = [];
  flags.forEach((flag, k) => {
    const into = flags[(k + 1) % SAMPLES]!;
    if (flag === into) return;
    let [low, high] = [(round * k) / SAMPLES, (round * (k + 1)) / SAMPLES];
    for (let step = 0; step < BISECTIONS; step += 1) {
      const middle = (low + high) / 2;
      if (isHidden(middle) === into) high = middle;
      else low = middle;
    }
    ends.push({ at: (low + high) / 2, into });
  });
  const arcs = ends.flatMap(({ at, into }, k) => {
    if (!into) return [];
    const next = ends[(k + 1) % ends.length]!.at;
    return [[at, next > at ? next : next + round] as Span];
  });
  return arcs.filter(([low, high]) => high - low > SHORTEST_ARC);
}

/** The gaps between intervals, from `start` to `stop`. */
export function gapsBetween(parts: readonly Span[], start: number, stop: number): Span[] {
  const [lows, highs] = [[start, ...parts.map(([, high]) => high)], [...parts.map(([low]) => low), stop]];
  return lows.map((low, k) => [low, highs[k]!] as Span).filter(([low, high]) => high - low > 1e-9);
}
