// The bodies of a solid: their planes, rims and edges, in space.
import { Matrix4 } from "three/src/math/Matrix4.js";
import { Vector3 } from "three/src/math/Vector3.js";
import { Vector4 } from "three/src/math/Vector4.js";
import { Circle, vectorOf } from "./solid_camera";
import type { BodyData } from "./solid_data";

export interface PolyhedronBody {
  readonly kind: "polyhedron";
  readonly vertices: readonly Vector3[];
  readonly faces: readonly (readonly number[])[];
  readonly edges: readonly (readonly [number, number])[];
  /** Of each face; inside, ax + by + cz + d is negative. */
  readonly planes: readonly Vector4[];
}

/** A plane polygon without thickness. */
export interface SheetBody {
  readonly kind: "sheet";
  readonly vertices: readonly Vector3[];
  readonly edges: readonly (readonly [number, number])[];
  readonly planes: readonly [Vector4];
}

export interface SphereBody {
  readonly kind: "sphere";
  readonly center: Vector3;
  readonly radius: number;
  readonly quadric: Matrix4;
}

export interface FrustumBody {
  readonly kind: "frustum";
  readonly bottom: Vector3;
  readonly top: Vector3;
  readonly radii: readonly [number, number];
  readonly rims: readonly Circle[];
  readonly planes: readonly Vector4[];
  readonly quadric: Matrix4;
}

export type SolidBody = PolyhedronBody | SheetBody | SphereBody | FrustumBody;

export function bodyOf(data: BodyData): SolidBody {
  if (data.kind === "polyhedron") return polyhedron(data.vertices.map(vectorOf), data.faces);
  if (data.kind === "sheet") {
    const vertices = data.vertices.map(vectorOf);
    return { kind: "sheet", vertices, edges: vertices.map((_, k) => [k, (k + 1) % vertices.length] as const), planes: [planeOf(vertices)] };
  }
  if (data.kind === "sphere") {
    const center = vectorOf(data.center);
    const [x, y, z] = center.toArray();
    const last = center.lengthSq() - data.radius ** 2;
    return { kind: "sphere", center, radius: data.radius, quadric: new Matrix4(1, 0, 0, -x, 0, 1, 0, -y, 0, 0, 1, -z, -x, -y, -z, last) };
  }
  return frustum(vectorOf(data.bottom), vectorOf(data.top), data.radii);
}

/** The middle of points. */
export function middleOf(places: readonly Vector3[]): Vector3 {
  return places.reduce((sum, place) => sum.add(place), new Vector3()).divideScalar(Math.max(1, places.length));
}

/** The corners of what stands for a body where its extent is measured. */
export function cornersOf(body: SolidBody): Vector3[] {
  if (body.kind === "polyhedron" || body.kind === "sheet") return [...body.vertices];
  if (body.kind === "frustum") return [body.bottom, body.top, ...body.rims.flatMap((rim) => rim.arc(0, 2 * Math.PI, 0.2))];
  const { center, radius } = body;
  return [0, 1, 2].flatMap((axis) => [-radius, radius].map((by) => center.clone().setComponent(axis, center.getComponent(axis) + by)));
}

/** The plane of a polygon. */
function planeOf(corners: readonly Vector3[]): Vector4 {
  const middle = middleOf(corners);
  // The sum of the cross products around a polygon is twice its area, along its normal.
  const normal = new Vector3();
  corners.forEach((corner, k) => normal.add(corner.clone().sub(middle).cross(corners[(k + 1) % corners.length]!.clone().sub(middle))));
  normal.normalize();
  return new Vector4(normal.x, normal.y, normal.z, -normal.dot(middle));
}

function polyhedron(vertices: readonly Vector3[], faces: readonly (readonly number[])[]): PolyhedronBody {
  const edges = new Map<string, readonly [number, number]>();
  for (const face of faces) {
    face.forEach((a, k) => {
      const b = face[(k + 1) % face.length]!;
      edges.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [a, b]);
    });
  }
  const inside = middleOf(vertices);
  const planes = faces.map((face) => {
    const plane = planeOf(face.map((k) => vertices[k]!));
    return plane.dot(new Vector4(inside.x, inside.y, inside.z, 1)) > 0 ? plane.negate() : plane;
  });
  return { kind: "polyhedron", vertices, faces, edges: [...edges.values()], planes };
}

function frustum(bottom: Vector3, top: Vector3, radii: readonly [number, number]): FrustumBody {
  const way = top.clone().sub(bottom);
  const height = way.length();
  const axis = way.divideScalar(height);
  const along = [axis.x, axis.y, axis.z, -bottom.dot(axis)];
  const slope = (radii[1] - radii[0]) / height;
  const width = along.map((one, k) => slope * one + (k === 3 ? radii[0] : 0));
  const shift = [[1, 0, 0, -bottom.x], [0, 1, 0, -bottom.y], [0, 0, 1, -bottom.z]];
  // Squared distance from the axis minus squared radius.
  const entry = (i: number, j: number) => shift.reduce((sum, row) => sum + row[i]! * row[j]!, 0) - along[i]! * along[j]! - width[i]! * width[j]!;
  const entries = [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].map((j) => entry(i, j)));
  return {
    kind: "frustum", bottom, top, radii,
    rims: [new Circle(bottom, axis, radii[0]), new Circle(top, axis, radii[1])].filter(({ radius }) => radius > 0),
    planes: [new Vector4(-axis.x, -axis.y, -axis.z, axis.dot(bottom)), new Vector4(axis.x, axis.y, axis.z, -axis.dot(top))],
    quadric: new Matrix4(...entries as Parameters<Matrix4["set"]>),
  };
}
