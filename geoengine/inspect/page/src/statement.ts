// The statement of the problem: its text, the goals and answers, the premises.
import type { PageData } from "./data";
import type { Reader } from "./detail";
import { el } from "./dom";

export function statementBox(data: PageData, reader: Reader): HTMLElement {
  const goals = [...new Set(data.proofs.map((proof) => proof.goal))];
  const asked = (...content: (Node | string)[]) => el("p", { class: "goal" }, el("strong", {}, "Goal: "), content);
  const premises = data.states.flatMap((state, k) => (state[5] ? [el("li", {}, reader.link(k))] : []));
  return el("div", { class: "statement" },
    data.text ? el("p", {}, data.text) : null,
    goals.map((goal) => asked(reader.link(goal, data.proofs[0]!), el("span", { class: "tag ok" }, "proved"))),
    data.unproved.map(({ goal, why }) => [asked(el("code", {}, goal), el("span", { class: "tag no" }, "not proved")), el("pre", { class: "why" }, why)]),
    data.answers.map(({ question, answer }) => el("p", { class: "goal" }, el("strong", {}, `${question} = `), answer ?? "not determined")),
    data.stopped && data.stopped !== "saturated" ? el("p", { class: "hint" }, `The derivation stopped early: ${data.stopped}.`) : null,
    el("details", {}, el("summary", {}, `Premises (${premises.length})`), el("ul", { class: "chips" }, premises)),
    data.jgex ? el("details", {}, el("summary", {}, "As text"), el("code", { class: "jgex" }, data.jgex)) : null,
  );
}
