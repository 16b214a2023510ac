// A graph of cards: it fits the width of its stage, and is scrolled. Text is never smaller than 11 px:
// where there is no room, less is shown.
import { type Card, type Level, LEVELS, makeCard } from "./cards";
import type { ProofData } from "./data";
import { el } from "./dom";
import { drawEdges } from "./edges";
import { foldedContent, foldInto, MANY } from "./folds";
import { type GraphContent, type GraphNode, type GraphReader, neighbours } from "./graph_model";
import { isPlain } from "./keys";
import { type Layered, layered } from "./layered";
import { MAP, ScrollHints } from "./scroll_hints";
import { panWithMouse } from "./pan";
import { type Selection, thingAt } from "./selection";
import type { Support } from "./reader";
import { nextNode } from "./walk";

const MARGIN = 12;
const SCALES = [1, 1.25, 1.6, 2];
const SLACK = 60;

/** What is drawn, for the legend. */
export interface Drawn {
  readonly kinds: ReadonlySet<string>;
  readonly edges: number;
}

export class CardView {
  readonly box = el("div", { class: "cards-view" });
  /** The cards that are shown; those of folded steps are not. */
  cards: readonly Card[] = [];
  laid: Layered | null = null;
  private readonly sheet = el("div", { class: "sheet" });
  private readonly scroller = el("div", { class: "scroller" }, this.sheet);
  private readonly hints: ScrollHints;
  private content: GraphContent = { nodes: [], edges: [] };
  private shown: GraphContent = this.content;
  private roots: number[] = [];
  private readonly open = new Set<number>();
  private at: readonly number[] = [];
  private lines: SVGPathElement[] = [];
  private active = 0;
  private room = 0;
  /** The level and scale that were asked for, or null for what fits. */
  private asked: number | null = null;
  private current = 0;
  /** Up to this height there is no room for reasons. The height depends on the legend, thus on them. */
  private tight = 0;
  private isFolding = false;
  private found: ReadonlySet<number> | null = null;
  private proof: ProofData | null = null;
  /** The proof that the graph is of, if it is not of the derivations shown. */
  private path: ProofData | null = null;

  constructor(
    private readonly reader: GraphReader,
    private readonly selection: Selection,
    private readonly changed: () => void,
  ) {
    this.hints = new ScrollHints(this.scroller);
    this.box.append(this.scroller, this.hints.box);
    this.sheet.addEventListener("keydown", (event) => this.key(event));
    this.sheet.addEventListener("focusin", (event) => this.focused(event));
    this.sheet.addEventListener("click", (event) => this.click(event));
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
    this.content = content;
    this.proof = proof;
    this.path = isPath ? proof : null;
    this.roots = foldInto(content);
    this.open.clear();
    this.isFolding = content.nodes.length > MANY;
    this.asked = null;
    this.tight = 0;
    this.active = Math.max(0, content.nodes.findIndex(({ kind }) => kind === "goal"));
    this.draw();
    this.scroller.scrollTo(0, 0);
    this.follow();
  }

  get canFold(): boolean {
    return this.roots.some((root, node) => root !== node);
  }

  get folds(): boolean {
    return this.isFolding;
  }

  set folds(folds: boolean) {
    this.isFolding = folds;
    this.open.clear();
    this.redraw();
  }

