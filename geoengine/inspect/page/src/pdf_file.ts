// The figure as a PDF file of one page: lines and text, as in the SVG file.
import { type Arc, type Circle, type Drawing, type Label, LOWERED, type Position, type Role, type Shape, SUBSCRIPT } from "./drawing";
import { FONTS, literal, piecesOf } from "./pdf_text";
import { COLOURS, cropped, HALO, short } from "./picture_file";
import { along } from "./plane";

/** Points in a pixel. */
const POINT = 0.75;

/** The bytes of a PDF file that shows a drawing. */
export function pdfFile(drawing: Drawing): Uint8Array<ArrayBuffer> {
  const page = cropped(drawing);
  const opacities = new Map<string, string>();
  const content = [`${POINT} 0 0 ${-POINT} 0 ${num(page.height * POINT)} cm 1 J 1 j`, ...page.shapes.map((shape) => commands(shape, opacities))].join("\n");
  const fonts = Object.entries(FONTS).map(([key, name]) => {
    const encoding = name === "Symbol" ? "" : " /Encoding /WinAnsiEncoding";
    return `/${key} << /Type /Font /Subtype /Type1 /BaseFont /${name}${encoding} >>`;
  });
  const states = [...opacities].map(([key, state]) => `/${key} << ${state} >>`);
  return assembled([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${num(page.width * POINT)} ${num(page.height * POINT)}] /Contents 4 0 R`
      + ` /Resources << /Font << ${fonts.join(" ")} >> /ExtGState << ${states.join(" ")} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}

/** Write objects one after the other, with the table of their places; all characters are ASCII. */
function assembled(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let text = "%PDF-1.4\n";
  const places = objects.map((object, k) => {
    const at = text.length;
    text += `${k + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return new TextEncoder().encode(`${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`);
}

function num(value: number): string {
  return short(value, 3);
}

function pair([x, y]: Position): string {
  return `${num(x)} ${num(y)}`;
}

function colour(role: Role): string {
  return [0, 2, 4].map((at) => num(Number.parseInt(COLOURS[role].slice(at, at + 2), 16) / 255)).join(" ");
}

function commands(shape: Shape, opacities: Map<string, string>): string {
  if (shape.kind === "text") return labelled(shape);
  const { stroke, fill } = shape;
  const [lines, areas] = [stroke?.opacity ?? 1, fill?.opacity ?? 1];
  const key = `G${Math.round(1000 * lines)}x${Math.round(1000 * areas)}`;
  opacities.set(key, `/CA ${num(lines)} /ca ${num(areas)}`);
  const paint = [
    `/${key} gs`,
    ...(fill ? [`${colour(fill.role)} rg`] : []),
    ...(stroke ? [`${colour(stroke.role)} RG ${num(stroke.width)} w [${stroke.dash.map(num).join(" ")}] 0 d ${stroke.dash.length ? 0 : 1} J`] : []),
  ];
  return `q ${paint.join(" ")} ${outline(shape)} ${stroke && fill ? "B" : fill ? "f" : stroke ? "S" : "n"} Q`;
}

function outline(shape: Exclude<Shape, Label>): string {
  switch (shape.kind) {
    case "line":
      return `${pair(shape.from)} m ${pair(shape.to)} l`;
    case "path":
      return shape.points.map((point, k) => `${pair(point)} ${k ? "l" : "m"}`).join(" ") + (shape.isClosed ? " h" : "");
    case "arc":
      return curve(shape, shape.start, shape.turn);
    case "circle":
      return `${curve(shape, 0, 2 * Math.PI)} h`;
  }
}

/** A part of a circle as Bézier curves of at most a quarter each. */
function curve({ center, radius }: Arc | Circle, start: number, turn: number): string {
  const count = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9));
  const step = turn / count;
  const reach = (4 / 3) * Math.tan(step / 4) * radius;
  const found = [`${pair(along(center, start, radius))} m`];
  for (let k = 0; k < count; k++) {
    const [from, to] = [start + k * step, start + (k + 1) * step];
    const first = along(along(center, from, radius), from + Math.PI / 2, reach);
    const second = along(along(center, to, radius), to - Math.PI / 2, reach);
    found.push(`${pair(first)} ${pair(second)} ${pair(along(center, to, radius))} c`);
  }
  return found.join(" ");
}

function labelled(label: Label): string {
  const pieces = label.runs.flatMap(({ text, isSubscript }) => {
    const size = label.size * (isSubscript ? SUBSCRIPT : 1);
    return piecesOf(text, label.isItalic).map((piece) => ({ ...piece, size, drop: isSubscript ? LOWERED : 0 }));
  });
  let x = label.at[0] - pieces.reduce((sum, { width, size }) => sum + width * size, 0) / 2;
  const shown = pieces.map(({ font, codes, width, size, drop }) => {
    const text = `/${font} ${num(size)} Tf 1 0 0 -1 ${num(x)} ${num(label.at[1] + drop)} Tm ${literal(codes)} Tj`;
    x += width * size;
    return text;
  });
  const text = shown.join(" ");
  return `q ${colour("panel")} RG ${HALO} w 1 j BT 1 Tr ${text} ET ${colour(label.fill?.role ?? "ink")} rg BT 0 Tr ${text} ET Q`;
}
