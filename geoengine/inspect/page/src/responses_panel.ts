// What models answered to an item, on its page: shown with the answer.
import { el } from "./dom";
import { outcomeOf } from "./outcomes";
import { optionLink } from "./step_links";

/** A response; `outcome` is as in the data of the gallery, `chosen` the number of an option or what was claimed. */
export interface ResponseData {
  readonly name: string;
  readonly outcome: string;
  readonly chosen: string;
  readonly text: string | null;
}

/** `options` is the number of options; 0 where the answer is not one of several. */
export function responsesPanel(responses: readonly ResponseData[], options: number): HTMLElement[] {
  if (!responses.length) return [];
  const lines = responses.map(({ name, outcome, chosen, text }) => {
    const { sign, words } = outcomeOf(outcome);
    const option = options && chosen ? Number(chosen) - 1 : -1;
    const claim = option >= 0 && option < options ? optionLink(option) : chosen;
    return el("li", {},
      el("span", { class: `outcome ${outcome}` }, `${sign} ${words}`), " ", el("strong", {}, name), chosen ? ": " : "", claim,
      text === null ? null : el("details", {}, el("summary", {}, "The response"), el("pre", { tabIndex: 0, "aria-label": `Response of ${name}` }, text)));
  });
  return [el("section", { class: "responses", "aria-label": "Responses of models" }, el("h3", {}, "Responses of models"), el("ul", {}, lines))];
}
