// The figure of a page: drawn at the size of its panel, zoomed, dragged, and lit by the selection.
import { Building } from "./building";
import { el } from "./dom";
import type { Drawing, Position } from "./drawing";
import { type FigureData, numberOf, type Relation } from "./figure_data";
import { type FigureObject, Visibility, objectsOf } from "./figure_objects";
import { addGestures, zoomBy } from "./gestures";
import { type How, type Lit, litCircles } from "./highlight";
import { ObjectList } from "./object_list";
import { Picture } from "./picture";
import { Plot } from "./plot";
import { PointHandle } from "./point_handles";
import type { Coordinates } from "./residuals";
import type { Selection, Thing } from "./selection";
import { areSame } from "./selection";
import { Solver } from "./solver";
import { Viewport } from "./viewport";

/** How near to the edge a point still counts as seen, in pixels. */
const EDGE = 8;

/** What is known of the things that can be selected. */
export interface Statements {
  relation(state: number): Relation;
  /** The states that a step starts from. */
  grounds(step: number): readonly number[];
  /** A sentence with links to the points it names. */
  linked(text: string): (Node | string)[];
}

export class Diagram {
  readonly figure: FigureData;
  private readonly selection: Selection;
  readonly objects: readonly FigureObject[];
  readonly visibility: Visibility;
  readonly view = new Viewport();
  readonly picture: Picture;
  readonly message: HTMLParagraphElement;
  /** What is said about what is not drawn. */
  private readonly remark = el("p", { class: "remark" });
  readonly handles: ReadonlySet<number>;
  /** The tools above the figure; other parts of the page may add theirs. */
  readonly tools: HTMLDivElement;
  /** The coordinates of all points. */
  x: Coordinates;
  /** The extent of the figure, in its units. */
  size = 1;
  private readonly home: Coordinates;
  private readonly points: readonly PointHandle[];
  private lit: readonly Lit[] = [];
  private hinted: readonly Lit[] = [];
  private fresh: ReadonlySet<number> = new Set();
  private isFocused = false;
  /** Whether the figure is fitted into the view, a drag kept the frame, or the user chose it. */
  private frame: "fitted" | "kept" | "chosen" = "fitted";
  private plot: Plot;
  private readonly building: Building | null;
  private readonly list: ObjectList;

  constructor(figure: FigureData, label: string, selection: Selection) {
    this.figure = figure;
    this.selection = selection;
    this.objects = objectsOf(figure);
    this.visibility = new Visibility(figure, this.objects);
    this.home = Float64Array.from(figure.xy.flat());
    this.x = Float64Array.from(this.home);
    this.picture = new Picture(figure, label);
    this.message = el("p", { class: "hint", "aria-live": "polite" });
    const canMove = figure.relations.length > 0 && figure.relations.every(([name]) => Solver.knows(name));
    this.handles = new Set(canMove ? [...figure.free, ...figure.gliders] : []);
    this.message.textContent = this.invitation;
    this.plot = this.plotted();
    this.points = figure.points.map((_, k) => new PointHandle(this, figure, k, this.handles.has(k)));
    this.picture.layers.dots.append(...this.points.map(({ node }) => node));
    this.tools = el("div", { class: "row tools", role: "toolbar", "aria-label": "Figure" });
    this.building = figure.construction.length > 1 ? new Building(this, figure.construction) : null;
    this.list = new ObjectList(this);
    this.makeTools(this.building, this.list);
    addGestures(this);
    this.fit();
  }

  get root(): SVGSVGElement {
    return this.picture.root;
  }

  get names(): readonly SVGTextElement[] {
    return this.picture.names;
  }

  get lengths(): readonly SVGTextElement[] {
    return this.picture.lengths;
  }

  /** What is shown, as a list of shapes. */
  drawing(): Drawing {
    return this.picture.drawing(this.plot);
  }

  /** The position of a point in the picture. */
  at(k: number): Position {
    return this.plot.at(k);
  }

  positions(): Position[] {
    return this.figure.points.map((_, k) => [this.x[2 * k]!, this.x[2 * k + 1]!]);
  }

  isFitted(): boolean {
    return this.frame !== "chosen";
  }

  /** Light up what is selected, and more lightly what the pointer is on. */
  follow(statements: Statements): void {
    const { selection } = this;
    if (this.building) this.building.write = (text) => statements.linked(text);
    let selected: Thing | null = null;
    let hovered: Thing | null = null;
    const lights = (thing: Thing | null, [meant, below]: readonly [How, How]): Lit[] => {
      if (thing === null) return [];
      const of = (states: readonly number[], how: How) => states.map((state) => ({ relation: statements.relation(state), how }));
      const grounds = thing.kind === "step" ? statements.grounds(thing.id) : [];
      return [...of(grounds, below), ...of(selection.statesOf(thing), meant)];
    };
    selection.listen(() => {
      if (!areSame(selected, selection.selected)) {
        selected = selection.selected;
        this.light(lights(selected, ["conclusion", "ground"]));
      }
      const pointed = areSame(selection.hovered, selected) ? null : selection.hovered;
      if (!areSame(hovered, pointed)) {
        hovered = pointed;
        this.hinted = lights(hovered, ["hint", "basis"]);
        this.glow();
      }
    });
  }

  /** Light up statements. */
  light(lit: readonly Lit[]): void {
    this.lit = lit;
    // What is selected is seen whole, also where the construction has not got to it.
    if (!lit.every((one) => this.isMade(one))) this.building?.end();
    const circles = lit.flatMap(({ relation }) => litCircles(relation));
    if (this.isFocused) this.focus();
    if (this.frame === "fitted" || (this.frame === "kept" && circles.length)) this.fit();
    else this.draw();
  }

