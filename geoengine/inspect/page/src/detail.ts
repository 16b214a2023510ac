// The details panel: the selected state with all its derivations, the selected step with its rule,
// or the selected point.
import katex from "katex";
import { chainBox, type Glow } from "./chain";
import { copyButton } from "./copying";
import type { RuleData } from "./data";
import { el } from "./dom";
import type { Reader } from "./reader";
import { areSame, type Selection, type Thing, thingLink } from "./selection";

/** So many derivations and uses are listed at first. */
const FEW = 12;

export function formula(latex: string): HTMLElement {
  const box = el("div", { class: "formula" });
  try {
    katex.render(latex, box, { throwOnError: true, trust: false, displayMode: true });
  } catch {
    box.textContent = latex;
  }
  return box;
}

export class Details {
  readonly box = el("div", { class: "details", "aria-live": "polite" });
  private shown: Thing | null = null;

  /** `glow` lights up quantities of sums in the figure. */
  constructor(private readonly reader: Reader, selection: Selection, private readonly glow: Glow) {
    selection.listen(() => this.show(selection));
  }

  private show({ selected, state, step }: Selection): void {
    if (areSame(selected, this.shown)) return;
    this.shown = selected;
    if (step !== null) this.box.replaceChildren(...this.step(step));
    else if (state !== null) this.box.replaceChildren(...this.state(state));
    else if (selected?.kind === "point") this.box.replaceChildren(...this.point(selected.id));
    else this.box.replaceChildren();
    if (selected && this.box.firstChild && location.protocol !== "about:") {
      this.box.prepend(copyButton("Copy link", "Copy the address of this page with what is selected", () => location.href));
    }
    this.box.scrollTop = 0;
  }

  private state(state: number): HTMLElement[] {
    const { reader } = this;
    const [formal, plain, latex, words] = reader.data.states[state]!;
    // Those of the proofs come first.
    const isUsed = (number: number) => reader.places(number).length > 0;
    const derivations = [...reader.derivations[state]!].sort((one, other) => Number(isUsed(other)) - Number(isUsed(one)));
    const uses = reader.uses[state]!;
    const kind = reader.isAdded(state) ? "of an added point" : reader.isGiven(state) ? "premise" : "derived";
    return [
      el("h2", {}, plain),
      el("p", { class: "tags" }, el("span", { class: `tag ${reader.isGiven(state) ? "premise" : "derived"}` }, kind), el("code", {}, formal)),
      formula(latex),
      el("p", {}, reader.linked(`${words[0]?.toUpperCase() ?? ""}${words.slice(1)}.`)),
      ...(derivations.length
        ? [el("h3", {}, `Derivations (${derivations.length})`), this.list(derivations, (number) => this.derivation(number, reader.derivation(state) === number ? "shown" : ""))]
        : []),
      el("h3", {}, `Used for (${uses.length})`),
      this.list(uses, (number) => el("li", {}, reader.link(reader.step(number)[1]), " by ", this.stepLink(number))),
    ];
  }

  private derivation(number: number, name = ""): HTMLElement {
    const proofs = this.reader.places(number).map(({ proof, at }) => `step ${at + 1} of ${this.reader.data.proofs.length > 1 ? proof.title : "the proof"}`);
    return el("li", { class: name }, this.stepLink(number), " from ", this.reader.because(number), proofs.length ? el("small", {}, ` (${proofs.join(", ")})`) : null);
  }

  private stepLink(number: number): HTMLElement {
    return thingLink("step", { kind: "step", id: number }, this.reader.ruleOf(number).name);
  }

  private list(items: readonly number[], make: (item: number) => HTMLElement): HTMLElement {
    const list = el("ul", {}, items.slice(0, FEW).map(make));
    const rest = items.slice(FEW);
    if (!rest.length) return list;
    const more = el("button", { class: "quiet", onclick: () => {
      more.remove();
      list.append(...rest.map(make));
    } }, `Show ${rest.length} more`);
    return el("div", {}, list, more);
  }

