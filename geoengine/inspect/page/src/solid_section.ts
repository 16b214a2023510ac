// Sections of bodies by a plane.
import { Vector3 } from "three/src/math/Vector3.js";
import { type FrustumBody, middleOf, type PolyhedronBody, type SheetBody, type SolidBody } from "./solid_bodies";
import { Circle } from "./solid_camera";

export interface CutPlane {
  /** Of length 1. */
  readonly normal: Vector3;
  /** The plane has the points p with normal · p = offset. */
  readonly offset: number;
}

export interface Section {
  /** In order around it. */
  readonly corners: readonly Vector3[];
  readonly name: string;
}

const CLOSE = 1e-7;
/** The generators that stand for the side of a frustum. */
const GENERATORS = 120;
const NAMES = ["", "", "", "triangle", "quadrilateral", "pentagon", "hexagon", "heptagon", "octagon"];

const sideOf = ({ normal, offset }: CutPlane, place: Vector3) => normal.dot(place) - offset;

/** The section of a body; null if the plane misses it, or only touches it. */
export function sectionOf(body: SolidBody, plane: CutPlane): Section | null {
  if (body.kind === "polyhedron") return polygonOf(cutEdges(body, plane), plane);
  if (body.kind === "sheet") {
    const ends = apartOf(cutEdges(body, plane));
    return ends.length === 2 ? { corners: ends, name: "segment" } : null;
  }
  if (body.kind === "frustum") return frustumSection(body, plane);
  const away = -sideOf(plane, body.center);
  const square = body.radius ** 2 - away ** 2;
  if (square < CLOSE) return null;
  return round(new Circle(body.center.clone().addScaledVector(plane.normal, away), plane.normal, Math.sqrt(square)), "circle");
}

function round(circle: Circle, name: string): Section {
  return { corners: circle.arc(0, 2 * Math.PI).slice(1), name };
}

function cutEdges({ vertices, edges }: PolyhedronBody | SheetBody, plane: CutPlane): Vector3[] {
  const found = vertices.filter((place) => Math.abs(sideOf(plane, place)) < CLOSE);
  for (const [a, b] of edges) {
    const place = crossing(vertices[a]!, vertices[b]!, plane);
    if (place) found.push(place);
  }
  return found;
}

/** Where a plane cuts a segment inside. */
function crossing(start: Vector3, stop: Vector3, plane: CutPlane): Vector3 | null {
  const [s, t] = [sideOf(plane, start), sideOf(plane, stop)];
  return s * t < 0 && Math.min(Math.abs(s), Math.abs(t)) >= CLOSE ? start.clone().lerp(stop, s / (s - t)) : null;
}

/** Points that are not the same. */
function apartOf(places: readonly Vector3[]): Vector3[] {
  const apart: Vector3[] = [];
  for (const place of places) if (!apart.some((other) => other.distanceTo(place) < 10 * CLOSE)) apart.push(place);
  return apart;
}

function polygonOf(places: readonly Vector3[], { normal }: CutPlane, name?: string): Section | null {
  const apart = apartOf(places);
  if (apart.length < 3) return null;
  const circle = new Circle(middleOf(apart), normal, 1);
  const turn = (place: Vector3) => {
    const arm = place.clone().sub(circle.center);
    return Math.atan2(arm.dot(circle.second), arm.dot(circle.first));
  };
  const corners = withoutFlat(apart.sort((a, b) => turn(a) - turn(b)));
  return corners.length < 3 ? null : { corners, name: name ?? NAMES[corners.length] ?? `${corners.length}-gon` };
}

/** A ring without corners at which it goes straight on. */
function withoutFlat(ring: readonly Vector3[]): Vector3[] {
  return ring.filter((place, k) => {
    const before = place.clone().sub(ring.at(k - 1)!).normalize();
    const after = ring[(k + 1) % ring.length]!.clone().sub(place).normalize();
    return before.cross(after).length() > 1e-5;
  });
}

function frustumSection(body: FrustumBody, plane: CutPlane): Section | null {
  const { bottom, top, radii, rims } = body;
  const way = top.clone().sub(bottom);
  const axis = way.clone().normalize();
  if (axis.clone().cross(plane.normal).length() < 1e-6) {
    const share = -sideOf(plane, bottom) / (way.dot(plane.normal) || 1);
    const radius = radii[0] + (radii[1] - radii[0]) * share;
    if (share < 0 || share > 1 || radius < CLOSE) return null;
    return round(new Circle(bottom.clone().addScaledVector(way, share), axis, radius), "circle");
  }
  const chords = rims.flatMap((rim) => chord(rim, plane));
  const unit = new Circle(bottom, axis, 1);
  const side: Vector3[] = [];
  for (let k = 0; k < GENERATORS; k += 1) {
    const arm = unit.at((2 * Math.PI * k) / GENERATORS).sub(bottom);
    const place = crossing(bottom.clone().addScaledVector(arm, radii[0]), top.clone().addScaledVector(arm, radii[1]), plane);
    if (place) side.push(place);
  }
  const apex = radii[0] < CLOSE ? bottom : radii[1] < CLOSE ? top : null;
  const tip = apex && Math.abs(sideOf(plane, apex)) < CLOSE ? [apex] : [];
  if (isStraight(body, axis, plane)) return polygonOf([...chords, ...tip], plane);
  return polygonOf([...chords, ...side], plane, chords.length ? "curved section" : "ellipse");
}

/** Whether a plane meets the side in generators: it is parallel to the axis of a cylinder, or through the apex of a cone. */
function isStraight({ bottom, top, radii }: FrustumBody, axis: Vector3, plane: CutPlane): boolean {
  if (Math.abs(radii[0] - radii[1]) < CLOSE) return Math.abs(axis.dot(plane.normal)) < 1e-6;
  const apex = bottom.clone().lerp(top, radii[0] / (radii[0] - radii[1]));
  return Math.abs(sideOf(plane, apex)) < 1e-6;
}

/** Where a plane meets a circle. */
function chord(rim: Circle, plane: CutPlane): Vector3[] {
  const along = rim.normal.clone().cross(plane.normal).normalize();
  const inward = along.clone().cross(rim.normal);
  const step = -sideOf(plane, rim.center) / inward.dot(plane.normal);
  if (!(Math.abs(step) < rim.radius)) return [];
  const half = Math.sqrt(rim.radius ** 2 - step ** 2);
  return [-half, half].map((by) => rim.center.clone().addScaledVector(inward, step).addScaledVector(along, by));
}
