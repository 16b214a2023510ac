// The nodes of a graph as elements: cards of text that hover and select what they show.
import type { ProofData } from "./data";
import { el } from "./dom";
import { LANDMARK } from "./folds";
import type { GraphNode, GraphReader } from "./graph_model";
import { addressOf, thingLink, type Thing } from "./selection";
import { plural, times } from "./words";

/** How much the cards say: the numbers of the steps, also what is shown, also why. */
export const LEVELS = ["numbers", "statements", "reasons"] as const;
export type Level = (typeof LEVELS)[number];

export interface Card {
  readonly node: GraphNode;
  readonly box: HTMLElement;
  /** What takes the focus, and names the card. */
  readonly link: HTMLAnchorElement;
}

/** What a card tells of its node's place in the graph. */
export interface Standing {
  /** The number of the step in the proof, from 1. */
  readonly number: number | null;
  readonly uses: number;
  /** How many steps are folded into it. */
  readonly hidden: number;
  /** Whether folded steps are shown, so that they can be folded again. */
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

const FEW = 4;

export function makeCard(reader: GraphReader, node: GraphNode, proof: ProofData | null, level: Level, standing: Standing): Card {
  const { state, step, isStep } = node;
  const { number, uses, hidden, isOpen } = standing;
  const text = reader.text(state, proof);
  const rule = step === null ? "" : reader.ruleOf(step).name;
  const thing: Thing = isStep && step !== null ? { kind: "step", id: step } : { kind: "state", id: state };
  const isShort = level === "numbers";
  const said = isStep ? rule : text;
  const label = isShort && !isStep ? (number === null ? { premise: "P", added: "A", goal: "G", derived: "·" }[node.kind] : String(number)) : said;
  const badge = isShort || number === null ? null : el("b", { class: "step-number" }, String(number));
  const link = thingLink("said", thing, ...(badge ? [badge, " "] : []), el("span", { class: "label" }, label));
  const name = [
    number === null ? "" : `Step ${number}: `, said, node.kind === "derived" ? "" : `, ${node.kind === "added" ? "of an added point" : node.kind}`,
    !isStep && rule ? `, by ${rule}` : "", node.premises.length ? `, from the premises ${node.premises.map((k) => reader.text(k, proof)).join("; ")}` : "",
    uses ? `, used ${times(uses)}` : "", hidden ? `, ${plural(hidden, "step")} folded into it` : "",
  ].join("");
  link.setAttribute("aria-label", name);
  link.title = name;
  link.tabIndex = -1;
  const parts: (HTMLElement | null)[] = [link];
  if (level === "reasons" && !isStep && step !== null) {
    const why = hidden ? null : thingLink("why", { kind: "step", id: step }, rule);
    const chips = hidden ? [] : node.premises.map((k) => thingLink(reader.isAdded(k) ? "premise-chip added-chip" : "premise-chip", { kind: "state", id: k }, reader.text(k, proof)));
    const more = chips.splice(FEW).length;
    parts.push(why, ...chips, more ? el("span", { class: "more" }, `+ ${more}`) : null);
  }
  if (hidden || isOpen) {
    parts.push(el("button", { class: "fold", "aria-expanded": String(!hidden), "aria-label": hidden ? `Open ${plural(hidden, "step")} folded into ${text}` : `Fold the steps to ${text}`, onclick: standing.toggle }, hidden ? `+${hidden}` : "−"));
  }
  if (uses >= LANDMARK && !isShort && !isStep) parts.splice(1, 0, el("span", { class: "uses", title: `${uses} steps use it` }, `${uses}×`));
  for (const part of parts) if (part instanceof HTMLAnchorElement) part.tabIndex = -1;
  const kind = [isStep ? "step-card" : node.kind, uses >= LANDMARK && !isStep ? "landmark" : "", hidden ? "stack" : ""].join(" ");
  const box = el("div", { class: `node ${level} ${kind}`, "data-thing": addressOf(thing) }, parts);
  return { node, box, link };
}
