// The figure as a file of GeoGebra, which holds its construction.
import { strToU8, zipSync } from "fflate";
import type { Position } from "./drawing";
import type { FigureData, GeogebraTake } from "./figure_data";
import { type Constructed, construct } from "./geogebra_construction";
import { short } from "./picture_file";

export interface Shown {
  readonly figure: FigureData;
  positions(): Position[];
  readonly visibility: { showsPoint(k: number): boolean; shows(key: string): boolean };
}

const WINDOW = [900, 650] as const;
const INK = 'r="27" g="31" b="36" alpha="0"';
const FREE = 'r="0" g="97" b="154" alpha="0"';

/** The names of commands in files, where they differ. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  PerpendicularLine: "OrthogonalLine", PerpendicularBisector: "LineBisector", AngleBisector: "AngularBisector", Reflect: "Mirror",
};
const KINDS: Readonly<Record<string, string>> = { circle: "conic", vector: "vector", number: "angle", point: "point" };

/** The bytes of a .ggb file that shows a figure. */
export function geogebraFile(shown: Shown): Uint8Array<ArrayBuffer> {
  // A fixed date, so that equal figures have equal files.
  return Uint8Array.from(zipSync({ "geogebra.xml": strToU8(geogebraXml(shown)) }, { mtime: "2020-01-01T12:00:00" }));
}

/** The construction as the XML of GeoGebra. */
export function geogebraXml(shown: Shown): string {
  const positions = shown.positions();
  return new Writer(shown, positions, construct(shown.figure, positions)).text();
}

class Writer {
  private readonly shown: Shown;
  private readonly positions: readonly Position[];
  private readonly steps: readonly Constructed[];
  private readonly labels: readonly string[];
  private readonly helpers = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private readonly used: Set<string>;
  /** Whether each drawn segment or circle is dashed, by its command. */
  private readonly isDashed = new Map<string, boolean>();

  constructor(shown: Shown, positions: readonly Position[], steps: readonly Constructed[]) {
    this.shown = shown;
    this.positions = positions;
    this.steps = steps;
    this.used = new Set();
    this.labels = shown.figure.points.map((name, k) => {
      const label = [plainLabel(name), plainLabel(name.toUpperCase())].find((found) => found !== null && !this.used.has(found)) ?? `P_{${k + 1}}`;
      this.used.add(label);
      return label;
    });
  }

  text(): string {
    const { figure, visibility } = this.shown;
    for (const kind of ["dashed", "segment"] as const) {
      (kind === "segment" ? figure.segments : figure.dashed).forEach((pair, k) => {
        if (visibility.shows(`${kind}-${k}`)) this.isDashed.set(key("Segment", pair), kind === "dashed");
      });
    }
    figure.circles.forEach(([center, on], k) => {
      const takes = center === null ? on.slice(0, 3) : [center, on[0]!];
      if (visibility.shows(`circle-${k}`)) this.isDashed.set(key("Circle", takes), false);
    });
    const construction = this.steps.flatMap((step) => this.step(step));
    for (const [command, isDashed] of this.isDashed) construction.push(...this.unused(command, isDashed));
    return [
      '<?xml version="1.0" encoding="utf-8"?>',
      '<geogebra format="5.0" version="5.2.0.0" app="classic" platform="w">',
      this.view(),
      '<kernel><continuous val="false"/><usePathAndRegionParameters val="true"/><decimals val="2"/><angleUnit val="degree"/></kernel>',
      '<construction title="" author="" date="">',
      ...construction,
      "</construction>",
      "</geogebra>",
      "",
    ].join("\n");
  }

  private view(): string {
    const [xs, ys] = [this.positions.map(([x]) => x), this.positions.map(([, y]) => y)];
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [width, height] = WINDOW;
    const scale = 0.7 * Math.min(width / (right - left || 1), height / (high - low || 1));
    const zero = [width / 2 - (scale * (left + right)) / 2, height / 2 + (scale * (low + high)) / 2].map((at) => short(at, 3));
    return [
      "<euclidianView>",
      '<viewNumber viewNo="1"/>',
      `<size width="${width}" height="${height}"/>`,
      `<coordSystem xZero="${zero[0]}" yZero="${zero[1]}" scale="${scale}" yscale="${scale}"/>`,
      '<evSettings axes="false" grid="false" pointCapturing="0" rightAngleStyle="1"/>',
      '<axis id="0" show="false"/>', '<axis id="1" show="false"/>',
      "</euclidianView>",
    ].join("\n");
  }

