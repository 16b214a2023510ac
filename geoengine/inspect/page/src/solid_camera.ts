// Cameras: a projective map after which the sight lines are parallel to the third axis, also in
// perspective. Straight lines stay straight, and what hides what depends on the third coordinate only.
import { Matrix4 } from "three/src/math/Matrix4.js";
import { degToRad } from "three/src/math/MathUtils.js";
import { Vector3 } from "three/src/math/Vector3.js";
import { Vector4 } from "three/src/math/Vector4.js";
import type { CircleRow, Place } from "./solid_data";

export class Circle {
  readonly normal: Vector3;
  readonly first: Vector3;
  readonly second: Vector3;

  constructor(readonly center: Vector3, normal: Vector3, readonly radius: number) {
    this.normal = normal.clone().normalize();
    const aside = Math.abs(this.normal.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
    this.first = aside.cross(this.normal).normalize();
    this.second = this.normal.clone().cross(this.first);
  }

  static of([x, y, z, a, b, c, radius]: CircleRow): Circle {
    return new Circle(new Vector3(x, y, z), new Vector3(a, b, c), radius);
  }

  at(turn: number): Vector3 {
    return this.center.clone().addScaledVector(this.first, this.radius * Math.cos(turn)).addScaledVector(this.second, this.radius * Math.sin(turn));
  }

  /** The points of an arc. */
  arc(start: number, stop: number, step = degToRad(2.5)): Vector3[] {
    const count = 1 + Math.ceil((stop - start) / step);
    return Array.from({ length: count + 1 }, (_, k) => this.at(start + ((stop - start) * k) / count));
  }
}

export interface Sight {
  /** Where the eye is, in degrees: counted from the x-axis towards the y-axis, and above the horizon. */
  readonly azimuth: number;
  readonly elevation: number;
  /** The distance of the eye; null for an orthographic view. */
  readonly distance: number | null;
}

export class Camera {
  readonly matrix: Matrix4;
  readonly inverse: Matrix4;
  private readonly transposed: Matrix4;
  /** The eye in homogeneous coordinates; at infinity, the last is 0. */
  readonly eye: Vector4;

  constructor({ azimuth, elevation, distance }: Sight) {
    const [around, above] = [degToRad(azimuth), degToRad(elevation)];
    const [sine, cosine, high, low] = [Math.sin(around), Math.cos(around), Math.sin(above), Math.cos(above)];
    const towards = [low * cosine, low * sine, high] as const;
    const [a, b, c] = distance === null ? [0, 0, 0] : [-towards[0] / distance, -towards[1] / distance, -towards[2] / distance];
    this.matrix = new Matrix4(-sine, cosine, 0, 0, -high * cosine, -high * sine, low, 0, ...towards, 0, a, b, c, 1);
    this.inverse = this.matrix.clone().invert();
    this.transposed = this.inverse.clone().transpose();
    this.eye = new Vector4(...(distance === null ? towards : towards.map((one) => one * distance)) as Place, distance === null ? 0 : 1);
  }

  /** The direction from the middle to the eye. */
  get towards(): Vector3 {
    return new Vector3(this.eye.x, this.eye.y, this.eye.z).normalize();
  }

  project(place: Vector3): Vector3 {
    return place.clone().applyMatrix4(this.matrix);
  }

  /** A plane ax + by + cz + d = 0 in view space, with (a, b, c) of length 1. */
  plane(plane: Vector4): Vector4 {
    const { x, y, z, w } = plane.clone().applyMatrix4(this.transposed);
    return new Vector4(x, y, z, w).divideScalar(Math.hypot(x, y, z));
  }

  /** The matrix of a quadric in view space. */
  quadric(quadric: Matrix4): Matrix4 {
    return this.transposed.clone().multiply(quadric).multiply(this.inverse);
  }

  /** The circle in which the sight lines touch a sphere. */
  outline(center: Vector3, radius: number): Circle {
    const eye = new Vector3(this.eye.x, this.eye.y, this.eye.z);
    if (!this.eye.w) return new Circle(center, eye, radius);
    const way = eye.sub(center);
    const share = radius ** 2 / way.lengthSq();
    return new Circle(center.clone().addScaledVector(way, share), way, radius * Math.sqrt(1 - share));
  }

  /** The segments in which the sight lines touch a frustum; none where one base hides its side. */
  contours(bottom: Vector3, top: Vector3, radii: readonly [number, number]): [Vector3, Vector3][] {
    const axis = top.clone().sub(bottom);
    const rim = new Circle(bottom, axis, 1);
    // The tangent plane at an angle t has the normal cos t first + sin t second + lean axis.
    const lean = (radii[0] - radii[1]) / axis.length();
    const way = new Vector3(this.eye.x, this.eye.y, this.eye.z).addScaledVector(bottom, -this.eye.w);
    const share = this.eye.w * radii[0] - lean * way.dot(rim.normal);
    const [first, second] = [way.dot(rim.first), way.dot(rim.second)];
    const half = Math.acos(share / Math.hypot(first, second));
    if (Number.isNaN(half)) return [];
    const towards = Math.atan2(second, first);
    return [towards + half, towards - half].map((turn) => {
      const arm = rim.at(turn).sub(bottom);
      return [bottom.clone().addScaledVector(arm, radii[0]), top.clone().addScaledVector(arm, radii[1])];
    });
  }
}

export function vectorOf([x, y, z]: readonly number[]): Vector3 {
  return new Vector3(x, y, z);
}
