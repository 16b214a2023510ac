// The reasoning graph: the path to the goal, what the selected state depends on, or everything.
import cytoscape from "cytoscape";
import dagre from "cytoscape-dagre";
import { el, colour } from "./dom";
import { Overview } from "./overview";

cytoscape.use(dagre);

const PEN = document.createElement("canvas").getContext("2d");

function node(id, label, size, more) {
  PEN.font = `bold ${size}px system-ui, sans-serif`;
  return { id, label, width: Math.ceil(PEN.measureText(label).width), ...more };
}

export class Graph {
  static MOST = 160;

  constructor(reader, selection, filter, proofs) {
    this.reader = reader;
    this.selection = selection;
    this.filter = filter;
    this.proofs = proofs;
    this.isLarge = Boolean(reader.data.places);
    this.path = new Set(proofs.flatMap((p, k) => (k ? [] : [...p.premises, p.goal, ...p.steps.map((s) => reader.data.steps[s][1])])));
    this.path.steps = proofs[0]?.steps ?? [];
    this.stage = el("div", { class: "stage", tabIndex: 0, "aria-label": "Graph; zoom with + and -, move with the arrow keys, 0 fits it into the view" });
    this.choices = ["path", "selection", "all"].map((view) => {
      const text = { path: "Path to the goal", selection: "Support of the selection", all: "Everything" }[view];
      const input = el("input", { type: "radio", name: "view", value: view, onchange: () => this.show(view) });
      if (view === "path" && !proofs.length) input.disabled = true;
      return el("label", {}, input, text);
    });
    this.legend = el("p", { class: "hint legend" },
      el("span", { class: "key premise" }), "premise ", el("span", { class: "key derived" }), "derived ",
      el("span", { class: "key goal" }), "goal ", el("span", { class: "key step" }), "step ",
      el("span", { class: "key selected" }), "selected");
    const zoom = (text, title, act) => el("button", { class: "quiet", title, "aria-label": title, onclick: act }, text);
    this.box = el("div", { class: "graph" },
      el("div", { class: "row", role: "radiogroup", "aria-label": "What the graph shows" }, this.choices,
        zoom("+", "Zoom in", () => this.zoom(1.3)), zoom("−", "Zoom out", () => this.zoom(1 / 1.3)), zoom("⤢", "Fit into the view", () => this.fit()), zoom("Full screen", "Toggle full screen", () => this.fill())),
      this.stage, this.legend);
    this.stage.addEventListener("keydown", (event) => this.key(event));
    selection.listen(() => this.follow());
    filter.listen(() => this.sift());
    document.addEventListener("fullscreenchange", () => {
      this.cy?.resize();
      this.fit();
    });
    document.addEventListener("themechange", () => this.cy?.style(this.look()));
    this.view = null;
  }

  /** Called when the graph becomes visible: only then its size is known. */
  open() {
    if (this.view === null) this.show(this.proofs.length ? "path" : "all");
    else this.cy?.resize();
  }

  show(view) {
    this.view = view;
    this.choices.forEach((label) => (label.firstChild.checked = label.firstChild.value === view));
    this.cy?.destroy();
    this.cy = null;
    if (view === "all" && this.isLarge) {
      this.overview ??= new Overview(this.reader, this.selection, this.path);
      this.stage.replaceChildren(this.overview.box);
      this.overview.resize();
      this.sift();
      return;
    }
    this.stage.replaceChildren();
    const { data } = this.reader;
    if (view === "path") this.lay(this.path, this.path.steps);
    else if (view === "all") this.lay(data.states.keys(), data.steps.keys());
    else this.lay(...this.rests(this.selection.state));
  }

  /** The states and steps that a state depends on, by the derivations shown. */
  rests(goal) {
    const states = new Set();
    const steps = new Set();
    const queue = goal === null ? [] : [goal];
    while (queue.length && states.size < Graph.MOST) {
      const state = queue.shift();
      if (states.has(state)) continue;
      states.add(state);
      if (this.reader.isGiven(state) && state !== goal) continue;
      const step = this.reader.derivation(state);
      if (step === null) continue;
      steps.add(step);
      queue.push(...this.reader.data.steps[step][2]);
    }
    for (const step of steps) for (const state of this.reader.data.steps[step][2]) states.add(state);
    return [states, steps];
  }