  private step({ makes, command, takes, objects, index }: Constructed): string[] {
    const isFree = command === "Point" && !takes.length;
    const names = makes.map((name, k) => (typeof name === "number" ? this.labels[name]! : this.helper(name, objects[k]!.kind)));
    const further = command === "Polygon" ? this.sides(makes.length + 2) : [];
    const inputs = [...takes.map((take) => this.written(take)), ...(index === null ? [] : [String(index)])];
    const found = isFree ? [] : [commandXml(command, inputs, [...further.map(([, name]) => name), ...names])];
    for (const [kind, name] of further) found.push(elementXml(kind, name, false));
    makes.forEach((name, k) => {
      const object = objects[k]!;
      if (typeof name === "number") found.push(this.point(name, isFree || command === "Point"));
      else {
        const kind = object.kind === "line" ? object.part : KINDS[object.kind]!;
        const written = key(command, takes);
        const isDashed = this.isDashed.get(written);
        this.isDashed.delete(written);
        // GeoGebra takes the intersection near the place in the file.
        found.push(elementXml(kind, names[k]!, isDashed !== undefined, isDashed, object.kind === "point" && index !== null ? object.at : null));
      }
    });
    return found;
  }

  /** A drawn segment or circle that the construction did not need. */
  private unused(command: string, isDashed: boolean): string[] {
    const [name, ...takes] = command.split(" ");
    const kind = name === "Segment" ? "segment" : "conic";
    const label = this.fresh(name === "Segment" ? "s" : "c");
    return [commandXml(name!, takes.map((take) => this.labels[Number(take)]!), [label]), elementXml(kind, label, true, isDashed)];
  }

  private point(k: number, isMovable: boolean): string {
    const [x, y] = this.positions[k]!;
    const name = this.shown.figure.points[k]!;
    const label = this.labels[k]!;
    const isNamed = plainLabel(name) === label;
    return [
      `<element type="point" label="${label}">`,
      `<show object="${this.shown.visibility.showsPoint(k)}" label="true"/>`,
      `<objColor ${isMovable ? FREE : INK}/>`,
      `<labelMode val="${isNamed ? 0 : 3}"/>`,
      ...(isNamed ? [] : [`<caption val="${escaped(name)}"/>`]),
      `<pointSize val="${isMovable ? 5 : 4}"/>`,
      `<coords x="${x}" y="${y}" z="1"/>`,
      "</element>",
    ].join("\n");
  }

  /** The polygon and its sides, which GeoGebra makes too. */
  private sides(count: number): [string, string][] {
    return [["polygon", this.fresh("q")], ...Array.from({ length: count }, (): [string, string] => ["segment", this.fresh("s")])];
  }

  private helper(name: string, kind: string): string {
    const label = this.helpers.get(name) ?? this.fresh({ circle: "c", point: "H", vector: "u", number: "a" }[kind] ?? "f");
    this.helpers.set(name, label);
    return label;
  }

  private fresh(letter: string): string {
    for (;;) {
      const number = (this.counts.get(letter) ?? 0) + 1;
      this.counts.set(letter, number);
      const label = `${letter}_{${number}}`;
      if (!this.used.has(label)) return label;
    }
  }

  private written(take: GeogebraTake): string {
    if (typeof take === "object") return take[0];
    return typeof take === "number" ? this.labels[take]! : this.helpers.get(take)!;
  }
}

/** A name of GeoGebra's own kind for a point: a capital, then letters and digits, and a number as subscript. */
function plainLabel(name: string): string | null {
  const [, head, tail] = /^([A-Z][A-Za-z]*'*)_?(\d*)$/.exec(name) ?? [];
  if (!head) return null;
  return tail ? `${head}_{${tail}}` : head;
}

function key(command: string, takes: readonly GeogebraTake[]): string {
  return `${command} ${takes.join(" ")}`;
}

function commandXml(name: string, inputs: readonly string[], outputs: readonly string[]): string {
  const listed = (labels: readonly string[]) => labels.map((label, k) => ` a${k}="${escaped(label)}"`).join("");
  return `<command name="${FILE_NAMES[name] ?? name}">\n<input${listed(inputs)}/>\n<output${listed(outputs)}/>\n</command>`;
}

function elementXml(kind: string, label: string, isShown: boolean, isDashed = false, at: Position | null = null): string {
  return [
    `<element type="${kind}" label="${label}">`,
    `<show object="${isShown}" label="false"/>`,
    `<objColor ${INK}/>`,
    `<lineStyle thickness="3" type="${isDashed ? 15 : 0}" typeHidden="1"/>`,
    ...(at ? [`<coords x="${at[0]}" y="${at[1]}" z="1"/>`] : []),
    "</element>",
  ].join("\n");
}

function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  return text.replace(/[&<>"']/g, (sign) => signs[sign]!);
}
