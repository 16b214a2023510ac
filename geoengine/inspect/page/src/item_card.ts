// The card of an item in a gallery.
import { el } from "./dom";
import type { Facet } from "./facet";
import type { Items } from "./gallery_data";
import { outcomeOf } from "./outcomes";
import type { Review } from "./reviews";
import { plural } from "./words";

/** The longest beginning of a question that a card shows. */
const FEW_WORDS = 480;

export interface CardState {
  readonly facets: readonly Facet[];
  readonly review: Review | undefined;
  readonly isMarked: boolean;
  readonly mark: () => void;
  readonly opened: () => void;
}

/** The largest number of models that a card names. */
const FEW_MODELS = 3;

export function itemCard(items: Items, row: number, { facets, review, isMarked, mark, opened }: CardState): HTMLElement {
  const page = items.page(row);
  const id = items.id(row);
  const image = items.image(row);
  const words = items.question(row).join(" ");
  const { tier, steps, worth } = items.data.numbers;
  const facet = (name: string) => facets.find((one) => one.name === name)?.told(row) ?? [];
  const told = [
    ...facet("scene"), ...(tier?.[row] == null ? [] : [`tier ${tier[row]}`]), ...facet("form"),
    ...(steps?.[row] == null ? [] : [plural(steps[row], "step")]),
    ...(worth?.[row] ? [`worth ${worth[row]}`] : []),
  ].map((part) => part.replace(/ (?=\d+$)/, "\u00a0")).join("\u00a0· ");
  const inside = [
    image ? el("img", { src: image, alt: "", loading: "lazy", decoding: "async" }) : null,
    el("span", { class: "card-text" },
      el("strong", {}, id),
      el("span", { class: "told", title: told }, told),
      review ? reviewBadge(review) : null,
      facet("found").map((split) => el("span", { class: "tag" }, split)),
      items.data.models.length ? modelMarks(items, row) : null,
      el("span", { class: "words", lang: items.data.languages[row] ?? "en" }, words.length > FEW_WORDS ? `${words.slice(0, FEW_WORDS)}…` : words),
      page === null ? el("span", { class: "words" }, "No page could be made.") : null,
    ),
  ];
  // Every way to open a page, such as in a new tab, begins with one of these.
  const open = { onclick: opened, onauxclick: opened, oncontextmenu: opened };
  return el("div", { class: `card${isMarked ? " marked" : ""}${image ? "" : " wordy"}` },
    page === null ? el("div", { class: "card-main", tabIndex: -1, "data-main": "" }, inside) : el("a", { class: "card-main", href: page, "data-main": "", ...open }, inside),
    el("label", { class: "compare-mark", title: "Mark for comparison (c)" },
      el("input", { type: "checkbox", checked: isMarked, "aria-label": `Compare ${id}`, onchange: mark })),
  );
}

/** Show whether a card is marked for comparison; `item` holds the card. */
export function setMark(item: HTMLElement, isMarked: boolean): void {
  item.querySelector(".card")?.classList.toggle("marked", isMarked);
  const box = item.querySelector<HTMLInputElement>(".compare-mark input");
  if (box) box.checked = isMarked;
}

function reviewBadge({ verdict, note }: Review): HTMLElement {
  return el("span", { class: `tag review ${verdict ?? ""}`, title: note },
    [verdict ? `your verdict: ${verdict}` : "", note ? "note" : ""].filter(Boolean).join(", "));
}

function modelMarks(items: Items, row: number): HTMLElement {
  const { models } = items.data;
  const mark = (name: string, outcome: string) => {
    const { sign, words } = outcomeOf(outcome);
    return el("span", { class: `outcome ${outcome}`, title: `${name}: ${words}` },
      el("span", { "aria-hidden": "true" }, sign), el("span", { class: "unseen" }, `${words}:`), ` ${name}`);
  };
  if (models.length <= FEW_MODELS) {
    return el("span", { class: "model-marks" }, models.map(({ name, outcomes }) => mark(name, outcomes[row] ?? "-")));
  }
  const asked = models.filter(({ outcomes }) => outcomes[row] !== "-");
  const right = asked.filter(({ outcomes }) => outcomes[row] === "r");
  return el("span", { class: "model-marks", title: `right: ${right.map(({ name }) => name).join(", ") || "none"}` },
    el("span", { class: `outcome ${right.length ? "r" : "w"}` }, `${right.length} of ${asked.length} models right`));
}
