// The sum behind a chase: its equations below each other, each with the statement it comes from, and
// the equation that they add up to. The logarithms of lengths are shown as products of lengths.
import type { EquationData, ProofData, SumData, TermData } from "./data";
import { el } from "./dom";
import type { Reader } from "./reader";

/** Light up lines between points: those with a plus, and those with a minus; nothing with none. */
export type Glow = (plus: readonly (readonly [number, number])[], minus: readonly (readonly [number, number])[]) => void;

type Kind = "directions" | "products" | "lengths";

const HEADINGS: Record<Kind, string> = {
  directions: "The angles that are added",
  products: "The ratios that are multiplied",
  lengths: "The equations that are added",
};
const DIRECTIONS = "[BC] is the direction of line BC, and [BC] − [AD] the angle from AD to BC. Angles count modulo 180°.";

export function chainBox(reader: Reader, sums: readonly SumData[], proof: ProofData | undefined, glow: Glow): HTMLElement | null {
  if (!sums.length) return null;
  const kind = kindOf(sums[0]!.total);
  const tables = sums.map((sum) => {
    const rows = ordered(sum, kind).map(({ times, equation, from }) =>
      el("tr", {},
        el("td", { class: "times" }, times),
        equationCells(equation, kind, glow),
        el("td", { class: "from" }, typeof from === "number" ? reader.link(from, proof) : from)));
    // One equation alone is its own sum.
    const isAlone = rows.length === 1 && (sum.addends[0]![0] === "1" || sum.addends[0]![0] === "-1");
    const total = isAlone ? null : el("tr", { class: "total" }, el("td", {}), equationCells(sum.total, kind, glow), el("td", {}));
    return el("table", {}, el("tbody", {}, rows, total));
  });
  return el("div", { class: "chain" },
    el("h3", {}, HEADINGS[kind]),
    tables,
    kind === "directions" ? el("p", { class: "hint" }, DIRECTIONS) : null);
}

function kindOf({ terms }: EquationData): Kind {
  const text = terms[0]?.[1] ?? "";
  return text.startsWith("[") ? "directions" : text.startsWith("ln ") ? "products" : "lengths";
}

interface Row {
  readonly times: string;
  readonly equation: EquationData;
  readonly from: number | string;
}

/** The equations, turned so that they are added and each begins, if that can be, where the last ended. */
function ordered({ addends, total }: SumData, kind: Kind): Row[] {
  const rows = addends.map(([factor, equation, from]): Row => {
    const isMinus = factor.startsWith("-");
    const times = factor.replace("-", "");
    return { times: times === "1" ? "" : kind === "products" ? `power ${times}` : `${times} ×`, equation: isMinus ? turned(equation) : equation, from };
  });
  const chain: Row[] = [];
  let open = total.terms.find(([factor]) => !factor.startsWith("-"))?.[1];
  while (rows.length) {
    const next = Math.max(0, rows.findIndex(({ equation }) => equation.terms.some(([factor, text]) => text === open && !factor.startsWith("-"))));
    const [row] = rows.splice(next, 1) as [Row];
    chain.push(row);
    open = row.equation.terms.find(([factor]) => factor.startsWith("-"))?.[1];
  }
  return chain;
}

/** An equation with all signs turned. */
function turned({ terms, right }: EquationData): EquationData {
  const opposite = (text: string) => (text.startsWith("-") ? text.slice(1) : `-${text}`);
  // A right angle and 0 are their own opposites, modulo 180°.
  const isOwn = right === "0" || right === "0°" || right === "90°";
  const other = right.startsWith("ln ") ? `ln ${inverse(right.slice(3))}` : opposite(right);
  return { terms: terms.map(([factor, text, points]) => [opposite(factor), text, points] as const), right: isOwn ? right : other };
}

function inverse(number: string): string {
  const [, top, bottom] = /^(\d+)(?:\/(\d+))?$/.exec(number) ?? [];
  if (top === undefined) return `1/(${number})`;
  return top === "1" ? (bottom ?? "1") : `${bottom ?? "1"}/${top}`;
}

function equationCells({ terms, right }: EquationData, kind: Kind, glow: Glow): HTMLElement[] {
  const plus = terms.filter(([factor]) => !factor.startsWith("-"));
  const minus = terms.filter(([factor]) => factor.startsWith("-"));
  const left = el("td", { class: "left" });
  left.addEventListener("pointerenter", () => glow(plus.map(([, , points]) => points), minus.map(([, , points]) => points)));
  left.addEventListener("pointerleave", () => glow([], []));
  const quantity = ([, text, points]: TermData, shown = text) => {
    const node = el("span", { class: "quantity", tabIndex: 0, role: "img", "aria-label": kind === "directions" ? `direction of ${text.slice(1, -1)}` : shown }, shown);
    const light = () => glow([points], []);
    for (const name of ["pointerenter", "focus"]) node.addEventListener(name, light);
    for (const name of ["pointerleave", "blur"]) node.addEventListener(name, () => glow([], []));
    return node;
  };
  if (kind === "products") {
    const product = (factors: TermData[]) => factors.flatMap((term, k) => {
      const power = term[0].replace("-", "");
      return [k ? " · " : "", quantity(term, term[1].slice(3)), power === "1" ? "" : el("sup", {}, power)];
    });
    left.append(...product(plus), plus.length ? "" : "1", ...(minus.length ? [" : ", ...product(minus)] : []));
    return [left, el("td", {}, `= ${right === "0" ? "1" : right.replace(/^ln /, "")}`)];
  }
  [...plus, ...minus].forEach((term, k) => {
    const [factor] = term;
    const size = factor.replace("-", "");
    const sign = factor.startsWith("-") ? "− " : k ? "+ " : "";
    left.append(k ? " " : "", sign, size === "1" ? "" : `${size}·`, quantity(term));
  });
  return [left, el("td", {}, `= ${right.replace(/^-/, "−")}`)];
}
