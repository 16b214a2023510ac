// The facets of a gallery beside its cards: values to choose, each with the number of its items.
import { el } from "./dom";
import type { Facet } from "./facet";
import { recall, remember } from "./memory";
import type { ItemFilter, Sifted } from "./gallery_filter";
import { grouped } from "./words";

/** The number of values that a long facet shows at first. */
const FEW = 8;

export class FacetPanel {
  readonly node = el("div", { class: "facets" });
  private readonly closed = new Set(recall<string[]>("closed-facets", []));
  private readonly whole = new Set<string>();

  constructor(private readonly splits: readonly string[], private readonly toggle: (facet: string, value: string) => void) {
    this.node.classList.toggle("two-splits", splits.length > 1);
  }

  show(facets: readonly Facet[], filter: ItemFilter, sifted: Sifted): void {
    const focused = document.activeElement instanceof HTMLElement && this.node.contains(document.activeElement)
      ? document.activeElement.dataset.key : undefined;
    this.node.replaceChildren(...facets.flatMap((facet) => {
      const chosen = filter.chosen.get(facet.name);
      // A facet that cannot narrow anything is left out.
      return facet.values.length > 1 || chosen ? [this.facet(facet, chosen ?? new Set(), sifted, () => this.show(facets, filter, sifted))] : [];
    }));
    if (focused) this.node.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  private facet(facet: Facet, chosen: ReadonlySet<string>, sifted: Sifted, again: () => void): HTMLElement {
    const counts = sifted.counts.get(facet.name) ?? [];
    const total = (value: number) => counts.reduce((sum, of) => sum + (of[value] ?? 0), 0);
    const all = facet.values.map((_, value) => value);
    const largest = Math.max(1, ...all.map(total));
    let values = all;
    if (all.length > FEW + 2 && !this.whole.has(facet.name)) {
      const most = new Set(all.toSorted((a, b) => total(b) - total(a) || a - b).slice(0, FEW));
      values = all.filter((value) => most.has(value) || chosen.has(facet.values[value]!));
    }
    const rest = all.length - values.length;
    const box = el("details", { class: "facet", "data-facet": facet.name, open: !this.closed.has(facet.name) },
      el("summary", { "data-key": facet.name }, facet.label, chosen.size ? el("span", { class: "chosen-count" }, ` ${chosen.size} chosen`) : null),
      this.splits.length > 1
        ? el("div", { class: "count-heads" }, this.splits.map((split) => el("span", { class: "facet-count", title: split }, split)))
        : null,
      el("ul", {}, values.map((value) => this.value(facet, value, chosen, counts.map((of) => of[value] ?? 0), total(value) / largest))),
      rest || this.whole.has(facet.name)
        ? el("button", {
            type: "button", class: "quiet", "data-key": `${facet.name} more`,
            onclick: () => {
              if (!this.whole.delete(facet.name)) this.whole.add(facet.name);
              again();
            },
          }, rest ? `All ${all.length}` : "Fewer")
        : null,
    );
    box.addEventListener("toggle", () => {
      if (box.open) this.closed.delete(facet.name);
      else this.closed.add(facet.name);
      remember("closed-facets", [...this.closed]);
    });
    return box;
  }

  private value(facet: Facet, value: number, chosen: ReadonlySet<string>, counts: readonly number[], share: number): HTMLElement {
    const name = facet.values[value]!;
    const isChosen = chosen.has(name);
    return el("li", { class: counts.some(Boolean) || isChosen ? "" : "none" },
      el("label", { style: `--share: ${(100 * share).toFixed(1)}%` },
        el("input", { type: "checkbox", checked: isChosen, "data-key": `${facet.name}=${name}`, onchange: () => this.toggle(facet.name, name) }),
        el("span", { class: "facet-value" }, facet.labels[value] ?? name),
        counts.map((count, split) => el("span", { class: "facet-count", title: this.splits.length > 1 ? this.splits[split] ?? "" : "" }, grouped(count))),
      ),
    );
  }
}
