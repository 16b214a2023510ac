// A graph of cards: it fits the width of its stage, and is scrolled. Text is never smaller than 11 px:
// where there is no room, less is shown.
import { CardSheet } from "./card_sheet";
import { type Level, LEVELS, type Standing } from "./cards";
import type { ProofData } from "./data";
import { el } from "./dom";
import { FoldedGraph } from "./folded_graph";
import { type GraphContent, type GraphNode, type GraphReader, neighbours } from "./graph_model";
import { isPlain } from "./keys";
import { MAP, ScrollHints } from "./scroll_hints";
import { panWithMouse } from "./pan";
import type { Selection } from "./selection";
import type { Support } from "./reader";
import { nextNode } from "./walk";

const SCALES = [1, 1.25, 1.6, 2];
const SLACK = 60;

/** What is drawn, for the legend. */
export interface Drawn {
  readonly kinds: ReadonlySet<string>;
  readonly edges: number;
}

export class CardView {
  readonly box = el("div", { class: "cards-view" });
  readonly sheet: CardSheet;
  private readonly scroller = el("div", { class: "scroller" });
  private readonly hints: ScrollHints;
  private graph = new FoldedGraph({ nodes: [], edges: [] });
  private active = 0;
  private room = 0;
  /** The level and scale that were asked for, or null for what fits. */
  private asked: number | null = null;
  private current = 0;
  /** Up to this height there is no room for reasons. The height depends on the legend, thus on them. */
  private tight = 0;
  private found: ReadonlySet<number> | null = null;
  private proof: ProofData | null = null;
  /** The proof that the graph is of, if it is not of the derivations shown. */
  private path: ProofData | null = null;

