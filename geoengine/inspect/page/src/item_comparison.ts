// Two items of a gallery side by side; what differs is marked.
import { el } from "./dom";
import type { Facet } from "./facet";
import type { Items } from "./gallery_data";
import { outcomeOf } from "./outcomes";

export interface ComparisonActions {
  readonly close: () => void;
  readonly opened: (row: number) => void;
}

/** A dialog that compares two rows. */
export function comparison(items: Items, facets: readonly Facet[], pair: readonly [number, number], actions: ComparisonActions): HTMLDialogElement {
  const close = el("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close");
  const answers = el("button", { type: "button", "aria-pressed": "false", onclick: () => {
    const shown = dialog.classList.toggle("answered");
    answers.setAttribute("aria-pressed", String(shown));
    answers.textContent = shown ? "Hide the answers" : "Show the answers";
  } }, "Show the answers");
  const both = (cell: (row: number, other: number) => (Node | string)[], name: string, kind = "") =>
    el("tr", { class: kind }, el("th", { scope: "row" }, name), el("td", {}, cell(pair[0], pair[1])), el("td", {}, cell(pair[1], pair[0])));
  const told = facets.flatMap((facet) => {
    const [one, other] = pair.map((row) => facet.told(row).join(", ") || "–");
    if (one === "–" && other === "–") return [];
    return [both((row) => [facet.told(row).join(", ") || "–"], facet.label, one === other ? "" : "differs")];
  });
  const numbers = ["worth", "steps"].flatMap((name) => {
    const column = items.data.numbers[name] ?? [];
    const [one, other] = pair.map((row) => column[row] ?? null);
    if (one === null && other === null) return [];
    return [both((row) => [String(column[row] ?? "–")], name === "steps" ? "Steps of the proof" : "Worth", one === other ? "" : "differs")];
  });
  const dialog = el("dialog", { class: "comparison", "aria-label": "Comparison of two items", onclose: () => { dialog.remove(); actions.close(); } },
    el("div", { class: "row" }, el("h2", {}, "Two items"), el("span", { class: "hint" }, "Differences are marked."), answers, close),
    el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}), pair.map((row) => el("th", { scope: "col" }, itemLink(items, row, actions.opened))))),
      el("tbody", {},
        both((row) => picture(items, row), "Picture"),
        both((row, other) => [lines(items.question(row), items.question(other), items.data.languages[row])], "Question"),
        both((row, other) => [options(items, row, other)], "Options"),
        both((row) => [el("span", { class: "answer" }, items.data.answers[row] ?? "")], "Answer"),
        items.data.models.map(({ name, outcomes }) =>
          both((row) => [outcome(outcomes[row] ?? "-")], name, outcomes[pair[0]] === outcomes[pair[1]] ? "" : "differs")),
        told, numbers,
      ),
    ),
  );
  return dialog;
}

/** A link to an item's page, or its id where there is none. */
export function itemLink(items: Items, row: number, opened: (row: number) => void): HTMLElement {
  const page = items.page(row);
  const name = items.data.splits.length > 1 ? `${items.id(row)} (${items.split(row)})` : items.id(row);
  return page === null ? el("span", {}, name) : el("a", { href: page, onclick: () => opened(row) }, name);
}

function outcome(code: string): string {
  const { sign, words } = outcomeOf(code);
  return `${sign} ${words}`;
}

function picture(items: Items, row: number): (Node | string)[] {
  const image = items.image(row);
  return image === null ? ["–"] : [el("img", { src: image, alt: `Picture of ${items.id(row)}` })];
}

function lines(own: readonly string[], other: readonly string[], language: string | undefined): HTMLElement {
  // The same premise may end with a semicolon here, and end the line there.
  const bare = (piece: string) => piece.replace(/[.:;；。：]?\s*$/, "");
  const pieces = new Set(other.flatMap(clauses).map(bare));
  // Where nothing is shared, marks would say nothing.
  const hasShared = own.some((line) => clauses(line).some((piece) => pieces.has(bare(piece))));
  const marked = (piece: string) => (pieces.has(bare(piece)) || !hasShared ? piece : el("mark", {}, piece));
  return el("div", { class: "texts", lang: language ?? "en" }, own.map((line) => el("p", {}, clauses(line).map(marked))));
}

function options(items: Items, row: number, other: number): HTMLElement {
  const others = new Set(items.options(other));
  const hasShared = items.options(row).some((option) => others.has(option));
  const marked = (option: string) => (others.has(option) || !hasShared ? option : el("mark", {}, option));
  return el("ol", { class: "texts", lang: items.data.languages[row] ?? "en" }, items.options(row).map((option) => el("li", {}, marked(option))));
}

/** The parts of a line that end with a full stop or a semicolon. */
function clauses(line: string): string[] {
  return line.split(/(?<=[.;:；。：]\s*)(?=\S)/);
}
