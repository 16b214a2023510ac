// The details panel: the selected state with all its derivations, or the selected step with its rule.
import katex from "katex";
import { el } from "./dom";
import { thingLink } from "./selection";

const KINDS = ["derived", "premise"];

export class Reader {
  constructor(data, selection) {
    this.data = data;
    this.selection = selection;
    this.derivations = data.states.map(() => []);
    this.uses = data.states.map(() => []);
    data.steps.forEach(([, conclusion, antecedents], number) => {
      this.derivations[conclusion].push(number);
      for (const antecedent of new Set(antecedents)) this.uses[antecedent].push(number);
    });
    this.chosen = new Map();
    selection.listen(({ state, step }) => step !== null && this.chosen.set(state, step));
  }

  /** @param {number} state @param {import("./data").ProofData} [proof] */
  text(state, proof) {
    return proof?.texts[state]?.[0] ?? this.data.states[state][1];
  }

  isGiven(state) {
    return this.data.states[state][5] === 1;
  }

  ruleOf(step) {
    return this.data.rules[this.data.steps[step][0]];
  }

  /** The derivation shown for a state: the chosen one, or a shallow one. */
  derivation(state) {
    if (this.chosen.has(state)) return this.chosen.get(state);
    const { depths, steps } = this.data;
    let best = null;
    for (const number of this.derivations[state]) {
      const antecedents = steps[number][2];
      if (antecedents.some((a) => depths[a] >= depths[state])) continue;
      const cost = antecedents.reduce((sum, a) => sum + 1 + depths[a], 0);
      if (best === null || cost < best[0]) best = [cost, number];
    }
    return best?.[1] ?? null;
  }

  /** A link that selects a state. */
  /** @param {number} state @param {import("./data").ProofData} [proof] */
  link(state, proof) {
    const kind = this.isGiven(state) ? "state given" : "state";
    return thingLink(kind, { kind: "state", id: state }, this.text(state, proof));
  }

  conditions(step) {
    return this.data.steps[step][3].map((text) => el("span", { class: "condition", title: "Read off the figure" }, text));
  }

  because(step, proof = null) {
    const [, , antecedents] = this.data.steps[step];
    const parts = [...antecedents.map((a) => this.link(a, proof)), ...this.conditions(step)];
    const listed = parts.flatMap((part, k) => (k ? ["; ", part] : [part]));
    return el("span", { class: "because" }, listed.length ? listed : "read off the coordinates");
  }
}

export function formula(latex) {
  const box = el("div", { class: "formula" });
  try {
    katex.render(latex, box, { throwOnError: true, trust: false, displayMode: true });
  } catch {
    box.textContent = latex;
  }
  return box;
}

export class Details {
  static FEW = 12;

  constructor(reader, selection) {
    this.reader = reader;
    this.box = el("div", { class: "details", "aria-live": "polite" });
    selection.listen(() => this.show(selection));
    this.show(selection);
  }

  show({ state, step }) {
    if (step !== null) this.box.replaceChildren(...this.step(step));
    else if (state !== null) this.box.replaceChildren(...this.state(state));
    else this.box.replaceChildren(el("p", { class: "hint" }, "Select a statement or a step to see it explained here and highlighted in the figure."));
  }

  state(state) {
    const { reader } = this;
    const [formal, plain, latex, words] = reader.data.states[state];
    const derivations = reader.derivations[state];
    const uses = reader.uses[state];
    const kind = KINDS[Number(reader.isGiven(state))];
    return [
      el("h2", {}, plain),
      el("p", { class: "tags" }, el("span", { class: `tag ${kind}` }, kind), el("code", {}, formal)),
      formula(latex),
      el("p", {}, `${words[0].toUpperCase()}${words.slice(1)}.`),
      el("h3", {}, `Derivations (${derivations.length})`),
      this.list(derivations, (number) => {
        const shown = reader.derivation(state) === number;
        return el("li", { class: shown ? "shown" : "" }, this.stepLink(number), " from ", reader.because(number));
      }),
      el("h3", {}, `Used for (${uses.length})`),
      this.list(uses, (number) =>
        el("li", {}, reader.link(reader.data.steps[number][1]), " by ", this.stepLink(number)),
      ),
    ];
  }

  stepLink(number) {
    const { reader } = this;
    return thingLink("step", { kind: "step", id: number }, reader.ruleOf(number).name);
  }

  list(items, make) {
    const list = el("ul", {}, items.slice(0, Details.FEW).map(make));
    const rest = items.slice(Details.FEW);
    if (!rest.length) return list;
    const more = el("button", { class: "quiet", onclick: () => {
      more.remove();
      list.append(...rest.map(make));
    } }, `Show ${rest.length} more`);
    return el("div", {}, list, more);
  }

  step(number) {
    const { reader } = this;
    const [, conclusion, antecedents, , mapping, modulus] = reader.data.steps[number];
    const rule = reader.ruleOf(number);
    const others = reader.derivations[conclusion].filter((other) => other !== number);
    const letters = Object.entries(mapping);
    const part = (title, lines) => lines?.length
      ? [el("dt", {}, title), ...lines.map((line) => el("dd", {}, el("code", {}, line)))] : [];
    return [
      el("h2", {}, rule.name),
      el("p", {}, rule.statement),
      el("h3", {}, "Shows"),
      el("p", {}, reader.link(conclusion)),
      el("h3", {}, "From"),
      el("ul", {}, antecedents.map((a) => el("li", {}, reader.link(a))),
        reader.conditions(number).map((c) => el("li", {}, c, " (read off the figure)"))),
      modulus > 1 ? el("p", { class: "hint" }, `Equal, not differing by a multiple of ${180 / modulus}°, as in the figure.`) : null,
      rule.given ? el("h3", {}, "The rule, and the points for its letters") : null,
      letters.length
        ? el("table", { class: "letters" },
            el("tr", {}, el("th", { scope: "row" }, "letter"), letters.map(([letter]) => el("td", {}, letter))),
            el("tr", {}, el("th", { scope: "row" }, "point"), letters.map(([, point]) => el("td", {}, point))))
        : null,
      rule.given
        ? el("dl", { class: "rule" }, part("given", rule.given), part("where", rule.where), part("then", rule.then))
        : null,
      others.length ? el("h3", {}, `Other derivations (${others.length})`) : null,
      others.length ? this.list(others, (other) => el("li", {}, this.stepLink(other), " from ", reader.because(other))) : null,
    ].filter(Boolean);
  }
}
