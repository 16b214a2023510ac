// The reviewer's verdict and note on an item.
import { el } from "./dom";
import type { ItemData } from "./item_data";
import { keepReview, reviewSaver, reviewsOf, type Verdict, VERDICTS } from "./reviews";
import { plural } from "./words";

/** A form for a review of an item, which the browser keeps as it is filled in; null for an item alone. */
export function reviewPanel({ split, id }: ItemData): HTMLElement | null {
  if (!split || !id) return null;
  const before = reviewsOf(split)[id];
  const note = el("textarea", { class: "note", rows: 2, placeholder: "What would you change?", "aria-label": "Note", oninput: () => keep() });
  note.value = before?.note ?? "";
  const state = el("span", { class: "hint", "aria-live": "polite" });
  const inputs = VERDICTS.map((verdict) => {
    const input = el("input", { type: "radio", name: "verdict", value: verdict, onchange: () => keep() });
    input.checked = before?.verdict === verdict;
    return input;
  });
  const verdict = (): Verdict | null => VERDICTS[inputs.findIndex((input) => input.checked)] ?? null;
  const count = () => {
    const all = Object.keys(reviewsOf(split)).length;
    state.textContent = all ? `${plural(all, "item")} of ${split} reviewed` : "";
  };
  const keep = () => {
    if (keepReview(split, id, verdict(), note.value)) count();
    else state.textContent = "The browser cannot keep this review (its storage is full or turned off): save the reviews before you leave this page.";
  };
  const clear = () => {
    inputs.forEach((input) => (input.checked = false));
    note.value = "";
    keep();
  };
  count();
  return el("section", { class: "review", "aria-label": "Your review" },
    el("div", { class: "row" },
      el("fieldset", { class: "switch" }, el("legend", {}, "Your review"), VERDICTS.map((name, k) => el("label", {}, inputs[k], name))),
      el("button", { class: "quiet", type: "button", onclick: clear }, "Clear"), state),
    note, reviewSaver([split]));
}
