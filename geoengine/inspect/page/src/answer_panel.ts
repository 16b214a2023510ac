// The answer of an item, by its kind: an option, a value, a named object, a construction.
import { el } from "./dom";
import { type DraftPanel, draftPanel } from "./draft_panel";
import type { ItemData } from "./item_data";
import { optionLink } from "./step_links";

declare global {
  interface Window {
    /** The panel of a construction, where the answer is one. */
    draft?: DraftPanel;
  }
}

/** `picked` is the option that the reader picked, from 0. */
export function answerPanel({ answer, construction, options, language }: ItemData, picked: number | null): HTMLElement[] {
  const notes = answer.notes.map((note) => el("p", { class: "hint" }, note));
  if (answer.kind === "choice" && answer.key !== null) {
    const k = answer.key - 1;
    const text = options[k] ?? "";
    const comment = picked === null ? "" : picked === k ? " You chose it." : ` You chose (${picked + 1}).`;
    return [el("p", { class: "answer" }, "The answer is ", optionLink(k), ": ", el("span", { lang: language }, text), `${/[.。]$/.test(text) ? "" : "."}${comment}`), ...notes];
  }
  if (answer.kind === "draft") {
    window.draft = draftPanel(construction, answer, language) ?? undefined;
    if (window.draft) return [el("p", { class: "answer" }, "A construction; drag the points that are given:"), window.draft.box, ...notes];
    const steps = answer.lines.map(({ text, commands }) => el("li", {}, el("span", { lang: language }, text), el("pre", { class: "code" }, commands.join("\n"))));
    const excuse = el("p", { class: "hint" }, "It cannot be moved on this page, which draws lines and circles only.");
    return [el("p", { class: "answer" }, "A construction:"), excuse, el("ol", { class: "construction" }, steps), ...notes];
  }
  return [el("p", { class: "answer" }, "The answer is ", el("strong", {}, answer.text), "."), ...notes];
}
