// The faces of a solid: translucent, shaded, from back to front.
import { Vector3 } from "three/src/math/Vector3.js";
import type { PolyhedronBody, SolidBody } from "./solid_bodies";
import type { Camera } from "./solid_camera";
import type { Scene } from "./solid_outline";

/** An area in view space. */
export interface Face {
  readonly ring: readonly Vector3[];
  /** How much light falls on it, from 0 to 1; null for a round surface, which is shaded across. */
  readonly light: number | null;
  readonly depth: number;
  /** Whether it is on the side that is turned away. */
  readonly isBack: boolean;
  /** For a round surface: whether it is a ball, or from where to where the shade goes. */
  readonly across: "ball" | readonly [Vector3, Vector3] | null;
}

/** From where light comes, in view space. */
const LIGHT = new Vector3(-0.45, 0.65, 0.6).normalize();

/** The faces of all bodies; those of an opaque pile are the front ones only. */
export function facesOf(scene: Scene, camera: Camera): Face[] {
  const faces = scene.bodies.flatMap((body) => facesOfBody(body, camera));
  const shown = scene.model.dashes ? faces : faces.filter(({ isBack }) => !isBack);
  // Backs lie behind all fronts: bodies are translucent, and one may be inside another.
  return shown.sort((a, b) => Number(b.isBack) - Number(a.isBack) || a.depth - b.depth);
}

function facesOfBody(body: SolidBody, camera: Camera): Face[] {
  if (body.kind === "polyhedron") return flatFaces(body, camera);
  if (body.kind === "sheet") {
    const ring = body.vertices.map((vertex) => camera.project(vertex));
    const plane = camera.plane(body.planes[0]);
    const depth = ring.reduce((sum, { z }) => sum + z, 0) / ring.length;
    return [{ ring, light: lightOn(plane.z < 0 ? plane.negate() : plane), depth, isBack: false, across: null }];
  }
  if (body.kind === "sphere") {
    const ring = camera.outline(body.center, body.radius).arc(0, 2 * Math.PI).map((place) => camera.project(place));
    const depth = camera.project(body.center).z + body.radius;
    return [{ ring, light: null, depth, isBack: false, across: "ball" }];
  }
  const rims = body.rims.map((rim) => rim.arc(0, 2 * Math.PI).map((place) => camera.project(place)));
  const ends = [...rims.flat(), ...[body.bottom, body.top].map((place) => camera.project(place))];
  const depth = Math.max(...ends.map(({ z }) => z));
  const axis = camera.project(body.top).sub(camera.project(body.bottom));
  const across = new Vector3(axis.y, -axis.x, 0).normalize();
  const middle = camera.project(body.bottom);
  const reach = Math.max(...ends.map((place) => Math.abs(place.clone().sub(middle).dot(across))));
  const side: Face = {
    ring: hullOf(ends), light: null, depth, isBack: false,
    across: axis.x || axis.y ? [middle.clone().addScaledVector(across, -reach), middle.clone().addScaledVector(across, reach)] : "ball",
  };
  const bases = body.rims.map((_, k): Face => {
    const plane = camera.plane(body.planes[body.rims.length === 2 ? k : body.radii[0] > 0 ? 0 : 1]!);
    // A base that is seen lies on top of the side.
    return { ring: rims[k]!, light: lightOn(plane), depth: depth + 1e-6, isBack: plane.z <= 0, across: null };
  });
  return [side, ...bases];
}

function flatFaces({ planes, faces, vertices }: PolyhedronBody, camera: Camera): Face[] {
  const places = vertices.map((vertex) => camera.project(vertex));
  const middle = places.reduce((sum, { z }) => sum + z, 0) / places.length;
  return planes.map((one, k) => {
    const plane = camera.plane(one);
    return { ring: faces[k]!.map((vertex) => places[vertex]!), light: lightOn(plane), depth: middle, isBack: plane.z <= 0, across: null };
  });
}

function lightOn({ x, y, z }: { x: number; y: number; z: number }): number {
  return Math.max(0, new Vector3(x, y, z).dot(LIGHT));
}

/** The convex hull in the picture. */
function hullOf(places: readonly Vector3[]): Vector3[] {
  const sorted = [...places].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (row: readonly Vector3[]) => {
    const kept: Vector3[] = [];
    for (const place of row) {
      while (kept.length > 1 && turns(kept.at(-2)!, kept.at(-1)!, place) <= 0) kept.pop();
      kept.push(place);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turns(a: Vector3, b: Vector3, c: Vector3): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
