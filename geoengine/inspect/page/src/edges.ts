// The edges of a layout as one drawing of SVG.
import { svg } from "./dom";
import type { Layered } from "./layered";

/** The kinds of edges, each with an arrowhead of its own. */
const HEADS = ["plain", "support", "use"];

/** Draw the edges of a layout whose left upper corner is at (left, top), in the order of its routes. */
export function drawEdges(laid: Layered, width: number, height: number, left: number, top: number) {
  const heads = HEADS.map((kind) => svg("marker", {
    id: `head-${kind}`, class: `head ${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto",
  }, svg("path", { d: "M0 .8L8 4L0 7.2Z" })));
  const lines = laid.routes.map(({ points }) => svg("path", { class: "edge", d: curve(points) }));
  const drawing = svg("svg", { class: "edges", width, height, "aria-hidden": "true" }, svg("defs", {}, ...heads), svg("g", { transform: `translate(${left} ${top})` }, ...lines));
  return { drawing, lines };
}

/** A smooth path through points, vertical at each. */
function curve(points: readonly (readonly [number, number])[]): string {
  const r = (x: number) => Math.round(10 * x) / 10;
  let path = `M${r(points[0][0])} ${r(points[0][1])}`;
  points.slice(1).forEach(([x, y], k) => {
    const [x0, y0] = points[k];
    // A piece of no length would turn the arrowhead aside.
    if (x === x0 && y === y0) return;
    path += x === x0 ? `L${r(x)} ${r(y)}` : `C${r(x0)} ${r((y0 + y) / 2)} ${r(x)} ${r((y0 + y) / 2)} ${r(x)} ${r(y)}`;
  });
  return path;
}

