// Marks for given statements: right angles, equal lengths, equal angles, parallels, printed angles.
import { svg } from "./dom";

const SAME = 0.01;
// The largest number of ticks that can be counted at a glance.
const STROKES = 4;
export const POSITIONS = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72];

/** Draw all marks of a diagram; labels avoid the `strokes`, and angles are printed at `values`. */
export function drawMarks(diagram) {
  const { right_angles, ticks, arrows, arcs, angles } = diagram.figure.marks;
  const shapes = [];
  const strokes = [];
  const path = (points, kind = "mark") => {
    shapes.push(svg("path", { d: `M ${points.map((p) => p.join(" ")).join(" L ")}`, class: kind }));
    points.slice(1).forEach((p, k) => strokes.push([points[k], p]));
  };
  for (const lines of right_angles) square(diagram, lines, path);
  ticks.forEach((group, k) => group.forEach((pair) => ticksOn(diagram, pair, k + 1, path)));
  arrows.forEach((group, k) => group.forEach((pair) => arrowsOn(diagram, pair, k + 1, path)));
  const taken = new Map();
  const values = angles.map(([wedge, text]) => {
    const arms = armsOf(diagram, wedge);
    // The printed value must still be the visible one after dragging.
    if (Math.abs(arms.size - (parseFloat(text) * Math.PI) / 180) > SAME) return null;
    const reach = room(taken, wedge, arms.size, 1);
    shapes.push(arc(arms, reach, strokes));
    return { at: along(arms.at, arms.middle, reach), toward: arms.middle };
  });
  arcs.forEach((group, k) => {
    const all = group.map((wedge) => armsOf(diagram, wedge));
    // Angles equal as directed angles may be supplementary after dragging a point to another side.
    if (all.some((arms) => Math.abs(arms.size - all[0].size) > SAME)) return;
    const count = 1 + (k % 3);
    group.forEach((wedge, m) => {
      const reach = room(taken, wedge, all[m].size, count);
      for (let n = 0; n < count; n++) shapes.push(arc(all[m], reach + 4 * n, strokes));
      const outer = reach + 4 * (count - 1);
      if (k > 2) path([outer - 4 * count, outer + 4].map((far) => along(all[m].at, all[m].middle, far)));
    });
  });
  return { shapes, strokes, values };
}

function along([x, y], angle, far) {
  return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
}

/** The vertex of an angle in the picture, the directions of its arms, and its size. */
function armsOf(diagram, [one, vertex, other]) {
  const at = diagram.at(vertex);
  const [from, to] = [one, other].map((k) => {
    const [x, y] = diagram.at(k);
    return Math.atan2(y - at[1], x - at[0]);
  });
  const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from));
  return { at, from, to, turn, size: Math.abs(turn), middle: from + turn / 2 };
}

/** The radius of an arc: outside earlier arcs at the vertex, and larger for a narrow angle. */
function room(taken, [, vertex], size, count) {
  const start = Math.max(taken.get(vertex) ?? 0, 16, Math.min(34, 9 / size));
  taken.set(vertex, start + 4 * count + 3);
  return start;
}

function arc({ at, from, to, turn, middle }, reach, strokes) {
  const [a, b, c] = [from, middle, to].map((angle) => along(at, angle, reach));
  strokes.push([a, b], [b, c]);
  return svg("path", { d: `M ${a.join(" ")} A ${reach} ${reach} 0 0 ${turn > 0 ? 1 : 0} ${c.join(" ")}`, class: "mark" });
}

/** A square at the intersection of two lines, between their longest arms. */
function square(diagram, lines, path) {
  const [[p, q], [r, s]] = lines.map((pair) => pair.map((k) => diagram.at(k)));
  const [ux, uy, vx, vy] = [q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]];
  const cross = ux * vy - uy * vx;
  if (Math.abs(cross) < 1e-9) return;
  const t = ((r[0] - p[0]) * vy - (r[1] - p[1]) * vx) / cross;
  const at = [p[0] + t * ux, p[1] + t * uy];
  const arms = [[p, q], [r, s]].map((ends) => {
    const [far, toward] = ends.map((end) => [Math.hypot(end[0] - at[0], end[1] - at[1]), end]).sort((a, b) => b[0] - a[0])[0];
    return [far, [(toward[0] - at[0]) / (far || 1), (toward[1] - at[1]) / (far || 1)]];
  });
  const side = Math.min(10, 0.45 * arms[0][0], 0.45 * arms[1][0]);
  const [[, u], [, v]] = arms;
  const to = (a, b) => [at[0] + side * (a * u[0] + b * v[0]), at[1] + side * (a * u[1] + b * v[1])];
  path([to(1, 0), to(1, 1), to(0, 1)]);
}