  constructor(
    private readonly reader: GraphReader,
    private readonly selection: Selection,
    private readonly changed: () => void,
  ) {
    this.sheet = new CardSheet(reader);
    this.scroller.append(this.sheet.node);
    this.hints = new ScrollHints(this.scroller);
    this.box.append(this.scroller, this.hints.box);
    this.sheet.node.addEventListener("keydown", (event) => this.key(event));
    this.sheet.node.addEventListener("focusin", (event) => this.focused(event));
    this.sheet.node.addEventListener("click", (event) => this.click(event));
    this.scroller.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1 : -1);
    }, { passive: false });
    panWithMouse(this.scroller);
    new ResizeObserver(() => this.resized()).observe(this.scroller);
  }

  /** Show a graph; `proof` says how its statements are written and numbered, `isPath` that it is that proof. */
  show(content: GraphContent, proof: ProofData | null, isPath = false): void {
    this.graph = new FoldedGraph(content);
    this.proof = proof;
    this.path = isPath ? proof : null;
    this.asked = null;
    this.tight = 0;
    // The goal is the card that is active first, not that which was in another graph.
    this.sheet.clear();
    this.draw();
    this.scroller.scrollTo(0, 0);
    this.follow();
  }

  /** What is shown. */
  get shown(): GraphContent {
    return this.graph.shown;
  }

  get canFold(): boolean {
    return this.graph.canFold;
  }

  get folds(): boolean {
    return this.graph.folds;
  }

  set folds(folds: boolean) {
    this.graph.folds = folds;
    this.redraw();
  }

  get drawn(): Drawn {
    const kinds = new Set(this.shown.nodes.flatMap(({ kind, isStep }) => (isStep ? ["step"] : [kind])));
    for (const { box } of this.sheet.cards) {
      for (const kind of ["landmark", "stack"]) if (box.classList.contains(kind)) kinds.add(kind);
      if (box.querySelector(".premise-chip:not(.added-chip)")) kinds.add("chip");
      if (box.querySelector(".added-chip")) kinds.add("added chip");
    }
    return { kinds, edges: this.shown.edges.length };
  }

  get level(): Level {
    return LEVELS[Math.min(this.current, LEVELS.length - 1)];
  }

  /** Show more (1) or less (-1): first less text, then smaller text, which is never below 11 px. */
  zoom(by: number): void {
    this.asked = Math.max(0, Math.min(LEVELS.length + SCALES.length - 2, this.current + by));
    this.redraw();
  }

  fit(): void {
    this.asked = null;
    this.tight = 0;
    this.redraw();
    this.scroller.scrollTo(0, 0);
  }

  sift(found: ReadonlySet<number> | null): void {
    this.found = found;
    this.mark();
  }

  /** Bring what is selected into view, opening what it is folded into. */
  follow(): void {
    const { state } = this.selection;
    if (state !== null && this.graph.unfold(state)) this.draw();
    this.mark();
    if (state !== null) this.reveal(this.graph.rowOf(state));
  }

  /** Mark what is selected and hovered, what it rests on and what it is used for. */
  mark(): void {
    const { state, hovered } = this.selection;
    const chosen = state === null ? -1 : this.graph.rowOf(state);
    const pointed = new Set(hovered && this.selection.statesOf(hovered));
    const grounds = chosen < 0 ? null : this.grounds();
    const support = this.rowsOf(grounds);
    support.delete(chosen);
    this.sheet.mark({
      chosen, users: this.users(chosen), near: this.graph.rowsOf((node) => shows(node, pointed)), pointed, support,
      steps: grounds?.steps ?? new Set(), found: this.found,
    });
    this.hints.colour();
  }

  /** What the selected state rests on; null if it is not in the graph. */
  grounds(): Support | null {
    const { state } = this.selection;
    return state !== null && this.has(state) ? this.reader.support(state, this.path) : null;
  }

  /** The cards that use what is selected, be it a premise without a card of its own. */
  users(chosen: number): ReadonlySet<number> {
    const { state } = this.selection;
    if (chosen >= 0) return new Set(neighbours(this.shown).after[chosen]);
    return state === null ? new Set() : this.graph.rowsOf(({ premises }) => premises.includes(state));
  }

  /** The cards of what a state rests on, also of what is folded into them. */
  private rowsOf(support: Support | null): Set<number> {
    if (!support) return new Set();
    const isIn = ({ state, step, isStep }: GraphNode) => (isStep ? step !== null && support.steps.has(step) : support.states.has(state));
    return this.graph.rowsOf(isIn);
  }

  has(state: number): boolean {
    return this.graph.has(state);
  }

  private resized(): void {
    const room = this.scroller.clientWidth;
    if (Math.abs(room - this.room) > 8 || (this.asked === null && this.shown.nodes.length)) this.redraw();
    this.hints.measure();
    const chosen = this.sheet.cards.findIndex(({ box }) => box.classList.contains("is-chosen"));
    if (chosen >= 0) this.reveal(chosen);
  }

  private redraw(): void {
    const focused = this.sheet.node.contains(document.activeElement);
    const top = this.scroller.scrollTop;
    this.draw();
    this.mark();
    this.scroller.scrollTop = top;
    if (focused) this.sheet.cards[this.active]?.link.focus({ preventScroll: true });
  }

  private draw(): void {
    this.room = this.scroller.clientWidth;
    const { clientHeight: high } = this.scroller;
    if (!this.room || !high || !this.shown.nodes.length) {
      this.sheet.clear();
      return;
    }
    const before = this.sheet.cards[this.active]?.node;
    const { nodes } = this.shown;
    // Reasons, if all of them can be seen at once; otherwise only statements.
    let isLong = true;
    for (const choice of this.asked === null ? (high > this.tight ? [2, 1] : [1]) : [this.asked]) {
      this.current = choice;
      isLong = this.fill(this.room) > high;
      if (!isLong) break;
      if (choice === 2) this.tight = high + SLACK;
    }
    // What is longer than the window needs room for a map of it.
    this.hints.hasMap = isLong && this.room > 6 * MAP;
    if (this.hints.hasMap) this.fill(this.room - MAP);
    const isSame = ({ state, step, isStep }: GraphNode) => state === before?.state && isStep === before.isStep && (!isStep || step === before.step);
    this.active = Math.max(0, nodes.findIndex(before ? isSame : ({ kind }) => kind === "goal"));
    if (this.sheet.cards[this.active]) this.sheet.cards[this.active].link.tabIndex = 0;
    this.hints.show(this.sheet.laid, this.sheet.cards.map(({ box }) => box));
    this.changed();
  }

  /** Fill the sheet; return its height. */
  private fill(width: number): number {
    const { shown: content, proof, level, scroller: { clientHeight: height } } = this;
    const scale = SCALES[Math.max(0, this.current - LEVELS.length + 1)];
    return this.sheet.fill({ content, proof, level, scale, width, height, standing: this.standings() });
  }

  /** What each card tells of its node's place in the graph. */
  private standings(): (k: number) => Standing {
    const { graph } = this;
    const numbers = new Map(this.proof?.steps.map((step, k) => [step, k + 1]));
    const uses = new Map<number, number>();
    for (const { step } of graph.whole.nodes) {
      if (step === null) continue;
      for (const state of new Set(this.reader.data.steps[step][2])) uses.set(state, (uses.get(state) ?? 0) + 1);
    }
    return (k) => {
      const { state, step } = this.shown.nodes[k];
      const number = step === null ? null : (numbers.get(step) ?? null);
      return { number, uses: uses.get(state) ?? 0, hidden: graph.hidden[k], isOpen: graph.isOpen(k), toggle: () => this.toggle(k) };
    };
  }

  private toggle(k: number): void {
    const { state } = this.shown.nodes[k];
    this.graph.toggle(k);
    this.active = this.graph.rowOf(state);
    this.redraw();
    this.sheet.cards[this.active]?.link.focus({ preventScroll: true });
    this.reveal(this.active);
  }

  private reveal(k: number): void {
    const box = this.sheet.cards[k]?.box;
    if (!box) return;
    const { scrollTop, clientHeight } = this.scroller;
    if (box.offsetTop < scrollTop + 20) this.scroller.scrollTop = box.offsetTop - 40;
    else if (box.offsetTop + box.offsetHeight > scrollTop + clientHeight - 20) this.scroller.scrollTop = box.offsetTop + box.offsetHeight - clientHeight + 40;
  }

  private click(event: MouseEvent): void {
    if (!(event.target instanceof Element) || event.target.closest("a, button")) return;
    const card = this.sheet.cards.find(({ box }) => box.contains(event.target as Element));
    card?.link.click();
  }

  private focused(event: FocusEvent): void {
    const at = this.sheet.cards.findIndex(({ box }) => box.contains(event.target as Node));
    if (at < 0) return;
    this.active = at;
    // What is in the card comes next on the way of the Tab key.
    this.sheet.cards.forEach(({ box }, k) => box.querySelectorAll("a").forEach((link) => (link.tabIndex = k === at ? 0 : -1)));
    this.reveal(at);
  }

  private key(event: KeyboardEvent): void {
    if (!isPlain(event)) return;
    const next = this.sheet.laid && nextNode(event.key, this.active, this.shown, this.sheet.laid);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.sheet.cards[next]?.link.focus({ preventScroll: true });
  }
}

/** Whether a node shows one of some states: its own, or a premise that is told on it. */
function shows({ state, premises, isStep }: GraphNode, states: ReadonlySet<number>): boolean {
  return (!isStep && states.has(state)) || premises.some((premise) => states.has(premise));
}
