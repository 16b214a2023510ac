// The figure as a tikzpicture with named coordinates, to be edited by hand.
import type { Drawing, Label, Position, Role, Shape, Stroke } from "./drawing";
import { COLOURS, cropped, short } from "./picture_file";

/** Pixels in a centimetre, and points in a pixel. */
const CENTIMETRE = 50;
const POINT = 72.27 / 2.54 / CENTIMETRE;

/** The text of a TeX file that shows a drawing; `points` are the names of the figure's points. */
export function tikzFile(drawing: Drawing, points: readonly string[]): string {
  return new TikzPicture(cropped(drawing), points).text();
}

class TikzPicture {
  private readonly drawing: Drawing;
  /** The name of the coordinate of each point that is shown. */
  private readonly names = new Map<number, string>();
  private readonly places = new Map<number, Position>();

  constructor(drawing: Drawing, points: readonly string[]) {
    this.drawing = drawing;
    const used = new Set<string>();
    for (const shape of drawing.shapes) {
      if (shape.kind !== "circle" || shape.point === null) continue;
      const plain = (points[shape.point] ?? "").replace(/_/g, "");
      const name = /^[A-Za-z][A-Za-z0-9]*$/.test(plain) && !used.has(plain) ? plain : `point-${shape.point + 1}`;
      used.add(name);
      this.names.set(shape.point, name);
      this.places.set(shape.point, shape.center);
    }
  }

  text(): string {
    const { shapes } = this.drawing;
    const roles = new Set(shapes.flatMap(({ stroke, fill }) => [stroke, fill].flatMap((paint) => (paint ? [paint.role] : []))));
    roles.delete("panel");
    return [
      "% Needs \\usepackage{tikz}; or \\documentclass[tikz]{standalone} makes a picture of it alone.",
      "\\begin{tikzpicture}[line cap=round, line join=round, every node/.style={anchor=base, inner sep=0pt}]",
      ...[...roles].map((role) => `  \\definecolor{${colour(role)}}{HTML}{${COLOURS[role].toUpperCase()}}`),
      ...[...this.places].map(([k, at]) => `  \\coordinate (${this.names.get(k)}) at ${this.pair(at)};`),
      `  \\clip ${this.pair([0, 0])} rectangle ${this.pair([this.drawing.width, this.drawing.height])};`,
      ...shapes.map((shape) => `  ${this.command(shape)}`),
      "\\end{tikzpicture}",
      "",
    ].join("\n");
  }

  private pair([x, y]: Position): string {
    return `(${short(x / CENTIMETRE, 3)}, ${short((this.drawing.height - y) / CENTIMETRE, 3)})`;
  }

  /** A position: by its name, if a point is there. */
  private at(position: Position): string {
    for (const [k, [x, y]] of this.places) {
      if (Math.hypot(position[0] - x, position[1] - y) < 0.01) return `(${this.names.get(k)})`;
    }
    return this.pair(position);
  }

  private command(shape: Shape): string {
    if (shape.kind === "text") return this.label(shape);
    const options = [
      ...(shape.stroke ? strokeOptions(shape.stroke) : []),
      ...(shape.fill ? [`fill=${colour(shape.fill.role)}`, ...opacity("fill opacity", shape.fill.opacity)] : []),
    ];
    return `\\path[${options.join(", ")}] ${this.outline(shape)};`.replace(/^\\path\[draw=/, "\\draw[").replace(/^\\path\[fill=/, "\\fill[");
  }

  private outline(shape: Exclude<Shape, Label>): string {
    switch (shape.kind) {
      case "line":
        return `${this.at(shape.from)} -- ${this.at(shape.to)}`;
      case "circle":
        return `${this.at(shape.center)} circle[radius=${short(shape.radius / CENTIMETRE, 3)}]`;
      case "arc": {
        const degrees = (angle: number) => short((-angle * 180) / Math.PI, 2);
        const [start, end] = [degrees(shape.start), degrees(shape.start + shape.turn)];
        const radius = short(shape.radius / CENTIMETRE, 3);
        return `${this.at(shape.center)} ++(${start}:${radius}) arc[start angle=${start}, end angle=${end}, radius=${radius}]`;
      }
      case "path":
        return shape.points.map((point) => this.at(point)).join(" -- ") + (shape.isClosed ? " -- cycle" : "");
    }
  }

  private label(label: Label): string {
    const point = label.point === null ? undefined : this.places.get(label.point);
    const text = `{${texOf(label)}}`;
    const options = [`text=${colour(label.fill?.role ?? "ink")}`];
    if (!point) return `\\node[${options.join(", ")}] at ${this.pair(label.at)} ${text};`;
    const shift = [label.at[0] - point[0], point[1] - label.at[1]].map((far) => short(far / CENTIMETRE, 3));
    return `\\node[${options.join(", ")}, shift={(${shift.join(", ")})}] at ${this.at(point)} ${text};`;
  }
}

function colour(role: Role): string {
  return role === "panel" ? "white" : `figure-${role}`;
}

function opacity(name: string, value: number): string[] {
  return value < 1 ? [`${name}=${short(value, 3)}`] : [];
}

function strokeOptions({ role, width, dash, opacity: share }: Stroke): string[] {
  const pattern = dash.map((length, k) => `${k % 2 ? "off" : "on"} ${short(length * POINT, 2)}pt`).join(" ");
  return [
    `draw=${colour(role)}`, `line width=${short(width * POINT, 2)}pt`,
    ...(dash.length ? [`dash pattern=${pattern}`, "line cap=butt"] : []), ...opacity("draw opacity", share),
  ];
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", $: "\\$", "&": "\\&", "#": "\\#", _: "\\_", "%": "\\%",
  "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}", '"': "\\textquotedbl{}",
};

/** A label as TeX: a name or a number in mathematics, anything else as text. */
function texOf({ runs }: Label): string {
  const [head, tail] = [runs.filter((run) => !run.isSubscript), runs.filter((run) => run.isSubscript)].map((part) => part.map((run) => run.text).join(""));
  const below = tail ? `_{${tail}}` : "";
  if (/^[A-Za-z]'*$/.test(head!)) return `$${head}${below}$`;
  if (/^[A-Za-z0-9]+'*$/.test(head!) && /[A-Za-z]/.test(head!)) return `$\\mathit{${head!.replace(/'*$/, "")}}${/'*$/.exec(head!)![0]}${below}$`;
  if (/^[\d.,/√°+−-]+$/.test(head!)) {
    return `$${head!.replace(/√(\d+)/g, "\\sqrt{$1}").replace(/°/g, "^{\\circ}").replace(/−/g, "-")}${below}$`;
  }
  return `\\textit{${[...head!].map((sign) => ESCAPES[sign] ?? sign).join("")}}${tail ? `$${below}$` : ""}`;
}