/** The position of a mark on a segment: near its middle, clear of points and other lines. */
function spot(diagram, [p, q], aside) {
  const far = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const [ux, uy] = [(q[0] - p[0]) / (far || 1), (q[1] - p[1]) / (far || 1)];
  let best = null;
  for (const share of POSITIONS) {
    const at = [p[0] + (share + aside) * (q[0] - p[0]), p[1] + (share + aside) * (q[1] - p[1])];
    let cost = 20 * Math.abs(share - 0.5);
    diagram.figure.points.forEach((_, k) => {
      const [x, y] = diagram.at(k);
      cost += Math.max(0, 12 - Math.hypot(x - at[0], y - at[1]));
    });
    for (const [c, d] of [...diagram.figure.segments, ...diagram.figure.dashed]) {
      const [r, s] = [diagram.at(c), diagram.at(d)];
      const along = Math.abs(ux * (s[1] - r[1]) - uy * (s[0] - r[0])) < 1e-3 * Math.hypot(s[0] - r[0], s[1] - r[1]);
      if (!along) cost += Math.max(0, 7 - distance(at, r, s));
    }
    if (best === null || cost < best.cost) best = { cost, at };
  }
  return { at: best.at, u: [ux, uy], far };
}

/** The first groups get ticks, the next crosses; a segment with further points on it gets a bracket. */
function ticksOn(diagram, pair, number, path) {
  let ends = pair.map((k) => diagram.at(k));
  if (pointBetween(diagram, pair)) {
    const bracket = bracketAlong(diagram, ends);
    path(bracket, "aid");
    ends = bracket.slice(1, 3);
  }
  const { at, u, far } = spot(diagram, ends, 0);
  const half = Math.min(5, far / 6);
  const [count, step] = number > STROKES ? [number - STROKES, 9] : [number, 4];
  for (let n = 0; n < count; n++) {
    const off = step * (n - (count - 1) / 2);
    const place = (along, across) => [0, 1].map((k) => at[k] + (off + along) * u[k] + across * [-u[1], u[0]][k]);
    if (number > STROKES) {
      path([place(-0.6 * half, -0.6 * half), place(0.6 * half, 0.6 * half)]);
      path([place(-0.6 * half, 0.6 * half), place(0.6 * half, -0.6 * half)]);
    } else {
      path([place(0, half), place(0, -half)]);
    }
  }
}

/** Whether a point lies between two others: ticks would seem to belong to a part. */
function pointBetween(diagram, pair) {
  const [p, q] = pair.map((k) => diagram.at(k));
  return diagram.figure.points.some((_, k) => {
    const at = diagram.at(k);
    return !pair.includes(k) && distance(at, p, q) < 1 && [p, q].every((end) => Math.hypot(at[0] - end[0], at[1] - end[1]) > 1);
  });
}

/** The corners of a bracket beside a segment, on the side with fewer points and crossing lines. */
function bracketAlong(diagram, [p, q]) {
  const far = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
  const u = [(q[0] - p[0]) / far, (q[1] - p[1]) / far];
  const slant = Math.min(8, far / 4);
  const sides = [1, -1].map((side) => {
    const place = (end, along, across) => [0, 1].map((k) => end[k] + along * u[k] + side * across * [-u[1], u[0]][k]);
    const corners = [place(p, 4, 5), place(p, slant, 12), place(q, -slant, 12), place(q, -4, 5)];
    const lines = [...diagram.figure.segments, ...diagram.figure.dashed].map((pair) => pair.map((k) => diagram.at(k)));
    let cost = lines.filter(([r, s]) => crosses(corners[1], corners[2], r, s)).length;
    diagram.figure.points.forEach((_, k) => (cost += distance(diagram.at(k), corners[1], corners[2]) < 7 ? 1 : 0));
    return { cost, corners };
  });
  return sides[sides[1].cost < sides[0].cost ? 1 : 0].corners;
}

function crosses(p, q, r, s) {
  const side = ([ax, ay], [bx, by], [cx, cy]) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  return side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
}

function arrowsOn(diagram, pair, count, path) {
  // Arrows on parallels point the same way.
  const [p, q] = pair.map((k) => diagram.at(k));
  const forward = q[0] - p[0] > 1e-6 || (Math.abs(q[0] - p[0]) <= 1e-6 && q[1] > p[1]) ? [p, q] : [q, p];
  const { at, u, far } = spot(diagram, forward, 0.08);
  const half = Math.min(5, far / 6);
  for (let n = 0; n < count; n++) {
    const [x, y] = [at[0] + 6 * n * u[0], at[1] + 6 * n * u[1]];
    const end = (side) => [x - half * u[0] - side * half * u[1], y - half * u[1] + side * half * u[0]];
    path([end(1), [x, y], end(-1)]);
  }
}

export function distance([x, y], [ax, ay], [bx, by]) {
  const [ux, uy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy || 1)));
  return Math.hypot(x - ax - t * ux, y - ay - t * uy);
}
