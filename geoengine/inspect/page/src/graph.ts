// The reasoning graph: a proof, what the selected state depends on, or everything.
import { CardView } from "./card_view";
import type { ProofData } from "./data";
import { el } from "./dom";
import { LANDMARK } from "./folds";
import { type GraphReader, makeContent } from "./graph_model";
import { isPlain } from "./keys";
import { Overview } from "./overview";
import { areSame, type Selection, type Thing, thingLink } from "./selection";
import { plural } from "./words";

/** What the graph needs of the filter for states. */
export interface StateFilter {
  readonly active: boolean;
  states(): readonly number[];
  listen(listener: () => void): void;
}

const VIEWS = { path: "Proof", selection: "Support of the selection", all: "Everything" };
type View = keyof typeof VIEWS;

/** How many of the states that a state rests on are drawn, the nearest first. */
const MOST = 160;

/** The entries of the legend: a class of a key, and what it means. */
type Entry = readonly [key: string, text: string];

export class Graph {
  readonly box: HTMLElement;
  readonly stage = el("div", { class: "stage" });
  readonly cards: CardView;
  overview: Overview | null = null;
  view: View | null = null;
  private proof = 0;
  private readonly inputs = new Map<View, HTMLInputElement>();
  private readonly choice: HTMLSelectElement;
  private readonly fold: HTMLInputElement;
  private readonly foldLabel: HTMLElement;
  private readonly grounds = el("p", { class: "rests-on", "aria-live": "polite" });
  private readonly legend = el("ul", { class: "legend", "aria-label": "Legend" });
  private before: Thing | null = null;
  /** What is said where not all that the selection rests on is drawn. */
  private cut = "";

  constructor(
    private readonly reader: GraphReader,
    private readonly selection: Selection,
    private readonly filter: StateFilter,
    private readonly proofs: readonly ProofData[],
  ) {
    this.cards = new CardView(reader, selection, () => this.tell());
    const views = (Object.keys(VIEWS) as View[]).filter((view) => view !== "path" || proofs.length);
    const radios = views.map((view) => {
      const input = el("input", { type: "radio", name: "view", value: view, onchange: () => this.show(view) });
      this.inputs.set(view, input);
      return el("label", {}, input, VIEWS[view]);
    });
    this.choice = el("select", { "aria-label": "Which proof", hidden: proofs.length < 2, onchange: () => {
      this.proof = this.choice.selectedIndex;
      this.show("path");
    } }, proofs.map(({ title }) => el("option", {}, title)));
    this.fold = el("input", { type: "checkbox", onchange: () => (this.cards.folds = this.fold.checked) });
    this.foldLabel = el("label", { title: `Chains of steps are folded into what they lead to; what ${LANDMARK} steps or more use stays` }, this.fold, "Fold chains");
    const button = (text: string, title: string, act: () => void) => el("button", { class: "quiet", title, "aria-label": title, onclick: act }, text);
    this.box = el("div", { class: "graph" },
      el("div", { class: "graph-controls" },
        el("div", { class: "views", role: "radiogroup", "aria-label": "What the graph shows" }, radios), this.choice, this.foldLabel,
        el("div", { class: "zooms" }, button("−", "Show less: less text", () => this.zoom(-1)), button("+", "Show more: more or larger text", () => this.zoom(1)),
          button("Fit", "Fit into the view", () => this.fit()))),
      this.stage, this.grounds, this.legend);
    this.box.addEventListener("keydown", (event) => this.key(event));
    selection.listen(() => this.follow());
    filter.listen(() => this.sift());
  }

  /** Called when the graph becomes visible: only then its size is known. */
  open(): void {
    if (this.view === null) this.show(this.proofs.length ? "path" : "all");
  }

  show(view: View): void {
    const { data } = this.reader;
    this.view = view;
    for (const [name, input] of this.inputs) input.checked = name === view;
    const shows = view === "all" && data.places ? "overview" : "cards";
    if (shows === "overview") {
      const path = this.proofs[0];
      this.overview ??= new Overview(this.reader, this.selection, path ?? null, () => this.tell());
      this.stage.replaceChildren(this.overview.box);
      this.overview.resize();
      this.sift();
      return;
    }
    const goals = new Set(this.proofs.map(({ goal }) => goal));
    const proof = this.proofs[this.proof] ?? null;
    const { state } = this.selection;
    this.cut = "";
    if (view === "selection" && state === null) {
      this.stage.replaceChildren(el("p", { class: "hint" }, "Select a statement or a step first."));
      this.tell();
      return;
    }
    this.stage.replaceChildren(this.cards.box);
    if (view === "path" && proof) {
      const conclusions = proof.steps.map((step) => data.steps[step][1]);
      this.cards.show(makeContent(this.reader, [...proof.premises, ...conclusions, proof.goal], proof.steps, new Set([proof.goal]), true), proof, true);
    } else if (view === "all") this.cards.show(makeContent(this.reader, data.states.keys(), data.steps.keys(), goals, false), proof);
    else if (state !== null) this.cards.show(makeContent(this.reader, ...this.rests(state), new Set([state]), true), proof);
    this.sift();
  }

