// The proofs of a page as lists, side by side, with keys to step through them.
import { el } from "./dom";
import { thingLink } from "./selection";

export class Proofs {
  constructor(reader, selection, proofs) {
    this.reader = reader;
    this.selection = selection;
    this.proofs = proofs;
    this.at = { proof: 0, step: -1 };
    this.rows = [];
    this.position = el("span", { class: "position", "aria-live": "polite" }, "");
    this.box = el(
      "div",
      { class: "proofs" },
      el(
        "div",
        { class: "row walk" },
        el("button", { onclick: () => this.walk(-1), title: "Key: p" }, "← Previous"),
        el("button", { onclick: () => this.walk(1), title: "Key: n" }, "Next →"),
        this.position,
      ),
      el("div", { class: "columns" }, proofs.map((proof, k) => this.column(proof, k))),
    );
    selection.listen(({ step }, from) => {
      if (from === this) return;
      const places = this.proofs.map((proof) => proof.steps.indexOf(step));
      const proof = places[this.at.proof] < 0 ? Math.max(0, places.findIndex((place) => place >= 0)) : this.at.proof;
      this.mark(proof, places[proof]);
    });
    this.mark(0, -1);
  }

  column(proof, k) {
    const { reader } = this;
    const number = new Map(proof.steps.map((step, i) => [reader.data.steps[step][1], i + 1]));
    const rows = proof.steps.map((step, i) => {
      const [rule, conclusion, antecedents] = reader.data.steps[step];
      const parts = antecedents.map((a) => el("span", {}, reader.link(a, proof), number.has(a) ? ` [${number.get(a)}]` : ""));
      const name = thingLink("step", { kind: "step", id: step }, reader.data.rules[rule].name);
      return el(
        "li",
        { onclick: (event) => event.target.closest("a") || this.go(k, i) },
        el("span", { class: "conclusion" }, reader.link(conclusion, proof)),
        el("span", { class: "by" }, name, parts.length ? " from " : "", ...parts.flatMap((part, j) => (j ? ["; ", part] : [part])),
          ...reader.conditions(step).flatMap((part) => ["; ", part])),
        proof.details[i].map((line) => el("span", { class: "sum" }, line)),
      );
    });
    this.rows.push(rows);
    return el(
      "section",
      { class: "proof", "aria-label": proof.title },
      el("h3", {}, proof.title, el("small", {}, ` ${proof.steps.length} step${proof.steps.length === 1 ? "" : "s"}`)),
      el("p", {}, "To show: ", reader.link(proof.goal, proof)),
      el("details", {}, el("summary", {}, `Premises used (${proof.premises.length})`),
        el("ul", {}, proof.premises.map((p) => el("li", {}, reader.link(p, proof))))),
      el("ol", {}, rows),
      proof.legend ? el("p", { class: "hint" }, proof.legend) : null,
    );
  }

  walk(by) {
    const { proof, step } = this.at;
    const last = this.proofs[proof].steps.length - 1;
    this.go(proof, Math.max(0, Math.min(last, step + by)));
  }

  go(proof, step) {
    const number = this.proofs[proof].steps[step];
    if (number === undefined) return;
    this.mark(proof, step);
    this.selection.set(this.reader.data.steps[number][1], number, this);
    this.rows[proof][step].scrollIntoView({ block: "nearest" });
  }

  mark(proof, step) {
    this.at = { proof, step };
    this.rows.forEach((rows, k) => rows.forEach((row, i) => {
      row.classList.toggle("current", k === proof && i === step);
      if (k === proof && i === step) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }));
    const total = this.proofs[proof].steps.length;
    this.position.textContent = step < 0 ? `${total} step${total === 1 ? "" : "s"}` : `Step ${step + 1} of ${total}`;
  }
}
