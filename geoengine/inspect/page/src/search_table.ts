// The search for points to add to a figure: a table of attempts, each below the one that it goes on from.
import type { AttemptData, SearchData } from "./data";
import { el } from "./dom";
import { thingLink } from "./selection";
import { grouped, plural } from "./words";

const HEADS = [
  ["Attempt", "Each goes on from the one that it is indented below"],
  ["Points", "The points tried together"],
  ["Progress", "How many more equalities between angles, or ratios, of the problem's points were derived"],
  ["Openings", "The most rules with one of the points that lack one hypothesis to give the goal"],
] as const;

/** `points` are those of the figure. */
export function searchTable({ attempts, tried, proved, ended, rows }: SearchData, points: readonly string[]): HTMLElement {
  const most = { progress: largest(rows.map(({ progress }) => progress)), openings: largest(rows.map(({ openings }) => openings)) };
  const lines = rows.map((row) => attemptRow(row, row.number === proved, most, points));
  const found = lines[rows.findIndex(({ number }) => number === proved)];
  const show = () => {
    found?.scrollIntoView({ block: "start" });
    found?.querySelector("summary")?.focus({ preventScroll: true });
  };
  const left = attempts - rows.length;
  return el("div", { class: "search" },
    el("p", {}, `${plural(attempts, "attempt")}, ${plural(tried, "point")} tried. `,
      found ? [`Attempt ${grouped(proved!)} reached the goal. `, el("button", { class: "quiet", onclick: show }, "Show it")] : ended && `The search ended without a proof: ${ended}.`),
    rows.length === 0 ? null : el("p", { class: "hint" }, left > 0 ? `Only the ${grouped(rows.length)} attempts that came nearest to the goal are listed. ` : "",
      "An attempt names its points anew, apart from those that it keeps."),
    rows.length === 0 ? null : el("table", {},
      el("caption", { class: "unseen" }, "Attempts of the search for auxiliary points"),
      el("thead", {}, el("tr", {}, HEADS.map(([head, title]) => el("th", { scope: "col", title }, head)))),
      el("tbody", {}, lines)),
  );
}

function attemptRow(row: AttemptData, isFound: boolean, most: Readonly<Record<"progress" | "openings", number>>, points: readonly string[]): HTMLTableRowElement {
  const { number, parent, depth, leads, reached, progress, openings } = row;
  // More would leave no room for the text.
  const indent = Math.min(depth, 6);
  return el("tr", { class: leads ? "leads" : "", "data-attempt": String(number) },
    el("th", { scope: "row", style: `--depth: ${indent}` },
      el("span", {}, grouped(number)),
      parent === null ? null : el("small", {}, `from ${grouped(parent)}`),
      isFound ? el("span", { class: "tag ok" }, "proof") : leads ? el("span", { class: "tag ok" }, "leads to it") : null),
    el("td", {}, pointList(row, isFound, points)),
    // The search does not count when the goal is reached.
    reached
      ? el("td", { class: "reached", colSpan: 2 }, isFound ? "goal reached" : "goal reached, but without a proof that holds in other figures, or has few enough points")
      : [bar(progress, most.progress), bar(openings, most.openings)]);
}

function largest(counts: readonly number[]): number {
  return Math.max(1, ...counts);
}

/** A number with a bar behind it. */
function bar(count: number, most: number): HTMLTableCellElement {
  return el("td", { class: "share", style: `--share: ${(100 * Math.max(0, count)) / most}%` }, grouped(count));
}

function pointList({ points: tried }: AttemptData, isOpen: boolean, points: readonly string[]): HTMLElement {
  if (!tried.length) return el("span", { class: "hint" }, "could not be placed");
  const kept = tried.filter(([, , , isKept]) => isKept);
  const added = tried.length - kept.length;
  const inProof = tried.filter(([, , name]) => name !== null);
  return el("details", { open: isOpen },
    el("summary", {},
      kept.length ? `keeps ${kept.map(([name]) => name).join(", ")}; ` : "",
      added ? plural(added, kept.length ? "more point" : "point") : "they could not be placed",
      inProof.length ? `; ${grouped(inProof.length)} in the proof` : ""),
    // What the proof needs comes first.
    el("ul", {}, [...inProof, ...tried.filter(([, , name]) => name === null)].map(([, sentence, name, isKept]) =>
      el("li", { class: name === null ? "" : "used" }, sentence,
        isKept ? [" ", el("small", {}, "kept")] : null,
        name === null ? null : [" ", el("small", {}, "in the proof: ", pointLink(name, points))]))));
}

function pointLink(name: string, points: readonly string[]): Node | string {
  const id = points.indexOf(name);
  return id < 0 ? name : thingLink("point", { kind: "point", id }, name);
}