  /** Show only what the lit statements need, or everything. */
  focusOn(isOnly: boolean): void {
    this.isFocused = isOnly;
    this.focus();
    this.draw();
  }

  private focus(): void {
    const needed = new Set(this.lit.flatMap(({ relation }) => relation[1]));
    this.visibility.focus = this.isFocused && needed.size ? needed : null;
  }

  stage(points: ReadonlySet<number> | null, fresh: ReadonlySet<number>): void {
    this.visibility.stage = points;
    this.fresh = fresh;
    this.draw();
  }

  /** Light up what the pointer is on, where that is no thing that can be selected. */
  hint(lit: readonly Lit[]): void {
    this.hinted = lit;
    this.glow();
  }

  /** Move the view so that all of the figure is seen, as large as possible. */
  fit(): void {
    this.plot = this.plotted();
    const bounds = this.plot.bounds(this.lit.flatMap(({ relation }) => litCircles(relation)));
    this.size = Math.max(bounds.right - bounds.left, bounds.high - bounds.low) || 1;
    this.view.fit(bounds);
    this.frame = "fitted";
    this.draw();
  }

  /** Draw after the room or the objects shown have changed: as large as possible, unless the view was chosen. */
  redraw(): void {
    if (this.frame === "fitted") this.fit();
    else this.draw();
  }

  /** Refit the view, but only after a point has left it: otherwise the figure would keep moving. */
  refit(): void {
    if (this.plot.dots.some((at) => !this.view.holds(at, EDGE))) this.fit();
  }

  /** Show the view after it was zoomed or panned. */
  moved(): void {
    this.frame = "chosen";
    this.draw();
  }

  resize(width: number, height: number): void {
    if (!width || !height || (width === this.view.width && height === this.view.height)) return;
    this.view.resize(width, height);
    this.redraw();
    if (this.frame === "kept") this.refit();
  }

  drag(k: number, to: Position): void {
    this.move(k, this.view.toPlane(to));
  }

  nudge(k: number, dx: number, dy: number): void {
    this.move(k, [this.x[2 * k]! + dx, this.x[2 * k + 1]! + dy]);
    this.refit();
  }

  drop(): void {
    this.refit();
  }

  select(k: number): void {
    this.selection.select({ kind: "point", id: numberOf(this.figure, k) });
  }

  /** Move a point towards a position of the plane; the other points follow. */
  move(k: number, target: Position): void {
    const before = this.x;
    this.x = Solver.drag(this.figure, this.x, k, target, this.size);
    const off = Solver.worst(this.figure.relations, this.x);
    const missed = Math.hypot(target[0] - this.x[2 * k]!, target[1] - this.x[2 * k + 1]!);
    const isStuck = this.figure.free.includes(k) && missed > 1e-3 * this.size;
    this.message.textContent = isStuck
      ? "No figure was found there: the point stays where the premises hold."
      : `All premises hold numerically, to ${off < 1e-12 ? "1e-12" : off.toExponential(0)}.`;
    if (before === this.x) return;
    if (this.frame === "fitted") this.frame = "kept";
    this.draw();
  }

  reset(): void {
    this.x = Float64Array.from(this.home);
    this.message.textContent = this.invitation;
    this.fit();
  }

  draw(): void {
    this.plot = this.plotted();
    // Labels leave the lines of what is selected; they do not follow the pointer.
    this.picture.draw(this.plot, this.lit.filter((one) => this.isMade(one)));
    this.points.forEach((handle, k) => handle.place(this.plot.at(k), this.visibility.showsPoint(k)));
    const { leftOut } = this.picture;
    this.remark.textContent = leftOut ? `${leftOut === 1 ? "1 mark has" : `${leftOut} marks have`} no room here: zoom in.` : "";
    this.root.classList.toggle("zoomed", this.frame === "chosen");
    this.glow();
  }

  private get invitation(): string {
    return this.handles.size ? "Drag a ringed point, or use the arrow keys: the premises stay true." : "";
  }

  private plotted(): Plot {
    return new Plot(this.figure, this.x, this.view, this.visibility);
  }

  /** Whether the points of a statement are there while the construction is shown. */
  private isMade({ relation: [, points] }: Lit): boolean {
    const { stage } = this.visibility;
    return stage === null || points.every((k) => stage.has(k));
  }

  private glow(): void {
    const lit = [...this.hinted, ...this.lit].filter((one) => this.isMade(one));
    this.picture.light(this.plot, lit);
    const points = new Set(lit.flatMap(({ relation }) => relation[1]));
    this.points.forEach((handle, k) => handle.light(points.has(k), this.fresh.has(k)));
  }

  private makeTools(building: Building | null, list: ObjectList): void {
    const zoom = (text: string, name: string, isCloser: boolean) =>
      el("button", { class: "quiet zoom", title: name, "aria-label": name, onclick: () => zoomBy(this, isCloser) }, text);
    if (building) this.tools.append(building.button);
    this.tools.append(
      list.button,
      zoom("−", "Zoom out", false),
      zoom("+", "Zoom in", true),
      el("button", { class: "quiet", title: "Fit the figure into its panel", onclick: () => this.fit() }, "Fit"),
      this.handles.size ? el("button", { class: "quiet", title: "Move all points back", onclick: () => this.reset() }, "Reset") : "",
    );
  }

  panel(): HTMLDivElement {
    const stage = el("div", { class: "figure-stage" }, this.root, this.remark, this.list.box);
    new ResizeObserver(() => this.resize(stage.clientWidth, stage.clientHeight)).observe(stage);
    const { added = [], points } = this.figure;
    const legend = added.length ? el("p", { class: "added-legend" }, `${added.map((k) => points[k]).join(", ")}: added by the proof`) : null;
    return el("div", { class: "diagram" }, this.tools, stage, legend, this.building?.bar, this.message);
  }
}
