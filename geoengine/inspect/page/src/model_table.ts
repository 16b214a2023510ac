// How models fare in the items that a gallery shows.
import { el } from "./dom";
import type { ModelData } from "./gallery_data";
import { grouped } from "./words";

/** A table of the models' accuracy in the rows shown and in all. */
export function modelTable(models: readonly ModelData[], rows: readonly number[]): HTMLElement {
  return el("table", { class: "models" },
    el("caption", {}, "Right answers"),
    el("thead", {}, el("tr", {}, ["Model", "of those shown", "of all"].map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", {}, models.map(({ name, outcomes }) => {
      const shown = share(outcomes, rows);
      const all = share(outcomes, Array.from(outcomes, (_, row) => row));
      return el("tr", {}, el("th", { scope: "row" }, name),
        el("td", { class: "share", style: `--share: ${shown.percent ?? 0}%` }, words(shown)), el("td", {}, words(all)));
    })),
  );
}

interface Share {
  readonly percent: number | null;
  readonly right: number;
  readonly asked: number;
}

function share(outcomes: string, rows: readonly number[]): Share {
  let right = 0;
  let asked = 0;
  for (const row of rows) {
    const outcome = outcomes[row];
    if (outcome !== "-") asked++;
    if (outcome === "r") right++;
  }
  return { percent: asked ? (100 * right) / asked : null, right, asked };
}

function words({ percent, right, asked }: Share): string {
  return percent === null ? "none asked" : `${percent.toFixed(1)} % (${grouped(right)} of ${grouped(asked)})`;
}
