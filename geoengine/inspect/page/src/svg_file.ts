// The figure as an SVG file, which needs no style sheet.
import type { Drawing, Shape } from "./drawing";
import { nodeOf } from "./drawing_svg";
import { svg } from "./dom";
import { COLOURS, cropped, HALO } from "./picture_file";

const FONT = '"Times New Roman", "DejaVu Serif", serif';

/** The text of an SVG file that shows a drawing. */
export function svgFile(drawing: Drawing): string {
  const { width, height, shapes } = cropped(drawing);
  const root = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": FONT });
  root.append(svg("rect", { width, height, fill: `#${COLOURS.panel}` }), ...shapes.map(painted));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(root)}\n`;
}

function painted(shape: Shape): SVGElement {
  const node = nodeOf(shape);
  node.removeAttribute("class");
  node.setAttribute("fill", shape.fill ? `#${COLOURS[shape.fill.role]}` : "none");
  if (shape.kind === "text") {
    const halo = { "text-anchor": "middle", "paint-order": "stroke", stroke: `#${COLOURS.panel}`, "stroke-width": HALO, "stroke-linejoin": "round" };
    for (const [name, value] of Object.entries(halo)) node.setAttribute(name, String(value));
  } else if (shape.stroke) {
    node.setAttribute("stroke", `#${COLOURS[shape.stroke.role]}`);
    node.setAttribute("stroke-linejoin", "round");
  }
  return node;
}
