// The certificate of an item in words and figures.
import { el } from "./dom";
import { Diagram } from "./figure";
import type { FigureData } from "./figure_data";
import type { Lit } from "./highlight";
import type { ItemData, OtherFigureData, RemarkData, StatementData } from "./item_data";
import { areSame, type Selection, thingLink } from "./selection";
import { optionLink, type StepLinks, verdictOf } from "./step_links";
import { figureOf } from "./other_figure";

export class CertificatePanel {
  readonly box: HTMLElement;
  /** The entries of the options. */
  private readonly options: readonly HTMLElement[];

  constructor(
    private readonly item: ItemData,
    private readonly links: StepLinks,
    private readonly figure: FigureData | null,
    private readonly diagram: Diagram | null,
    private readonly selection: Selection,
  ) {
    const { certificate, answer } = item;
    this.options = certificate.options.map((remarks, k) => {
      const isRight = k + 1 === answer.key;
      return el("li", { class: isRight ? "right" : "", "data-thing": `option-${k + 1}` },
        el("p", { class: "option-head" }, optionLink(k), " ", el("span", { lang: item.language }, item.options[k] ?? ""), el("span", { class: "verdict" }, verdictOf(isRight))),
        this.remarks(remarks));
    });
    this.box = el("div", { class: "certificate" },
      this.options.length ? el("ol", { class: "plain options-certified" }, this.options) : null,
      certificate.remarks.length ? el("div", { class: "remarks-of-item" }, this.options.length ? el("h3", {}, "The item as a whole") : null, this.remarks(certificate.remarks)) : null);
    let before = selection.selected;
    selection.listen(({ selected }) => {
      if (areSame(before, selected)) return;
      before = selected;
      this.follow();
    });
  }

  /** Show the entry of the selected option, here and in the figure. */
  follow(): void {
    const { selected } = this.selection;
    if (selected?.kind !== "option" || !this.box.isConnected || !this.box.checkVisibility()) return;
    this.light(selected.id);
    this.options[selected.id]?.scrollIntoView({ block: "nearest" });
  }

  /** Light up what an option says, in the figure of the page. */
  private light(k: number): void {
    const how = k + 1 === this.item.answer.key ? "conclusion" : "wrong";
    const statements = (this.item.certificate.options[k] ?? []).slice(0, 1).flatMap(({ words }) => words.filter(isStatement));
    this.diagram?.light(statements.flatMap(({ relation }): Lit[] => (relation ? [{ relation, how }] : [])));
  }

  private remarks(remarks: readonly RemarkData[]): HTMLElement {
    return el("ul", { class: "remarks", lang: this.item.certificate.language }, remarks.map(({ words, figure }) =>
      el("li", {}, words.map((part) => (isStatement(part) ? this.statement(part) : this.links.words(part))), figure ? this.drawn(figure) : null)));
  }

  /** A statement is a link where the page knows it; otherwise it lights up in the figure. */
  private statement({ text, relation, state, isFalse }: StatementData): HTMLElement {
    if (state !== null) return thingLink("state", { kind: "state", id: state }, text);
    if (!relation || !this.diagram) return el("span", { class: "said" }, text);
    const how = isFalse ? "wrong" : "conclusion";
    return el("button", { class: `said${isFalse ? " false" : ""}`, type: "button", title: "Show it in the figure", onclick: () => this.diagram?.light([{ relation, how }]) }, text);
  }

  private drawn(other: OtherFigureData): HTMLElement | null {
    if (!this.figure) return null;
    const figure = figureOf(this.figure, other);
    const diagram = new Diagram(figure.figure, "A figure that shows it", this.selection);
    diagram.light(figure.lit);
    return el("figure", { class: "other" }, diagram.panel(),
      el("figcaption", {}, other.fails.length ? "Thick lines: what does not hold here." : "Thick lines: what holds here, though not in the picture."));
  }
}

function isStatement(part: string | StatementData): part is StatementData {
  return typeof part !== "string";
}
