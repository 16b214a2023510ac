// The sheet on which the cards of a graph lie, with the edges between them, and what is marked on it.
import { type Card, type Level, makeCard, type Standing } from "./cards";
import type { ProofData } from "./data";
import { el } from "./dom";
import { drawEdges } from "./edges";
import type { GraphContent, GraphReader } from "./graph_model";
import { type Layered, layered } from "./layered";
import { thingAt } from "./selection";

const MARGIN = 12;
/** The size of text in pixels, at scale 1. */
const TEXT = 12.5;

/** What the cards say, how large, and the room for them in pixels. */
export interface Fill {
  readonly content: GraphContent;
  /** How its statements are written. */
  readonly proof: ProofData | null;
  readonly level: Level;
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly standing: (k: number) => Standing;
}

/** Rows of cards: what is selected (or -1), what uses it and what it rests on; and what is hovered. */
export interface Marking {
  readonly chosen: number;
  readonly users: ReadonlySet<number>;
  readonly near: ReadonlySet<number>;
  /** The states that are hovered. */
  readonly pointed: ReadonlySet<number>;
  readonly support: ReadonlySet<number>;
  /** The steps of the support. */
  readonly steps: ReadonlySet<number>;
  /** The states that a search has found; null if there is none. */
  readonly found: ReadonlySet<number> | null;
}

export class CardSheet {
  readonly node = el("div", { class: "sheet" });
  /** The cards that are shown; those of folded steps are not. */
  cards: readonly Card[] = [];
  laid: Layered | null = null;
  private content: GraphContent = { nodes: [], edges: [] };
  private lines: readonly SVGPathElement[] = [];

  constructor(private readonly reader: GraphReader) {}

  clear(): void {
    this.node.replaceChildren();
    this.cards = [];
  }

  /** Make the cards, and lay them out; return the height. */
  fill({ content, proof, level, scale, width: whole, height: high, standing }: Fill): number {
    this.content = content;
    const { style } = this.node;
    style.fontSize = `${TEXT * scale}px`;
    const room = whole - 2 * MARGIN;
    style.setProperty("--widest", `${Math.min(room, Math.max(150, room / 2.7) * scale)}px`);
    this.cards = content.nodes.map((node, k) => makeCard(this.reader, node, proof, level, standing(k)));
    this.node.replaceChildren(...this.cards.map(({ box }) => box));
    const sizes = this.cards.map(({ box }) => ({ width: Math.ceil(box.getBoundingClientRect().width) + 1, height: Math.ceil(box.getBoundingClientRect().height) }));
    const laid = layered(content, sizes, room, high - 2 * MARGIN);
    this.laid = laid;
    const [width, height] = [Math.max(whole, laid.width + 2 * MARGIN), Math.floor(laid.height + 2 * MARGIN)];
    const left = (width - laid.width) / 2;
    this.cards.forEach(({ box }, k) => {
      box.style.left = `${left + laid.places[k][0]}px`;
      box.style.top = `${MARGIN + laid.places[k][1]}px`;
    });
    style.width = `${width}px`;
    style.height = `${height}px`;
    const { drawing, lines } = drawEdges(laid, width, height, left, MARGIN);
    this.lines = lines;
    this.node.prepend(drawing);
    return height;
  }

  /** Mark what is selected and hovered, what it rests on and what it is used for. */
  mark(marking: Marking): void {
    this.markCards(marking);
    this.markEdges(marking);
  }

  private markCards({ chosen, users, near, pointed, support, found }: Marking): void {
    const hasSelection = chosen >= 0 || users.size > 0;
    const premises = new Set(chosen < 0 ? [] : [chosen, ...support].flatMap((k) => this.content.nodes[k].premises));
    this.cards.forEach(({ box, node, link }, k) => {
      const isInSupport = support.has(k);
      const isAside = hasSelection && k !== chosen && !isInSupport && !users.has(k);
      const isFound = found !== null && found.has(node.state);
      const marks = {
        "is-chosen": k === chosen, "is-near": near.has(k), "is-support": isInSupport, "is-user": users.has(k),
        "is-context": isAside || (found !== null && !isFound), "is-match": isFound,
      };
      for (const [name, isOn] of Object.entries(marks)) box.classList.toggle(name, isOn);
      if (k === chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      for (const chip of box.querySelectorAll(".premise-chip")) {
        const state = thingAt(chip.getAttribute("data-thing") ?? "")?.id ?? -1;
        chip.classList.toggle("is-support", premises.has(state) && (k === chosen || isInSupport));
        chip.classList.toggle("is-near", pointed.has(state));
      }
    });
  }

  private markEdges({ chosen, users, near, support, steps }: Marking): void {
    const isBelow = (k: number) => k === chosen || support.has(k);
    const isGround = (from: number, to: number) => {
      const { step } = this.content.nodes[to];
      return isBelow(from) && isBelow(to) && (step === null || steps.has(step));
    };
    this.laid?.routes.forEach(({ from, to }, k) => {
      const kind = isGround(from, to) ? "support" : chosen >= 0 && from === chosen ? "use" : chosen >= 0 || users.size > 0 ? "context" : "";
      this.lines[k].setAttribute("class", `edge ${kind}${near.has(from) || near.has(to) ? " near" : ""}`);
      const head = kind === "support" || kind === "use" ? kind : "plain";
      this.lines[k].setAttribute("marker-end", `url(#head-${head})`);
    });
  }
}
