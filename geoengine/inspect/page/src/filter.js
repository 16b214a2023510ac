// The filter for states: by rule, by predicate, by text.
import { el } from "./dom";

export class Filter {
  constructor(reader) {
    this.reader = reader;
    this.listeners = [];
    const { states, rules } = reader.data;
    const predicates = [...new Set(states.map(([formal]) => formal.split(" ", 1)[0]))].sort();
    const option = (value, text) => el("option", { value }, text);
    const changed = () => this.listeners.forEach((listener) => listener(this));
    this.rule = el("select", { "aria-label": "Rule", onchange: changed }, option("", "any rule"),
      rules.map((rule, k) => [rule.name, k]).sort().map(([name, k]) => option(String(k), name)));
    this.predicate = el("select", { "aria-label": "Predicate", onchange: changed }, option("", "any predicate"),
      predicates.map((name) => option(name, name)));
    this.text = el("input", { type: "search", placeholder: "Search: AB ⟂ CD, cong, …", "aria-label": "Search", oninput: changed });
    this.count = el("span", { class: "position", "aria-live": "polite" });
    this.box = el("div", { class: "row filter" }, this.text, this.predicate, this.rule, this.count);
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  get active() {
    return Boolean(this.rule.value || this.predicate.value || this.text.value.trim());
  }

  /** The matching states, in order. */
  states() {
    const { data, derivations } = this.reader;
    const words = this.text.value.trim().toLowerCase();
    const plain = words.replaceAll(/\s+/g, "");
    const rule = this.rule.value === "" ? null : Number(this.rule.value);
    const found = [];
    data.states.forEach(([formal, text], state) => {
      if (this.predicate.value && formal.split(" ", 1)[0] !== this.predicate.value) return;
      if (rule !== null && !derivations[state].some((step) => data.steps[step][0] === rule)) return;
      if (words && !formal.toLowerCase().includes(words) && !text.toLowerCase().replaceAll(/\s+/g, "").includes(plain)) return;
      found.push(state);
    });
    this.count.textContent = this.active ? `${found.length} of ${data.states.length} statements` : `${data.states.length} statements`;
    return found;
  }
}

export class StateList {
  static PORTION = 200;

  constructor(reader, filter) {
    this.reader = reader;
    this.list = el("ol", { class: "states" });
    this.more = el("button", { class: "quiet", onclick: () => this.extend() }, "");
    this.box = el("div", {}, this.list, this.more);
    filter.listen(() => this.show(filter.states()));
    this.show(filter.states());
  }

  show(states) {
    this.states = states;
    this.shown = 0;
    this.list.replaceChildren();
    this.extend();
  }

  extend() {
    const { reader } = this;
    const portion = this.states.slice(this.shown, this.shown + StateList.PORTION);
    this.shown += portion.length;
    this.list.append(...portion.map((state) => {
      const count = reader.derivations[state].length;
      const note = reader.isGiven(state) ? "premise" : `${count} derivation${count === 1 ? "" : "s"}`;
      return el("li", {}, reader.link(state), el("small", {}, ` ${note}`));
    }));
    const rest = this.states.length - this.shown;
    this.more.textContent = `Show more (${rest} left)`;
    this.more.hidden = rest === 0;
  }
}
