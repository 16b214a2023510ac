// A drawing as SVG on the page. Colours come from the style sheet, by the classes of their roles.
import { type Arc, LOWERED, type Position, SUBSCRIPT, type Shape } from "./drawing";
import { svg } from "./dom";
import { along } from "./plane";

const TAGS = { line: "line", circle: "circle", arc: "path", path: "path", text: "text" } as const;

/** Create the element of a shape. */
export function nodeOf(shape: Shape): SVGElement {
  const node = svg(TAGS[shape.kind]);
  paint(node, shape);
  return node;
}

/** Make an element show a shape, which has to be of the kind that it was created for. */
export function paint(node: SVGElement, shape: Shape): void {
  const set = (values: Record<string, string | number>) => {
    for (const [name, value] of Object.entries(values)) node.setAttribute(name, String(value));
  };
  const { stroke, fill } = shape;
  const roles = `stroke-${stroke?.role ?? "none"} fill-${fill?.role ?? "none"}`;
  set({ class: `${shape.style} ${roles}` });
  if (stroke && shape.kind !== "text") {
    set({ "stroke-width": stroke.width, "stroke-dasharray": stroke.dash.join(" ") || "none", "stroke-opacity": stroke.opacity });
  }
  if (fill) set({ "fill-opacity": fill.opacity });
  switch (shape.kind) {
    case "line":
      set({ x1: shape.from[0], y1: shape.from[1], x2: shape.to[0], y2: shape.to[1] });
      break;
    case "circle":
      set({ cx: shape.center[0], cy: shape.center[1], r: shape.radius });
      break;
    case "arc":
      set({ d: arcPath(shape) });
      break;
    case "path":
      set({ d: `M ${shape.points.map(pair).join(" L ")}${shape.isClosed ? " Z" : ""}` });
      break;
    case "text":
      set({ x: shape.at[0], y: shape.at[1], "font-size": shape.size, "font-style": shape.isItalic ? "italic" : "normal" });
      node.replaceChildren(
        ...shape.runs.map(({ text, isSubscript }) =>
          isSubscript ? svg("tspan", { dy: LOWERED, "font-size": SUBSCRIPT * shape.size }, text) : text,
        ),
      );
  }
}

function pair([x, y]: Position): string {
  return `${x} ${y}`;
}

function arcPath({ center, radius, start, turn }: Arc): string {
  const [from, to] = [start, start + turn].map((angle) => pair(along(center, angle, radius)));
  return `M ${from} A ${radius} ${radius} 0 ${Math.abs(turn) > Math.PI ? 1 : 0} ${turn > 0 ? 1 : 0} ${to}`;
}
