// Distances, lines and circles in the plane.
import type { Position } from "./drawing";

export interface Round {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

// Labels are placed by hundreds of thousands of distances; Math.hypot is ten times slower.
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

export function gap([x, y]: Position, [a, b]: Position): number {
  return length(a - x, b - y);
}

/** The distance of a point from a segment. */
export function distance([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [ux, uy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy || 1)));
  return length(x - ax - t * ux, y - ay - t * uy);
}

/** Whether two segments cross inside both. */
export function crosses(p: Position, q: Position, r: Position, s: Position): boolean {
  const side = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position) =>
    Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  return side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
}

/** The point at a distance in a direction. */
export function along([x, y]: Position, angle: number, far: number): Position {
  return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
}

/** The circle through three points; null if they are almost on a line. */
export function circumcircle([px, py]: Position, [qx, qy]: Position, [rx, ry]: Position): Round | null {
  const [bx, by, cx, cy] = [qx - px, qy - py, rx - px, ry - py];
  const d = 2 * (bx * cy - by * cx);
  if (Math.abs(d) < 1e-14) return null;
  const ux = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / d;
  const uy = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / d;
  return { x: px + ux, y: py + uy, r: Math.hypot(ux, uy) };
}

/** The part of a segment within a rectangle from (0, 0); null if there is none. */
export function clipped(p: Position, q: Position, width: number, height: number): [Position, Position] | null {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  let [from, to] = [0, 1];
  for (const [start, run, high] of [[p[0], dx, width], [p[1], dy, height]] as const) {
    if (Math.abs(run) < 1e-9) {
      if (start < 0 || start > high) return null;
      continue;
    }
    const ends = [-start / run, (high - start) / run];
    from = Math.max(from, Math.min(...ends));
    to = Math.min(to, Math.max(...ends));
  }
  return from < to ? [[p[0] + from * dx, p[1] + from * dy], [p[0] + to * dx, p[1] + to * dy]] : null;
}
