// The picture of a solid: an SVG that is drawn anew for every view.
import { degToRad } from "three/src/math/MathUtils.js";
import type { Vector3 } from "three/src/math/Vector3.js";
import { svg } from "./dom";
import type { Position } from "./drawing";
import { cornersOf } from "./solid_bodies";
import { Camera, vectorOf } from "./solid_camera";
import type { SolidData, SolidModel } from "./solid_data";
import { type Face, facesOf } from "./solid_faces";
import { type Line, placeNames } from "./solid_names";
import { Scene, type Stroke, Tracer } from "./solid_outline";
import { type CutPlane, type Section, sectionOf } from "./solid_section";

const LAYERS = ["plane", "backs", "areas", "section", "fronts", "lines", "cut", "dots", "names"] as const;
const MARGIN = 34;
const EM = 17;
/** How far a name moves from one frame to the next, in pixels. */
const DRIFT = 1.6;
/** The distance of the eye in perspective, unless the picture has another. */
const PERSPECTIVE = 4;
const CLOSEST = 8;
const FARTHEST = 0.4;

/** How far a point is from the axis, and how high or low. */
type Extent = readonly [around: number, up: number];

export class SolidView {
  readonly root: SVGSVGElement;
  azimuth: number;
  elevation: number;
  zoom = 1;
  isPerspective: boolean;
  cut: CutPlane | null = null;
  /** The sections of the bodies, as last drawn. */
  sections: readonly Section[] = [];
  /** The lines, as last drawn, in view space. */
  strokes: readonly Stroke[] = [];
  scene: Scene;
  private readonly layers: Readonly<Record<(typeof LAYERS)[number], SVGGElement>>;
  private readonly drawn: readonly Extent[];
  private extent: readonly Extent[];
  private size: Position = [480, 400];
  private offsets = new Map<string, Position>();
  private frame = 0;
  private reach = { across: 1, up: 1 };