  /** The states and steps that a state rests on, by the derivations shown: the nearest ones. */
  private rests(goal: number): [states: Set<number>, steps: number[]] {
    const { data } = this.reader;
    const support = this.reader.support(goal);
    const states = new Set([...support.states].slice(0, MOST));
    const steps = [...support.steps].filter((step) => states.has(data.steps[step][1]));
    // What is drawn last stands without what it follows from.
    for (const step of steps) for (const state of data.steps[step][2]) states.add(state);
    this.cut = states.size < support.states.size ? `the first ${states.size} of ${support.states.size} statements that it rests on` : "";
    return [states, steps];
  }

  private follow(): void {
    const { selected, state, step } = this.selection;
    if (this.view === null) return;
    if (areSame(selected, this.before)) {
      this.cards.mark();
      return;
    }
    this.before = selected;
    const other = step === null ? -1 : this.proofs.findIndex(({ steps }) => steps.includes(step));
    if (this.view === "path" && other >= 0 && step !== null && !this.proofs[this.proof].steps.includes(step)) {
      this.proof = this.choice.selectedIndex = other;
      this.show("path");
    } else if (this.view === "selection" && state !== null && (!this.cards.has(state) || step !== null)) this.show("selection");
    this.cards.follow();
    this.tell();
  }

  private sift(): void {
    const states = this.filter.states();
    const found = this.filter.active ? new Set(states) : null;
    this.overview?.highlight(found);
    this.cards.sift(found);
    this.tell();
  }

  /** Say what is drawn, and what the selection rests on. */
  private tell(): void {
    const isOverview = this.isOverview;
    const isCards = this.cards.box.isConnected;
    this.foldLabel.hidden = !isCards || !this.cards.canFold;
    this.fold.checked = this.cards.folds;
    this.choice.hidden = this.view !== "path" || this.proofs.length < 2;
    const entries = isOverview && this.overview ? this.overview.legend() : isCards ? this.cardLegend() : [];
    this.legend.replaceChildren(...entries.map(([key, text]) => el("li", {}, key ? el("span", { class: `key ${key}`, "aria-hidden": "true" }) : null, text)));
    const { state } = this.selection;
    const grounds = isCards ? this.cards.grounds() : isOverview && state !== null ? this.reader.support(state) : null;
    const links = grounds?.premises.flatMap((premise, k) => [k ? "; " : "", thingLink("state given", { kind: "state", id: premise }, this.reader.text(premise, this.proofs[this.proof]))]) ?? [];
    this.grounds.hidden = !grounds?.steps.size;
    this.grounds.replaceChildren(...(grounds ? [`Ultimately rests on ${plural(grounds.premises.length, "premise")}, through ${plural(grounds.steps.size, "step")}: `, ...links] : []));
  }

  private get isOverview(): boolean {
    return this.overview?.box.isConnected ?? false;
  }

  private cardLegend(): Entry[] {
    const { kinds, edges } = this.cards.drawn;
    const isSelected = this.cards.grounds() !== null;
    const isUsed = isSelected || this.cards.users(-1).size > 0;
    const all: readonly (Entry | false)[] = [
      kinds.has("premise") && ["premise", "premise"],
      kinds.has("chip") && ["premise-chip", "premise, where it is used"],
      (kinds.has("added") || kinds.has("added chip")) && ["added", "of an added point"],
      kinds.has("derived") && ["derived", this.cards.level === "numbers" ? "step" : "derived statement"],
      kinds.has("landmark") && ["landmark", `used by ${LANDMARK} steps or more: ${LANDMARK}×`],
      kinds.has("stack") && ["stack", "with steps folded into it: +1"],
      kinds.has("step") && ["step", "one of several derivations"],
      kinds.has("goal") && ["goal", "goal"],
      edges > 0 && ["edge", "leads to"],
      isSelected && ["selected", "selected"],
      isSelected && ["edge support", "what it rests on"],
      isUsed && [isSelected ? "edge use" : "user", isSelected ? "what uses it" : "what uses the selected premise"],
      this.filter.active && ["match", "found"],
      this.cut !== "" && ["", this.cut],
    ];
    return all.filter((entry) => entry !== false);
  }

  zoom(by: number): void {
    if (this.isOverview) this.overview?.zoom(by > 0 ? 1.4 : 1 / 1.4);
    else this.cards.zoom(by);
    this.tell();
  }

  fit(): void {
    if (this.isOverview) this.overview?.fit();
    else this.cards.fit();
  }

  private key(event: KeyboardEvent): void {
    if (!isPlain(event) || event.target instanceof HTMLSelectElement) return;
    if (event.key === "+" || event.key === "=") this.zoom(1);
    else if (event.key === "-") this.zoom(-1);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