  lay(states, steps) {
    const { data } = this.reader;
    const goals = new Set(this.proofs.map((proof) => proof.goal));
    const path = new Set(this.path.steps);
    const elements = [];
    for (const state of states) {
      const kind = goals.has(state) ? "goal" : this.reader.isGiven(state) ? "premise" : "derived";
      const off = this.view === "all" && this.path.size && !this.path.has(state) ? " off" : "";
      elements.push({ data: node(`s${state}`, this.reader.text(state, this.proofs[0]), 12, { state }), classes: kind + off });
    }
    const shown = new Set(elements.map((element) => element.data.id));
    for (const step of steps) {
      const [rule, conclusion, antecedents] = data.steps[step];
      const off = this.view === "all" && this.path.size && !path.has(step) ? " off" : "";
      elements.push({ data: node(`d${step}`, data.rules[rule].name, 10, { step }), classes: `step${off}` });
      const ends = [...antecedents.map((a) => [`s${a}`, `d${step}`]), [`d${step}`, `s${conclusion}`]];
      for (const [source, target] of ends) if (source[0] === "d" || shown.has(source)) elements.push({ data: { source, target }, classes: off });
    }
    if (!elements.length) {
      this.stage.replaceChildren(el("p", { class: "hint" }, "Select a statement first."));
      return;
    }
    this.cy = cytoscape({
      container: this.stage,
      elements,
      style: this.look(),
      layout: Graph.layout("TB"),
      minZoom: 0.05,
      maxZoom: 4,
      boxSelectionEnabled: false,
      autoungrabify: true,
    });
    this.cy.on("tap", "node", ({ target }) => {
      const { state, step } = target.data();
      if (step === undefined) this.selection.set(state, null);
      else this.selection.set(data.steps[step][1], step);
    });
    // A wide graph is easier to read from left to right, with labels below each other.
    const { w, h } = this.cy.elements().boundingBox();
    if (w / h > (1.8 * this.cy.width()) / this.cy.height()) this.cy.layout(Graph.layout("LR")).run();
    this.mark();
    this.sift();
    this.fit();
  }

  static layout(rankDir) {
    return { name: "dagre", rankDir, nodeSep: rankDir === "LR" ? 6 : 14, rankSep: 26, edgeSep: 6 };
  }

  follow() {
    if (this.view === "selection") {
      const goal = this.selection.state;
      if (goal !== null && (!this.cy || this.cy.$id(`s${goal}`).empty() || this.selection.step !== null)) this.show("selection");
    }
    this.mark();
  }

  mark() {
    if (!this.cy) return;
    const { state, step } = this.selection;
    this.cy.batch(() => {
      this.cy.elements().removeClass("selected");
      if (state !== null) this.cy.$id(`s${state}`).addClass("selected");
      if (step !== null) this.cy.$id(`d${step}`).addClass("selected").connectedEdges().addClass("selected");
    });
    const node = step === null ? this.cy.$id(`s${state}`) : this.cy.$id(`d${step}`);
    if (node.empty()) return;
    const box = node.renderedBoundingBox();
    if (box.x1 < 0 || box.y1 < 0 || box.x2 > this.cy.width() || box.y2 > this.cy.height()) this.cy.center(node);
  }

  sift() {
    const found = this.filter.active ? this.filter.states() : (this.filter.states(), null);
    this.overview?.highlight(found);
    if (!this.cy) return;
    const wanted = found && new Set(found);
    this.cy.batch(() => {
      this.cy.nodes("[state >= 0]").forEach((node) => {
        node.toggleClass("match", Boolean(wanted?.has(node.data("state"))));
        node.toggleClass("faded", Boolean(wanted && !wanted.has(node.data("state"))));
      });
    });
  }

  zoom(by) {
    if (this.cy) this.cy.zoom({ level: this.cy.zoom() * by, renderedPosition: { x: this.cy.width() / 2, y: this.cy.height() / 2 } });
    else this.overview?.zoom(by);
  }

  fit() {
    if (!this.cy) {
      this.overview?.fit();
      return;
    }
    this.cy.fit(undefined, 16);
    if (this.cy.zoom() > 1.2) {
      this.cy.zoom(1.2);
      this.cy.center();
    }
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.box.requestFullscreen?.();
  }

  key(event) {
    if (!this.cy) return;
    const by = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (by) this.cy.panBy({ x: by[0], y: by[1] });
    else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  look() {
    const c = Object.fromEntries(
      ["ink", "paper", "panel", "faint", "premise", "path", "selected", "match", "derived"].map((name) => [name, colour(name)]),
    );
    return [
      { selector: "node", style: { label: "data(label)", "font-size": 12, color: c.ink, "text-valign": "center", "text-halign": "center", width: "data(width)", height: 20, padding: "6px", shape: "round-rectangle", "background-color": c.panel, "border-width": 1.5, "border-color": c.derived, "font-family": "system-ui, sans-serif" } },
      { selector: ".premise", style: { shape: "rectangle", "border-color": c.premise, "border-width": 2.5 } },
      { selector: ".goal", style: { "border-style": "double", "border-width": 5, "border-color": c.path, "font-weight": "bold" } },
      { selector: ".step", style: { shape: "cut-rectangle", "font-size": 10, height: 14, padding: "3px", "font-style": "italic", "background-color": c.paper, "border-width": 1, "border-style": "dashed", "border-color": c.faint } },
      { selector: "edge", style: { width: 1.3, "line-color": c.faint, "target-arrow-color": c.faint, "target-arrow-shape": "triangle", "arrow-scale": 0.7, "curve-style": "bezier" } },
      { selector: ".off", style: { opacity: 0.35 } },
      { selector: ".faded", style: { opacity: 0.2 } },
      { selector: ".match", style: { "border-color": c.match, "border-width": 4, opacity: 1 } },
      { selector: "node.selected", style: { "border-color": c.selected, "border-width": 4, opacity: 1, "border-style": "solid" } },
      { selector: "edge.selected", style: { width: 3, "line-color": c.selected, "target-arrow-color": c.selected } },
    ];
  }
}
