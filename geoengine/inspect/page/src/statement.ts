// The statement of the problem: its text, the goals and answers, the premises. A sentence lights up
// with each premise that it states, and they with it.
import type { PageData } from "./data";
import { el } from "./dom";
import type { Reader } from "./reader";
import { addressOf, areSame, type Selection, type Thing } from "./selection";

/** So many premises are listed at once; more are folded away. */
const FEW = 10;

export function statementBox(data: PageData, reader: Reader): HTMLElement {
  const goals = [...new Set(data.proofs.map((proof) => proof.goal))];
  const asked = (...content: (Node | string)[]) => el("p", { class: "goal" }, el("strong", {}, "Goal: "), content);
  const premises = data.states.flatMap((state, k) => (state[5] === 1 ? [el("li", {}, reader.link(k))] : []));
  const text = data.sentences ? sentences(data.sentences, reader) : reader.linked(data.text ?? "");
  return el("div", { class: "statement" },
    text.length ? el("p", {}, text) : null,
    goals.map((goal) => asked(reader.link(goal, data.proofs[0]), el("span", { class: "tag ok" }, "proved"))),
    data.unproved.map(({ goal, why }) => [asked(el("code", {}, goal), el("span", { class: "tag no" }, "not proved")), el("pre", { class: "why" }, why)]),
    data.answers.map(({ question, answer }) => el("p", { class: "goal" }, el("strong", {}, `${question} = `), answer ?? "not determined")),
    data.stopped && data.stopped !== "saturated" ? el("p", { class: "hint" }, `The derivation stopped early: ${data.stopped}.`) : null,
    premises.length ? el("details", { open: premises.length <= FEW }, el("summary", {}, `Premises (${premises.length})`), el("ul", { class: "chips" }, premises)) : null,
    data.jgex ? el("details", {}, el("summary", {}, "As text"), el("code", { class: "jgex" }, data.jgex)) : null,
  );
}

function sentences(parts: NonNullable<PageData["sentences"]>, reader: Reader): (Node | string)[] {
  const spans = parts.map(([text, premises], id) => {
    const thing: Thing = { kind: "sentence", id };
    const node = el("span", { class: "sentence", "data-thing": addressOf(thing) }, reader.linked(text));
    return { node, thing, premises: new Set(premises) };
  });
  type Sentence = (typeof spans)[number];
  const speaks = ({ thing: own, premises }: Sentence, selection: Selection, thing: Thing | null) => {
    if (thing === null || areSame(thing, own)) return thing !== null;
    const state = selection.stateOf(thing);
    return state !== null && (premises.has(state) || (thing.kind === "step" && reader.step(thing.id)[2].some((a) => premises.has(a))));
  };
  reader.selection.listen((selection) => {
    for (const span of spans) {
      span.node.classList.toggle("chosen", speaks(span, selection, selection.selected));
      span.node.classList.toggle("hovered", speaks(span, selection, selection.hovered));
    }
  });
  return spans.flatMap(({ node }, k) => [k ? " " : "", node]);
}