  get drawn(): Drawn {
    const kinds = new Set(this.shown.nodes.flatMap(({ kind, isStep }) => (isStep ? ["step"] : [kind])));
    for (const { box } of this.cards) {
      for (const kind of ["landmark", "stack"]) if (box.classList.contains(kind)) kinds.add(kind);
      if (box.querySelector(".premise-chip")) kinds.add("chip");
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
    const node = state === null ? -1 : this.nodeOf(state);
    if (node >= 0 && this.isFolding && this.roots[node] !== node && !this.open.has(this.roots[node])) {
      this.open.add(this.roots[node]);
      this.draw();
    }
    this.mark();
    if (node >= 0) this.reveal(this.at[node]);
  }

  /** Mark what is selected and hovered, what it rests on and what it is used for. */
  mark(): void {
    const { selected, hovered } = this.selection;
    const stateOf = (thing: typeof selected) => (thing ? this.selection.stateOf(thing) : null);
    const place = (state: number | null) => (state === null ? -1 : (this.at[this.nodeOf(state)] ?? -1));
    const chosen = place(stateOf(selected));
    const near = place(stateOf(hovered));
    const { after } = neighbours(this.shown);
    const grounds = chosen < 0 ? null : this.grounds();
    const support = this.rowsOf(grounds);
    support.delete(chosen);
    const users = new Set(chosen < 0 ? [] : after[chosen]);
    const premises = new Set(chosen < 0 ? [] : [chosen, ...support].flatMap((node) => this.shown.nodes[node].premises));
    this.cards.forEach(({ box, node, link }, k) => {
      const classes = box.classList;
      classes.toggle("is-chosen", k === chosen);
      classes.toggle("is-near", k === near);
      classes.toggle("is-support", support.has(k));
      classes.toggle("is-user", users.has(k));
      classes.toggle("is-context", (chosen >= 0 && k !== chosen && !support.has(k) && !users.has(k)) || (this.found !== null && !this.found.has(node.state)));
      classes.toggle("is-match", this.found !== null && this.found.has(node.state));
      if (k === chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      for (const chip of box.querySelectorAll(".premise-chip")) chip.classList.toggle("is-support", premises.has(thingAt(chip.getAttribute("data-thing") ?? "")?.id ?? -1) && (k === chosen || support.has(k)));
    });
    const isBelow = (node: number) => node === chosen || support.has(node);
    const isGround = (from: number, to: number) => {
      const { step } = this.shown.nodes[to];
      return isBelow(from) && isBelow(to) && (step === null || (grounds?.steps.has(step) ?? false));
    };
    this.laid?.routes.forEach(({ from, to }, k) => {
      const kind = isGround(from, to) ? "support" : chosen >= 0 && from === chosen ? "use" : chosen >= 0 ? "context" : "";
      this.lines[k].setAttribute("class", `edge ${kind}${near >= 0 && (from === near || to === near) ? " near" : ""}`);
      const head = kind === "support" || kind === "use" ? kind : "plain";
      this.lines[k].setAttribute("marker-end", `url(#head-${head})`);
    });
    this.hints.colour();
  }

  /** What the selected state rests on; null if it is not in the graph. */
  grounds(): Support | null {
    const { state } = this.selection;
    return state !== null && this.has(state) ? this.reader.support(state, this.path) : null;
  }

  /** The cards of what a state rests on, also of what is folded into them. */
  private rowsOf(support: Support | null): Set<number> {
    if (!support) return new Set();
    const isIn = ({ state, step, isStep }: GraphNode) => (isStep ? step !== null && support.steps.has(step) : support.states.has(state));
    return new Set(this.content.nodes.flatMap((node, k) => (isIn(node) ? [this.at[k]] : [])));
  }

  has(state: number): boolean {
    return this.nodeOf(state) >= 0;
  }

  private nodeOf(state: number): number {
    return this.content.nodes.findIndex((node) => node.state === state && !node.isStep);
  }

  private resized(): void {
    const room = this.scroller.clientWidth;
    if (Math.abs(room - this.room) > 8 || (this.asked === null && this.content.nodes.length)) this.redraw();
    this.hints.measure();
    const chosen = this.cards.findIndex(({ box }) => box.classList.contains("is-chosen"));
    if (chosen >= 0) this.reveal(chosen);
  }

  private redraw(): void {
    const focused = this.sheet.contains(document.activeElement);
    const top = this.scroller.scrollTop;
    this.draw();
    this.mark();
    this.scroller.scrollTop = top;
    if (focused) this.cards[this.active]?.link.focus({ preventScroll: true });
  }

  private draw(): void {
    this.room = this.scroller.clientWidth;
    const { clientHeight: high } = this.scroller;
    if (!this.room || !high || !this.content.nodes.length) {
      this.sheet.replaceChildren();
      this.cards = [];
      return;
    }
    const before = this.cards[this.active]?.node;
    const open = this.isFolding ? this.open : new Set(this.roots);
    const { content, at, hidden, roots } = foldedContent(this.content, this.roots, open);
    this.shown = content;
    this.at = at;
    // Reasons, if all of them can be seen at once; otherwise only statements.
    let isLong = true;
    for (const choice of this.asked === null ? (high > this.tight ? [2, 1] : [1]) : [this.asked]) {
      this.current = choice;
      isLong = this.fill(hidden, roots, this.room) > high;
      if (!isLong) break;
      if (choice === 2) this.tight = high + SLACK;
    }
    // What is longer than the window needs room for a map of it.
    this.hints.hasMap = isLong && this.room > 6 * MAP;
    if (this.hints.hasMap) this.fill(hidden, roots, this.room - MAP);
    this.active = Math.max(0, before ? content.nodes.findIndex(({ state, step, isStep }) => state === before.state && isStep === before.isStep && (!isStep || step === before.step)) : content.nodes.findIndex(({ kind }) => kind === "goal"));
    if (this.cards[this.active]) this.cards[this.active].link.tabIndex = 0;
    this.hints.show(this.laid, this.cards.map(({ box }) => box));
    this.changed();
  }

  /** Make the cards, and lay them out; return the height. */
  private fill(hidden: readonly number[], roots: readonly number[], whole: number): number {
    const { content, reader, proof } = { content: this.shown, reader: this.reader, proof: this.proof };
    const numbers = new Map(proof?.steps.map((step, k) => [step, k + 1]));
    const uses = new Map<number, number>();
    for (const { step } of this.content.nodes) if (step !== null) for (const state of new Set(reader.data.steps[step][2])) uses.set(state, (uses.get(state) ?? 0) + 1);
    const members = new Map<number, number>();
    for (const root of this.roots) members.set(root, (members.get(root) ?? 0) + 1);
    const scale = SCALES[Math.max(0, this.current - LEVELS.length + 1)];
    this.sheet.style.fontSize = `${12.5 * scale}px`;
    const room = whole - 2 * MARGIN;
    this.sheet.style.setProperty("--widest", `${Math.min(room, Math.max(150, room / 2.7) * scale)}px`);
    this.cards = content.nodes.map((node, k) => {
      const root = roots[k];
      const isOpen = this.isFolding && this.open.has(root) && this.content.nodes[root].state === node.state && (members.get(root) ?? 1) > 1;
      return makeCard(reader, node, proof, this.level, {
        number: node.step === null ? null : (numbers.get(node.step) ?? null), uses: uses.get(node.state) ?? 0, hidden: hidden[k], isOpen,
        toggle: () => this.toggle(root, node.state),
      });
    });
    this.sheet.replaceChildren(...this.cards.map(({ box }) => box));
    const sizes = this.cards.map(({ box }) => ({ width: Math.ceil(box.getBoundingClientRect().width) + 1, height: Math.ceil(box.getBoundingClientRect().height) }));
    const laid = layered(content, sizes, room, this.scroller.clientHeight - 2 * MARGIN);
    this.laid = laid;
    const [width, height] = [Math.max(whole, laid.width + 2 * MARGIN), Math.floor(laid.height + 2 * MARGIN)];
    const left = (width - laid.width) / 2;
    this.cards.forEach(({ box }, k) => {
      box.style.left = `${left + laid.places[k][0]}px`;
      box.style.top = `${MARGIN + laid.places[k][1]}px`;
    });
    this.sheet.style.width = `${width}px`;
    this.sheet.style.height = `${height}px`;
    const { drawing, lines } = drawEdges(laid, width, height, left, MARGIN);
    this.lines = lines;
    this.sheet.prepend(drawing);
    return height;
  }

  private toggle(root: number, state: number): void {
    if (!this.open.delete(root)) this.open.add(root);
    this.active = this.shown.nodes.findIndex((node) => node.state === state && !node.isStep);
    this.redraw();
    this.cards[this.active]?.link.focus({ preventScroll: true });
    this.reveal(this.active);
  }

  private reveal(k: number): void {
    const box = this.cards[k]?.box;
    if (!box) return;
    const { scrollTop, clientHeight } = this.scroller;
    if (box.offsetTop < scrollTop + 20) this.scroller.scrollTop = box.offsetTop - 40;
    else if (box.offsetTop + box.offsetHeight > scrollTop + clientHeight - 20) this.scroller.scrollTop = box.offsetTop + box.offsetHeight - clientHeight + 40;
  }

  private click(event: MouseEvent): void {
    if (!(event.target instanceof Element) || event.target.closest("a, button")) return;
    const card = this.cards.find(({ box }) => box.contains(event.target as Element));
    card?.link.click();
  }

  private focused(event: FocusEvent): void {
    const at = this.cards.findIndex(({ box }) => box.contains(event.target as Node));
    if (at < 0) return;
    this.active = at;
    // What is in the card comes next on the way of the Tab key.
    this.cards.forEach(({ box }, k) => box.querySelectorAll("a").forEach((link) => (link.tabIndex = k === at ? 0 : -1)));
    this.reveal(at);
  }

  private key(event: KeyboardEvent): void {
    if (!isPlain(event)) return;
    const next = this.laid && nextNode(event.key, this.active, this.shown, this.laid);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.cards[next]?.link.focus({ preventScroll: true });
  }
}