  constructor(private readonly data: SolidData, private readonly isStill: () => boolean) {
    this.azimuth = data.azimuth;
    this.elevation = data.elevation;
    this.isPerspective = data.distance !== null;
    this.scene = new Scene(data.model);
    this.drawn = this.extent = reachesOf(this.scene);
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `solid-${name}` })])) as typeof this.layers;
    this.layers.names.setAttribute("aria-hidden", "true");
    this.root = svg("svg", { class: "solid", role: "group", tabindex: "0", "aria-label": "The solid", "aria-describedby": "solid-help" });
    this.root.append(...LAYERS.map((name) => this.layers[name]));
  }

  /** The distance of the eye in perspective. */
  private get eye(): number {
    return this.data.distance ?? PERSPECTIVE;
  }

  get camera(): Camera {
    return new Camera({ azimuth: this.azimuth, elevation: this.elevation, distance: this.isPerspective ? this.eye : null });
  }

  /** Show another model: a position of what moves. */
  show(model: SolidModel): void {
    this.scene = new Scene(model);
    // It is as large as in the picture, unless it would not fit.
    this.extent = [...this.drawn, ...reachesOf(this.scene)];
    this.redraw();
  }

  turn(around: number, above: number): void {
    this.azimuth = (((this.azimuth + around) % 360) + 360) % 360;
    this.elevation = Math.max(-90, Math.min(90, this.elevation + above));
    this.redraw();
  }

  enlarge(factor: number): void {
    this.zoom = Math.max(FARTHEST, Math.min(CLOSEST, this.zoom * factor));
    this.redraw();
  }

  /** Back to the view of the picture. */
  reset(): void {
    this.azimuth = this.data.azimuth;
    this.elevation = this.data.elevation;
    this.isPerspective = this.data.distance !== null;
    this.zoom = 1;
    this.redraw();
  }

  resize(width: number, height: number): void {
    if (!width || !height || (width === this.size[0] && height === this.size[1])) return;
    this.size = [width, height];
    this.offsets.clear();
    this.redraw();
  }

  /** Draw before the next frame is shown. */
  redraw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  draw(): void {
    this.reach = this.reached();
    const { camera, layers, scene } = this;
    const tracer = new Tracer(scene, camera);
    this.root.setAttribute("viewBox", `0 0 ${this.size[0]} ${this.size[1]}`);
    const faces = facesOf(scene, camera);
    this.paintFaces(layers.backs, faces.filter(({ isBack }) => isBack), "back");
    this.paintFaces(layers.fronts, faces.filter(({ isBack }) => !isBack), scene.model.dashes ? "front" : "opaque");
    layers.areas.replaceChildren(...scene.areas.map((area) => this.area(area.map((place) => camera.project(place)), "shaded")));
    this.strokes = tracer.outline();
    layers.lines.replaceChildren(...this.paths(this.strokes, "line"));
    this.drawCut(tracer);
    const dots = [...scene.points].map(([name, place]) => ({ name, at: this.toScreen(camera.project(place)) }));
    layers.dots.replaceChildren(...dots.map(({ at: [x, y] }) => svg("circle", { cx: x.toFixed(2), cy: y.toFixed(2), r: 2.6 })));
    this.drawNames(dots);
  }

  /** How far the solid reaches from the middle of the picture, from whichever side it is seen. */
  private reached(): { across: number; up: number } {
    const height = (degrees: number) => {
      const [sine, cosine] = [Math.abs(Math.sin(degToRad(degrees))), Math.cos(degToRad(degrees))];
      return Math.max(...this.extent.map(([around, up]) => up * cosine + around * sine));
    };
    const across = Math.max(...this.extent.map(([around]) => around));
    // Again as large as in the view of the picture, unless it would not fit.
    const up = Math.max(height(this.data.elevation), height(this.elevation));
    const nearer = this.isPerspective ? 1 - across / this.eye : 1;
    return { across: across / nearer, up: up / nearer };
  }

  /** A place of view space in pixels. */
  private toScreen({ x, y }: { x: number; y: number }): Position {
    const [width, height] = this.size;
    const margin = Math.min(MARGIN, 0.12 * Math.min(width, height));
    const scale = this.zoom * Math.min((width / 2 - margin) / this.reach.across, (height / 2 - margin) / this.reach.up);
    return [width / 2 + scale * x, height / 2 - scale * y];
  }

  private drawCut(tracer: Tracer): void {
    const { camera, cut, layers, scene } = this;
    this.sections = cut ? scene.bodies.flatMap((body) => sectionOf(body, cut) ?? []) : [];
    const frame = cut ? this.frameOf(cut) : null;
    layers.plane.replaceChildren(...(frame ? [this.area(frame.map((place) => camera.project(place)), "plane"), ...this.paths(tracer.ring(frame), "plane-line")] : []));
    layers.section.replaceChildren(...this.sections.map(({ corners }) => this.area(corners.map((place) => camera.project(place)), "cut")));
    layers.cut.replaceChildren(...this.sections.flatMap(({ corners }) => [
      ...this.paths(tracer.ring(corners), "cut-line"),
      ...(corners.length > 8 ? [] : corners.map((place) => {
        const [x, y] = this.toScreen(camera.project(place));
        return svg("circle", { class: "cut-corner", cx: x.toFixed(2), cy: y.toFixed(2), r: 3 });
      })),
    ]));
  }

  /** The part of a plane that is shown: a rectangle around the sections, or where it misses the solid, around this. */
  private frameOf({ normal, offset }: CutPlane): Vector3[] {
    const middle = normal.clone().multiplyScalar(offset);
    const level = vectorOf([-normal.y, normal.x, 0]);
    if (level.length() < 1e-6) level.set(1, 0, 0);
    const first = level.normalize();
    const second = normal.clone().cross(first);
    const corners = this.sections.flatMap((section) => section.corners);
    const extent = (corners.length ? corners : extentOf(this.scene)).map((place) => place.clone().sub(middle));
    const [across, along] = [first, second].map((way) => {
      const steps = extent.map((place) => place.dot(way));
      const [low, high] = [Math.min(...steps), Math.max(...steps)];
      const more = 0.08 * (high - low) + 0.05;
      return [low - more, high + more] as const;
    });
    const corner = (a: number, b: number) => middle.clone().addScaledVector(first, across![a]!).addScaledVector(second, along![b]!);
    return [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  }

  private drawNames(dots: readonly { readonly name: string; readonly at: Position }[]): void {
    const lines = this.strokes.flatMap(({ points }): Line[] => {
      const step = points.length > 2 ? 3 : 1;
      const kept = points.filter((_, k) => k % step === 0 || k === points.length - 1).map((place) => this.toScreen(place));
      return kept.slice(1).map((place, k) => [kept[k]!, place]);
    });
    const wanted = placeNames(dots, lines, EM, this.size, this.offsets);
    let isMoving = false;
    for (const [name, to] of wanted) {
      const from = this.offsets.get(name);
      const way: Position = from ? [to[0] - from[0], to[1] - from[1]] : [0, 0];
      const length = Math.hypot(...way);
      const isNear = !from || length <= DRIFT || this.isStill();
      this.offsets.set(name, isNear ? to : [from[0] + (DRIFT * way[0]) / length, from[1] + (DRIFT * way[1]) / length]);
      isMoving ||= !isNear;
    }
    this.layers.names.replaceChildren(...dots.map(({ name, at: [x, y] }) => {
      const [dx, dy] = this.offsets.get(name)!;
      const [letter, index] = [name[0]!, name.slice(1)];
      const text = svg("text", { x: (x + dx).toFixed(2), y: (y + dy + 0.34 * EM).toFixed(2), "data-name": name }, letter);
      if (index) text.append(svg("tspan", { class: "index", dy: "0.28em" }, index));
      return text;
    }));
    if (isMoving) this.redraw();
  }

  private paths(strokes: readonly Stroke[], look: string): SVGPathElement[] {
    return strokes.filter(({ isHidden }) => !isHidden || this.scene.model.dashes)
      .sort((a, b) => Number(b.isHidden) - Number(a.isHidden))
      .map(({ points, isHidden }) => svg("path", { class: `${look} ${isHidden ? "hidden" : "seen"}`, d: this.path(points) }));
  }

  private area(ring: readonly Vector3[], look: string): SVGPathElement {
    return svg("path", { class: look, d: `${this.path(ring)}Z` });
  }

  private path(points: readonly Vector3[]): string {
    return `M${points.map((place) => this.toScreen(place).map((one) => one.toFixed(2)).join(" ")).join("L")}`;
  }

  private paintFaces(layer: SVGGElement, faces: readonly Face[], look: string): void {
    layer.replaceChildren(...faces.flatMap(({ ring, light, across }, k) => {
      const shape = this.area(ring, look);
      if (across === null) {
        shape.style.setProperty("--light", `${Math.round(100 * (light ?? 0))}%`);
        return [shape];
      }
      const id = `solid-shade-${look}-${k}`;
      shape.style.fill = `url(#${id})`;
      return [across === "ball" ? ballShade(id) : this.barrelShade(id, across), shape];
    }));
  }

  private barrelShade(id: string, [from, to]: readonly [Vector3, Vector3]): SVGElement {
    const [[x1, y1], [x2, y2]] = [this.toScreen(from), this.toScreen(to)];
    // Light comes from the left.
    const [a, b] = x1 < x2 ? [[x1, y1], [x2, y2]] : [[x2, y2], [x1, y1]];
    return svg("linearGradient", { id, gradientUnits: "userSpaceOnUse", x1: a![0]!, y1: a![1]!, x2: b![0]!, y2: b![1]! },
      ...[[0, 45], [0.3, 100], [0.7, 45], [1, 8]].map(([at, light]) => stop(at!, light!)));
  }
}

function ballShade(id: string): SVGElement {
  return svg("radialGradient", { id, cx: 0.36, cy: 0.32, r: 0.72 }, ...[[0, 100], [0.55, 60], [1, 5]].map(([at, light]) => stop(at!, light!)));
}

function stop(offset: number, light: number): SVGElement {
  const node = svg("stop", { offset });
  node.style.setProperty("--light", `${light}%`);
  return node;
}

function reachesOf(scene: Scene): Extent[] {
  return extentOf(scene).map(({ x, y, z }) => [Math.hypot(x, y), Math.abs(z)]);
}

/** Points that stand for the extent of a scene. */
function extentOf(scene: Scene): Vector3[] {
  return [...scene.bodies.flatMap(cornersOf), ...[...scene.lines, ...scene.dashed, ...scene.curves, ...scene.areas].flat(), ...scene.points.values()].map((place) => place.clone());
}
