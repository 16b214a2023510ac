// The shapes that light up for a statement.
import type { Arc, Path, Role, Shape } from "./drawing";
import type { Relation } from "./figure_data";
import { gap } from "./plane";
import { type Look, type Plot, stroked } from "./plot";

/** Why a statement lights up; `hint` is what the pointer is on, `basis` what that starts from. */
export type How = "conclusion" | "ground" | "condition" | "wrong" | "hint" | "basis";

export interface Lit {
  readonly relation: Relation;
  readonly how: How;
}

const DASHES = [9, 3];
const DOTS = [2, 3];
const SHADE = 0.14;

/** A stroke of one side of a statement. */
function lookOf(how: How, side: "one" | "two", width = 4.5): Look {
  const style = `${how} ${side}`;
  const role: Role = how === "ground" || how === "basis" ? "ground" : how === "wrong" ? "selected" : side;
  const dash = side === "two" ? DASHES : [];
  if (how === "ground") return stroked("glow", style, role, 7, [], 0.32);
  // Thinner than what the selected step starts from, which may be seen at the same time.
  if (how === "basis") return stroked("glow", style, role, 4, [], 0.6);
  if (how === "hint") return stroked("glow", style, role, width + 1.5, dash, 0.4);
  return stroked("glow", style, role, width, how === "condition" ? DOTS : dash);
}

/** The circles among the shapes of a statement: center or null, and points. */
export function litCircles([predicate, points]: Relation): (readonly [number | null, readonly number[]])[] {
  if (predicate === "cyclic") return [[null, points]];
  return predicate === "circle" ? [[points[0]!, points.slice(1)]] : [];
}

export function highlight(plot: Plot, { relation, how }: Lit): Shape[] {
  const [predicate, points] = relation;
  const pair = (k: number, side: "one" | "two") => plot.line(points[2 * k]!, points[2 * k + 1]!, lookOf(how, side));
  switch (predicate) {
    case "coll":
    case "ncoll":
    case "between":
    case "midp": {
      const [a, b] = farthest(plot, points);
      return [plot.line(a, b, lookOf(how, "one"))];
    }
    case "cyclic":
      return plot.circle(null, points, lookOf(how, "one"));
    case "circle":
      return [
        ...plot.circle(points[0]!, points.slice(1), lookOf(how, "one")),
        ...points.slice(1).map((k) => plot.line(points[0]!, k, lookOf(how, "two"))),
      ];
    case "simtri":
    case "simtrir":
    case "contri":
    case "contrir":
    case "sameclock":
      return [...triangle(plot, points.slice(0, 3), how, "one"), ...triangle(plot, points.slice(3, 6), how, "two")];
    case "eqangle":
    case "aconst":
      return [
        ...points.slice(0, points.length / 2).map((_, k) => pair(k, k < 2 ? "one" : "two")),
        ...arc(plot, points.slice(0, 4), how, "one"),
        ...(points.length > 4 ? arc(plot, points.slice(4), how, "two") : []),
      ];
    case "acute":
    case "obtuse":
      return arc(plot, wedge(points, 0), how, "one");
    case "sameside":
    case "nsameside":
      return [...arc(plot, wedge(points, 0), how, "one"), ...arc(plot, wedge(points, 3), how, "two")];
    case "diff":
      return [];
    default:
      return points.slice(0, points.length / 2).map((_, k) => pair(k, k < points.length / 4 ? "one" : "two"));
  }
}

/** The two lines of an angle, from its vertex. */
function wedge(points: readonly number[], k: number): number[] {
  return [points[k]!, points[k + 1]!, points[k]!, points[k + 2]!];
}

function farthest(plot: Plot, points: readonly number[]): [number, number] {
  let best: [number, number, number] = [points[0]!, points[1]!, -1];
  for (const a of points) {
    for (const b of points) {
      const far = gap(plot.at(a), plot.at(b));
      if (far > best[2]) best = [a, b, far];
    }
  }
  return [best[0], best[1]];
}

function triangle(plot: Plot, points: readonly number[], how: How, side: "one" | "two"): Path[] {
  const corners = points.map((k) => plot.at(k));
  const look = lookOf(how, side);
  const shade: Look = {
    layer: "shade",
    style: `${look.style} area`,
    stroke: null,
    fill: { role: look.stroke!.role, opacity: how === "ground" || how === "hint" || how === "basis" ? SHADE / 2 : SHADE },
  };
  return [plot.path(corners, shade, true), plot.path(corners, look, true)];
}

/** An arc between two lines with a common point; nothing if they have none. */
function arc(plot: Plot, [a, b, c, d]: readonly number[], how: How, side: "one" | "two"): Arc[] {
  const shared = [a, b].find((k) => k === c || k === d);
  if (shared === undefined) return [];
  const vertex = plot.at(shared);
  const [from, to] = [a === shared ? b! : a!, c === shared ? d! : c!].map((k) =>
    Math.atan2(plot.at(k)[1] - vertex[1], plot.at(k)[0] - vertex[0]),
  ) as [number, number];
  const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from));
  const look = lookOf(how, side, 3.5);
  return [plot.arc(vertex, side === "two" ? 30 : 24, from, turn, { ...look, style: `${look.style} arc` })];
}