  private step(number: number): HTMLElement[] {
    const { reader } = this;
    const [, conclusion, antecedents, conditions, mapping] = reader.step(number);
    const note = reader.note(number);
    const rule = reader.ruleOf(number);
    const [place] = reader.places(number);
    const sums = place?.proof.sums?.[place.at] ?? [];
    // A sum names what it starts from beside its equations.
    const added = new Set(sums.flatMap(({ addends }) => addends.map(([, , from]) => from)));
    const basis = reader.premisesOf(number, place?.proof);
    const listed = basis.flatMap((state, k) => [k ? "; " : "", reader.link(state, place?.proof)]);
    // One with the same rule and antecedents, which differs in its letters only, is no other derivation.
    const told = new Set([this.signature(number)]);
    const others = reader.derivations[conclusion]!.filter((other) => {
      const signature = this.signature(other);
      return !told.has(signature) && told.add(signature);
    });
    const part = (title: string, ...lines: (Node | string)[]) => lines.length === 0 ? [] : [el("dt", {}, title), ...lines.map((line) => el("dd", {}, line))];
    return [
      el("h2", {}, rule.name),
      el("p", {}, rule.statement),
      el("dl", { class: "grounds" },
        part("Shows", reader.link(conclusion, place?.proof)),
        part("From", ...antecedents.filter((a) => !added.has(a)).map((a) => reader.link(a, place?.proof)),
          ...conditions.map((text) => el("span", {}, text, el("small", {}, " read off the figure")))),
        basis.some((state) => !antecedents.includes(state)) ? part("Ultimately from", el("span", {}, listed)) : []),
      note === null ? null : el("p", { class: "hint" }, note),
      chainBox(reader, sums, place?.proof, this.glow),
      ...this.rule(rule, mapping),
      ...(others.length ? [el("h3", {}, `Other derivations (${others.length})`), this.list(others, (other) => this.derivation(other))] : []),
    ].filter((node) => node !== null);
  }

  private signature(number: number): string {
    const [rule, , antecedents, conditions] = this.reader.step(number);
    return JSON.stringify([rule, [...antecedents].sort(), [...conditions].sort()]);
  }

  /** A rule in its letters, and the points that stand for them. */
  private rule({ given, where, then }: RuleData, mapping: Readonly<Record<string, string>>): HTMLElement[] {
    if (!given) return [];
    const letters = Object.entries(mapping);
    const row = (title: string, cells: string[]) => el("tr", {}, el("th", { scope: "row" }, title), cells.map((cell) => el("td", {}, cell)));
    const part = (title: string, lines: readonly string[] = []) =>
      lines.length ? [el("dt", {}, title), ...lines.map((line) => el("dd", {}, el("code", {}, line)))] : [];
    return [
      el("h3", {}, "The rule, and the points for its letters"),
      el("div", { class: "rule-box" },
        el("dl", { class: "rule" }, part("given", given), part("where", where), part("then", then)),
        letters.length ? el("table", { class: "letters" }, row("letter", letters.map(([letter]) => letter)), row("point", letters.map(([, point]) => point))) : null),
    ];
  }

  /** A point: how it is constructed, and the premises that it is in. */
  private point(k: number): HTMLElement[] {
    const { data } = this.reader;
    const made = data.figure?.construction?.find(({ points }) => points.includes(k));
    const premises = data.states.flatMap((row, state) => (row[5] && row[4][1].includes(k) ? [state] : []));
    return [
      el("h2", {}, `Point ${data.figure?.points[k] ?? ""}`),
      ...(made ? [el("p", {}, this.reader.linked(made.text))] : []),
      el("h3", {}, `Premises about it (${premises.length})`),
      this.list(premises, (state) => el("li", {}, this.reader.link(state))),
    ];
  }
}
