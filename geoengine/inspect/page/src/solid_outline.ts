// The lines of a solid as they are seen, each split into visible and hidden parts.
import type { Vector3 } from "three/src/math/Vector3.js";
import { type SolidBody, bodyOf } from "./solid_bodies";
import { type Camera, Circle, vectorOf } from "./solid_camera";
import type { SolidModel } from "./solid_data";
import { gapsBetween, hiddenArcs, hiddenSpans, type Obstacle, obstacleOf } from "./solid_visibility";

/** A part of a line, in view space. */
export interface Stroke {
  readonly points: readonly Vector3[];
  readonly isHidden: boolean;
}

/** A model with its bodies. */
export class Scene {
  readonly bodies: readonly SolidBody[];
  readonly lines: readonly (readonly [Vector3, Vector3])[];
  readonly circles: readonly { readonly circle: Circle; readonly on: readonly number[] }[];
  readonly dashed: readonly (readonly [Vector3, Vector3])[];
  readonly curves: readonly (readonly Vector3[])[];
  readonly areas: readonly (readonly Vector3[])[];
  readonly points: ReadonlyMap<string, Vector3>;

  constructor(readonly model: SolidModel) {
    this.bodies = model.bodies.map(bodyOf);
    const segment = (row: readonly number[]) => [vectorOf(row.slice(0, 3)), vectorOf(row.slice(3))] as const;
    this.lines = model.lines.map(segment);
    this.dashed = model.dashed.map(segment);
    this.curves = model.curves.map((curve) => curve.map(vectorOf));
    this.circles = model.circles.map(({ at, on }) => ({ circle: Circle.of(at), on }));
    this.areas = [...model.areas.map((area) => area.map(vectorOf)), ...model.discs.map((disc) => Circle.of(disc).arc(0, 2 * Math.PI).slice(1))];
    this.points = new Map(Object.entries(model.points).map(([name, place]) => [name, vectorOf(place)]));
  }
}

/** A scene, seen by a camera. */
export class Tracer {
  private readonly obstacles: readonly Obstacle[];
  private readonly solid: readonly number[];

  constructor(private readonly scene: Scene, private readonly camera: Camera) {
    this.obstacles = scene.bodies.map((body) => obstacleOf(body, camera));
    this.solid = scene.bodies.map((_, k) => k).filter((k) => !scene.model.glass.includes(k));
  }

  /** All lines of the model. */
  outline(): Stroke[] {
    const { scene, camera } = this;
    const solid = this.some(() => true);
    return [
      ...scene.lines.flatMap(([a, b]) => this.segment(a, b, solid)),
      // Glass hides nothing behind it, but a circle on it still has a far side.
      ...scene.circles.flatMap(({ circle, on }) => this.circle(circle, [...solid, ...on.map((k) => this.obstacles[k]!)])),
      ...scene.curves.flatMap((curve) => this.curve(curve, solid)),
      ...scene.dashed.map((ends) => ({ points: ends.map((place) => camera.project(place)), isHidden: true })),
      ...scene.bodies.flatMap((body, k) => {
        const others = this.some((other) => other !== k);
        if (body.kind === "sphere") return this.circle(camera.outline(body.center, body.radius), others);
        if (body.kind === "frustum") return camera.contours(body.bottom, body.top, body.radii).flatMap(([a, b]) => this.segment(a, b, others));
        return [];
      }),
    ];
  }

  /** The sides of a polygon. */
  ring(corners: readonly Vector3[]): Stroke[] {
    const solid = this.some(() => true);
    return corners.flatMap((corner, k) => this.segment(corner, corners[(k + 1) % corners.length]!, solid));
  }

  private some(isMeant: (number: number) => boolean): Obstacle[] {
    return this.solid.filter(isMeant).map((k) => this.obstacles[k]!);
  }

  private segment(a: Vector3, b: Vector3, obstacles: readonly Obstacle[]): Stroke[] {
    const [start, stop] = [this.camera.project(a), this.camera.project(b)];
    const hidden = hiddenSpans(start, stop, obstacles);
    const part = (isHidden: boolean) => ([low, high]: readonly [number, number]) =>
      ({ points: [start.clone().lerp(stop, low), start.clone().lerp(stop, high)], isHidden });
    return [...hidden.map(part(true)), ...gapsBetween(hidden, 0, 1).map(part(false))];
  }

  /** A curve appears and disappears halfway between two of its points. */
  private curve(curve: readonly Vector3[], obstacles: readonly Obstacle[]): Stroke[] {
    const places = curve.map((place) => this.camera.project(place));
    const found: { points: Vector3[]; isHidden: boolean }[] = [];
    places.forEach((place, k) => {
      const isHidden = obstacles.some((obstacle) => obstacle.hides(place));
      const last = found.at(-1);
      if (last?.isHidden === isHidden) last.points.push(place);
      else {
        const between = last ? [places[k - 1]!.clone().lerp(place, 0.5)] : [];
        last?.points.push(...between);
        found.push({ points: [...between, place], isHidden });
      }
    });
    return found;
  }

  private circle(circle: Circle, obstacles: readonly Obstacle[]): Stroke[] {
    const hidden = hiddenArcs(circle, this.camera, obstacles);
    const first = hidden[0]?.[0] ?? 0;
    const part = (isHidden: boolean) => ([low, high]: readonly [number, number]) =>
      ({ points: circle.arc(low, high).map((place) => this.camera.project(place)), isHidden });
    return [...hidden.map(part(true)), ...gapsBetween(hidden, first, first + 2 * Math.PI).map(part(false))];
  }
}
