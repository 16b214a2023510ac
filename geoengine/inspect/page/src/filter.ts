// The filter for states: by rule, by predicate, by text; and the list of those that match.
import { el } from "./dom";
import type { Reader } from "./reader";
import { plural } from "./words";

export class StateFilter {
  readonly text: HTMLInputElement;
  readonly box: HTMLElement;
  private readonly rule: HTMLSelectElement;
  private readonly predicate: HTMLSelectElement;
  private readonly count = el("span", { class: "position", "aria-live": "polite" });
  private readonly listeners: ((filter: StateFilter) => void)[] = [];

  constructor(private readonly reader: Reader) {
    const { states, rules } = reader.data;
    const predicates = [...new Set(states.map(([formal]) => formal.split(" ", 1)[0]!))].sort();
    const option = (value: string, text: string) => el("option", { value }, text);
    const onchange = () => this.listeners.forEach((listener) => listener(this));
    const named = rules.map((rule, k) => [rule.name, k] as const).sort(([one], [other]) => (one < other ? -1 : 1));
    this.rule = el("select", { "aria-label": "Rule", onchange }, option("", "any rule"), named.map(([name, k]) => option(String(k), name)));
    this.predicate = el("select", { "aria-label": "Predicate", onchange }, option("", "any predicate"), predicates.map((name) => option(name, name)));
    this.text = el("input", { type: "search", placeholder: "Search: AB ⟂ CD, cong, …", "aria-label": "Search", oninput: onchange });
    this.box = el("div", { class: "row filter" }, this.text, this.predicate, this.rule, this.count);
  }

  listen(listener: (filter: StateFilter) => void): void {
    this.listeners.push(listener);
  }

  get active(): boolean {
    return Boolean(this.rule.value || this.predicate.value || this.text.value.trim());
  }

  /** The matching states, in order. */
  states(): number[] {
    const { data, derivations } = this.reader;
    const words = this.text.value.trim().toLowerCase();
    const plain = words.replaceAll(/\s+/g, "");
    const rule = this.rule.value === "" ? null : Number(this.rule.value);
    const found: number[] = [];
    data.states.forEach(([formal, text], state) => {
      if (this.predicate.value && formal.split(" ", 1)[0] !== this.predicate.value) return;
      if (rule !== null && !derivations[state]!.some((step) => data.steps[step]![0] === rule)) return;
      if (words && !formal.toLowerCase().includes(words) && !text.toLowerCase().replaceAll(/\s+/g, "").includes(plain)) return;
      found.push(state);
    });
    const all = plural(data.states.length, "statement");
    this.count.textContent = this.active ? `${found.length} of ${all}` : all;
    return found;
  }
}

/** So many statements are added to the list at a time. */
const PORTION = 200;

export class StateList {
  readonly box: HTMLElement;
  private readonly list = el("ol", { class: "states" });
  private readonly more = el("button", { class: "quiet", onclick: () => this.extend() });
  private states: readonly number[] = [];
  private shown = 0;

  constructor(private readonly reader: Reader, filter: StateFilter) {
    this.box = el("div", {}, this.list, this.more);
    filter.listen(() => this.show(filter.states()));
    this.show(filter.states());
  }

  private show(states: readonly number[]): void {
    this.states = states;
    this.shown = 0;
    this.list.replaceChildren();
    this.extend();
  }

  private extend(): void {
    const { reader } = this;
    const portion = this.states.slice(this.shown, this.shown + PORTION);
    this.shown += portion.length;
    this.list.append(...portion.map((state) => {
      const count = reader.derivations[state]!.length;
      const note = reader.isGiven(state) ? "premise" : plural(count, "derivation");
      return el("li", {}, reader.link(state), el("small", {}, note));
    }));
    const rest = this.states.length - this.shown;
    this.more.textContent = `Show more (${rest} left)`;
    this.more.hidden = rest === 0;
  }
}
