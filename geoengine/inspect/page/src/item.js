// The panel of an item: question, options, the key on request, and the certificate of each option.
import { el } from "./dom";
import { Diagram } from "./figure";

const EVIDENCE = {
  premise: "it is given",
  derived: "it is derived from the premises",
  measured: "it was measured in every draw of the figure",
  absent_point: "it names a point that is not in the figure",
  derived_without_it: "the goal is derived without it",
  counterexample: "there is a figure in which all other premises hold, but the goal does not",
  one_step: "every rule was applied once to it and the premises",
};

export class ItemPanel {
  constructor(data, diagram) {
    const { item } = data;
    this.item = item;
    this.data = data;
    this.diagram = diagram;
    this.verdicts = item.options.map(() => el("span", { class: "verdict" }));
    this.answer = el("p", { class: "answer", "aria-live": "polite" });
    this.certificate = el("div", { hidden: true });
    this.second = el("div", { class: "second" });
    this.rows = item.options.map((text, k) => {
      const input = el("input", { type: "radio", name: "option", value: String(k + 1), onchange: () => this.lightUp(k) });
      return el("label", { class: "option" }, input, el("span", { class: "number" }, `(${k + 1})`), el("span", { lang: item.language }, text), this.verdicts[k]);
    });
    this.reveal = el("button", { class: "primary", onclick: () => this.show() }, "Show the answer");
    this.box = el(
      "section",
      { class: "item", "aria-label": "Question" },
      el("h2", {}, item.task.replaceAll("_", " ")),
      el("p", { class: "tags" }, item.tags.map(([name, value]) => el("span", { class: "tag" }, `${name} ${value}`))),
      el("div", { class: "question", lang: item.language }, item.question),
      item.code.map((text) => el("pre", { class: "code" }, text)),
      data.figure || !item.image ? null : el("img", { class: "shown", src: item.image, alt: "The picture shown with the question" }),
      this.rows.length ? el("fieldset", {}, el("legend", {}, "Options"), this.rows) : null,
      el("div", { class: "row" }, this.reveal, this.answer),
      this.certificate,
      data.figure && item.image ? el("details", {}, el("summary", {}, "The picture shown with the question"), el("img", { src: item.image, alt: "The figure of the question", loading: "lazy" })) : null,
    );
  }

  lightUp(k) {
    const option = this.item.certificate[k];
    this.diagram?.light((option?.highlights ?? []).map((relation) => ({ relation, how: "conclusion" })));
  }

  show() {
    const { item } = this;
    if (!this.rows.length) this.answer.textContent = `The answer is ${item.answer}.`;
    else this.mark();
    this.reveal.hidden = true;
    this.certificate.hidden = false;
    this.certificate.replaceChildren(
      el("h3", {}, "Certificate"),
      el("ol", { class: "certificate" }, item.certificate.map((option) => this.entry(option))),
      this.second,
      el("details", {}, el("summary", {}, "The full certificate"), el("pre", {}, item.raw)),
    );
  }

  mark() {
    const { item } = this;
    const picked = this.rows.findIndex((row) => row.firstChild.checked) + 1;
    const comment = picked ? (picked === item.key ? " You chose it." : ` You chose (${picked}).`) : "";
    this.answer.textContent = `The answer is (${item.key}).${comment}`;
    this.rows.forEach((row, k) => {
      row.classList.toggle("right", k + 1 === item.key);
      this.verdicts[k].textContent = k + 1 === item.key ? "✓ right" : "✗ wrong";
    });
  }

  entry(option) {
    const facts = option.facts.map(([name, value]) => el("li", {}, `${name}: ${value}`));
    const counter = option.counterexample
      ? el("button", { onclick: () => this.counterexample(option) }, "Draw the figure without it")
      : null;
    return el("li", {}, el("strong", {}, option.correct ? "Right. " : "Wrong. "),
      option.evidence ? `The evidence: ${EVIDENCE[option.evidence] ?? option.evidence}.` : "",
      el("ul", {}, facts), counter);
  }

  counterexample({ counterexample, highlights }) {
    const figure = { ...this.data.figure, xy: counterexample.xy, free: [], gliders: [], relations: [] };
    const other = new Diagram(figure, "The counterexample");
    const goal = counterexample.goal ? [{ relation: counterexample.goal, how: "wrong" }] : [];
    other.light([...highlights.map((relation) => ({ relation, how: "condition" })), ...goal]);
    this.second.replaceChildren(
      el("h3", {}, "A figure in which every other premise holds"),
      el("p", { class: "hint" }, counterexample.text),
      other.panel(),
    );
    this.second.scrollIntoView({ block: "nearest" });
  }
}
