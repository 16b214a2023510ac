// A picture on the page: the shapes of a figure as SVG, and the labels, which stay the same elements.
import { svg } from "./dom";
import { type Drawing, LAYERS, type Label, type Layer, type Shape } from "./drawing";
import { nodeOf, paint } from "./drawing_svg";
import { type FigureData, numberOf } from "./figure_data";
import { highlight, type Lit } from "./highlight";
import { placeLabels, runsOf } from "./labels";
import { Marks } from "./marks";
import { type Look, type Plot } from "./plot";
import { addressOf } from "./selection";

const DOT: Look = { layer: "dots", style: "dot", stroke: null, fill: { role: "ink", opacity: 1 } };
const DOT_RADIUS = 3.2;

export class Picture {
  readonly root: SVGSVGElement;
  readonly names: readonly SVGTextElement[];
  readonly lengths: readonly SVGTextElement[];
  readonly layers: Readonly<Record<Layer, SVGGElement>>;
  private readonly labels: ReadonlyMap<string, SVGTextElement>;
  /** The number of marks that have no room at this scale. */
  leftOut = 0;
  private lines: Shape[] = [];
  private marks: Shape[] = [];
  private glow: Shape[] = [];
  private texts: Label[] = [];
  private dots: Shape[] = [];

  constructor(figure: FigureData, label: string) {
    this.root = svg("svg", { class: "figure", role: "group", "aria-label": label, tabindex: "0" });
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })])) as Record<Layer, SVGGElement>;
    this.layers.names.setAttribute("aria-hidden", "true");
    this.root.append(...LAYERS.map((name) => this.layers[name]));
    this.names = figure.points.map((name, k) => {
      const text = runsOf(name).map((run) => run.text).join("");
      return svg("text", { "data-thing": addressOf({ kind: "point", id: numberOf(figure, k) }) }, text);
    });
    this.lengths = figure.lengths.map(([, , text]) => svg("text", {}, text));
    const values = figure.marks.angles.map(([, text]) => svg("text", {}, text));
    this.layers.names.append(...this.lengths, ...values, ...this.names);
    this.labels = new Map([
      ...this.names.map((node, k) => [`point-${k}`, node] as const),
      ...this.lengths.map((node, k) => [`length-${k}`, node] as const),
      ...values.map((node, k) => [`angle-${k}`, node] as const),
    ]);
  }

  /** Draw everything but the highlights; labels keep clear of what is lit. */
  draw(plot: Plot, lit: readonly Lit[]): void {
    this.root.setAttribute("viewBox", `0 0 ${plot.view.width} ${plot.view.height}`);
    const marks = new Marks(plot);
    this.lines = plot.lines();
    this.marks = marks.shapes;
    this.leftOut = marks.leftOut;
    this.layers.lines.replaceChildren(...this.lines.map(nodeOf));
    this.layers.marks.replaceChildren(...this.marks.map(nodeOf));
    this.dots = plot.dots.flatMap((center, point) =>
      plot.visibility.showsPoint(point) ? [{ kind: "circle", center, radius: DOT_RADIUS, point, ...DOT } as const] : [],
    );
    const placed = placeLabels(plot, marks, lit.flatMap((one) => highlight(plot, one)));
    this.texts = [...placed.values()];
    for (const [key, node] of this.labels) {
      const label = placed.get(key);
      node.style.display = label ? "" : "none";
      if (!label) continue;
      // The selection marks the names of points by classes of its own.
      const kept = ["chosen", "hovered"].filter((name) => node.classList.contains(name));
      paint(node, label);
      node.classList.add(...kept);
    }
  }

  /** Draw the highlights. */
  light(plot: Plot, lit: readonly Lit[]): void {
    this.glow = lit.flatMap((one) => highlight(plot, one));
    for (const layer of ["shade", "glow"] as const) {
      this.layers[layer].replaceChildren(...this.glow.filter((shape) => shape.layer === layer).map(nodeOf));
    }
  }

  /** What is drawn, as a list of shapes. */
  drawing(plot: Plot): Drawing {
    const shapes = [...this.lines, ...this.marks, ...this.glow, ...this.dots, ...this.texts];
    const ordered = LAYERS.flatMap((layer) => shapes.filter((shape) => shape.layer === layer));
    return { width: plot.view.width, height: plot.view.height, shapes: ordered };
  }
}
