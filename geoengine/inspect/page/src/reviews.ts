// What a reviewer found of the items of a split: kept by the browser, and saved as JSON lines.
import { el } from "./dom";
import { download, fileName } from "./download";
import { recall, remember } from "./memory";

export const VERDICTS = ["good", "arguable", "wrong"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A review of an item: a verdict or a note, or both, and when it was last changed (ISO 8601). */
export interface Review {
  readonly verdict: Verdict | null;
  readonly note: string;
  readonly time: string;
}

/** The reviews of a split, by the id of the item; `split` is the name of its folder. */
export function reviewsOf(split: string): Record<string, Review> {
  const found = recall<unknown>(`review:${split}`, {});
  return Object.fromEntries(
    Object.entries(found ?? {}).map(([id, value]) => [id, checked(value)] as const)
      .filter((entry): entry is [string, Review] => entry[1] !== null),
  );
}

/** Keep a review of an item; one without verdict and note is forgotten. Return whether it outlasts the page. */
export function keepReview(split: string, id: string, verdict: Verdict | null, note: string): boolean {
  const reviews = reviewsOf(split);
  if (verdict === null && !note.trim()) delete reviews[id];
  else reviews[id] = { verdict, note, time: new Date().toISOString() };
  return remember(`review:${split}`, reviews);
}

/** The reviews of a split as JSON lines, by the time of the last change. */
function reviewLines(split: string, reviewer: string): string {
  return Object.entries(reviewsOf(split))
    .map(([id, { verdict, note, time }]) => ({ split, id, verdict, note, reviewer, time }))
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

/**
 * A field for the reviewer's name, which is remembered, and for each split a button that saves its
 * reviews as a file: geoengine review reads those of one split. Splits whose folders have one name
 * share their reviews.
 */
export function reviewSaver(splits: readonly string[]): HTMLElement {
  const name = el("input", {
    class: "reviewer", type: "text", required: true, placeholder: "Your name", "aria-label": "Name of the reviewer", autocomplete: "name",
    onchange: () => remember("reviewer", name.value.trim()),
  });
  name.value = recall("reviewer", "");
  const said = el("span", { class: "hint", "aria-live": "polite" });
  const save = (split: string) => {
    if (!name.reportValidity()) return;
    const file = fileName(`reviews-${split}`, "jsonl", "reviews");
    download(file, new Blob([reviewLines(split, name.value.trim())], { type: "application/jsonl" }));
    said.textContent = `Saved as ${file}.`;
  };
  const folders = [...new Set(splits)];
  return el("span", { class: "review-saver row" }, name, folders.map((split) =>
    el("button", { type: "button", onclick: () => save(split) }, `Save the reviews${folders.length > 1 ? ` of ${split}` : ""}`)), said);
}

function checked(value: unknown): Review | null {
  if (typeof value !== "object" || value === null) return null;
  const { verdict, note, time } = value as Record<string, unknown>;
  const known = VERDICTS.find((one) => one === verdict) ?? null;
  const text = typeof note === "string" ? note : "";
  return known === null && !text ? null : { verdict: known, note: text, time: typeof time === "string" ? time : "" };
}
