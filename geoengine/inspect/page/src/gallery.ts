// The index page of a split, or of two: its items as cards, with facets, search and comparison.
import { CardList } from "./card_list";
import { el, readData } from "./dom";
import { modelFacets, reviewFacets, Facet } from "./facet";
import { FacetPanel } from "./facet_panel";
import { Items, type GalleryData } from "./gallery_data";
import { NO_FILTER, readFilter, Sieve, toggled, writeFilter, type ItemFilter, type Sifted } from "./gallery_filter";
import { helpDialog } from "./help";
import { comparison } from "./item_comparison";
import { itemCard, setMark } from "./item_card";
import { keepOrder } from "./kept_order";
import { isTaken } from "./keys";
import { recall, remember } from "./memory";
import { modelTable } from "./model_table";
import { meaningOf, ordersOf } from "./orders";
import { reviewSaver, reviewsOf, type Review } from "./reviews";
import { themeButton } from "./theme";
import { grouped } from "./words";

const KEYS = [
  ["arrows", "go from card to card"], ["Enter", "open the item"], ["c", "mark it for comparison"],
  ["Page Up, Page Down, Home, End", "go further"], ["/", "search"], ["Esc", "clear the search"], ["?", "list the keys"],
] as const;

class Gallery {
  private readonly items: Items;
  private readonly sieve: Sieve;
  private readonly itemFacets: readonly Facet[];
  private readonly facets: readonly Facet[];
  private reviews: readonly (Review | undefined)[] = [];
  private filter: ItemFilter = NO_FILTER;
  private sifted: Sifted = { rows: [], counts: new Map(), totals: [] };
  private marked: number[] = [];
  private compared: HTMLDialogElement | null = null;
  private readonly rowOf: ReadonlyMap<string, number>;

  private readonly list: CardList;
  private readonly panel: FacetPanel;
  private readonly search = el("input", { type: "search", placeholder: "Search in questions, options and ids", "aria-label": "Search", oninput: () => this.apply({ ...this.filter, query: this.search.value }) });
  private readonly sort: HTMLSelectElement;
  private readonly again = el("button", { type: "button", class: "quiet", onclick: () => this.apply({ ...this.filter, seed: this.filter.seed + 1 }) }, "Shuffle again");
  private readonly meaning = el("p", { class: "hint", id: "order-meaning" });
  private readonly count = el("span", { class: "position", role: "status" });
  private readonly chips = el("div", { class: "chips row", "aria-label": "What is filtered", role: "group" });
  private readonly models = el("div", { class: "models-box" });
  private readonly tray = el("div", { class: "tray row", role: "region", "aria-label": "Items marked for comparison", hidden: true });
  private readonly empty = el("p", { class: "hint nothing", hidden: true }, "No items match.");

  constructor(private readonly data: GalleryData) {
    this.items = new Items(data);
    this.rowOf = new Map(data.ids.map((_, row) => [this.items.key(row), row]));
    this.itemFacets = data.facets.map((facet) => new Facet(facet));
    this.facets = [...modelFacets(data.models, this.items.count), ...this.itemFacets];
    this.sieve = new Sieve(this.items, this.members());
    this.list = new CardList({ build: (row) => this.card(row), pressed: (key, row) => key === "c" && this.mark(row) });
    this.panel = new FacetPanel(data.splits, (facet, value) => this.apply(toggled(this.filter, facet, value)));
    this.sort = el("select", { "aria-label": "Order", "aria-describedby": this.meaning.id, onchange: () => this.apply({ ...this.filter, sort: this.sort.value }) },
      ordersOf(data).map(([name, label]) => el("option", { value: name }, `Order: ${label}`)));
    this.build();
    addEventListener("popstate", () => this.read());
    // Reviews are written by the pages of the items, in this window or in others.
    addEventListener("storage", () => this.review());
    addEventListener("pageshow", (event) => event.persisted && this.review());
    document.addEventListener("keydown", (event) => this.press(event));
    this.readReviews();
    this.read();
  }

  /** For each split, which rows it has. */
  private members(): Uint8Array[] {
    const { splits, split, facets } = this.data;
    const found = facets.find((facet) => facet.name === "found");
    const both = found?.values.indexOf("both") ?? -1;
    return splits.map((_, number) => Uint8Array.from(this.data.ids, (_, row) =>
      Number((split[row] ?? 0) === number || (both >= 0 && found?.rows[row] === both))));
  }

  private build(): void {
    const help = helpDialog(KEYS, this.data.engine);
    const filters = el("button", { type: "button", class: "filters-button", "aria-expanded": "false", "aria-controls": "facets", onclick: () => {
      const open = document.body.classList.toggle("with-facets");
      filters.setAttribute("aria-expanded", String(open));
    } }, "Filters");
    this.panel.node.id = "facets";
    document.body.classList.add("gallery");
    this.list.node.classList.toggle("with-models", this.data.models.length > 0);
    const head = el("header", { class: "gallery-head" },
      el("div", { class: "row" },
        el("h1", {}, this.data.splits.join(" and ")), this.count, reviewSaver(this.data.folders),
        el("button", { type: "button", class: "quiet keys-button", title: "List the keys", onclick: () => help.showModal() }, "Keys"), themeButton()),
      el("div", { class: "row tools" }, filters, this.search, this.sort, this.again),
    );
    new ResizeObserver(() => document.body.style.setProperty("--head", `${head.offsetHeight}px`)).observe(head);
    document.body.append(
      head,
      el("div", { class: "gallery-body" },
        el("aside", { "aria-label": "Facets" }, this.panel.node),
        el("main", {}, this.models, this.chips, this.meaning, this.empty, this.list.node),
      ),
      this.tray, help,
      el("footer", {}, `geoengine ${this.data.engine}`),
    );
  }

  /** Show what a filter leaves, and put it into the address. */
  private apply(filter: ItemFilter): void {
    const isCompared = String(filter.compared) !== String(this.filter.compared);
    const typing = filter.query !== this.filter.query && this.filter.query !== "" && filter.query !== "";
    const address = `#${writeFilter(filter)}`;
    try {
      // A word that is typed is one entry of the history, not one for each letter.
      if (typing) history.replaceState(null, "", address);
      else history.pushState(null, "", address);
    } catch {
      // A page within another has no address of its own.
    }
    this.show(filter);
    if (!isCompared) scrollTo(0, 0);
  }

  private read(): void {
    const filter = readFilter(location.hash.slice(1));
    if (this.search.value !== filter.query) this.search.value = filter.query;
    this.show(filter);
  }

  private show(filter: ItemFilter): void {
    this.filter = filter;
    const facets = this.allFacets();
    this.sifted = this.sieve.sift(filter, facets);
    const { rows, totals } = this.sifted;
    this.count.textContent = this.data.splits.length > 1
      ? `${grouped(rows.length)} items: ${totals.map((total, split) => `${grouped(total)} in ${this.data.splits[split]}`).join(", ")}`
      : `${grouped(rows.length)} of ${grouped(this.items.count)} items`;
    this.sort.value = filter.sort;
    this.meaning.textContent = meaningOf(filter.sort);
    this.meaning.hidden = !this.meaning.textContent;
    this.again.hidden = filter.sort !== "random";
    this.empty.hidden = rows.length > 0;
    this.panel.show(facets, filter, this.sifted);
    this.showChips(facets);
    if (this.data.models.length) this.models.replaceChildren(modelTable(this.data.models, rows));
    this.list.show(rows);
    this.compare();
  }

  private allFacets(): Facet[] {
    const hasReviews = this.reviews.some((review) => review);
    const reviewed = reviewFacets(this.reviews).filter((facet) => hasReviews || this.filter.chosen.has(facet.name));
    return [...reviewed, ...this.facets];
  }

  private showChips(facets: readonly Facet[]): void {
    const chip = (text: string, remove: () => void) =>
      el("button", { type: "button", class: "chip", "aria-label": `Remove: ${text}`, onclick: () => { remove(); this.search.focus(); } }, text, el("span", { "aria-hidden": "true" }, " ×"));
    const chips = [...this.filter.chosen].flatMap(([name, values]) => [...values].map((value) => {
      const facet = facets.find((one) => one.name === name);
      const label = facet?.labels[facet.values.indexOf(value)] ?? value;
      return chip(`${facet?.label ?? name}: ${label}`, () => this.apply(toggled(this.filter, name, value)));
    }));
    if (this.filter.query) chips.push(chip(`“${this.filter.query}”`, () => this.clearSearch()));
    const all = el("button", { type: "button", class: "quiet", onclick: () => {
      this.search.value = "";
      this.apply({ ...NO_FILTER, sort: this.filter.sort, seed: this.filter.seed });
      this.search.focus();
    } }, "Clear all");
    this.chips.replaceChildren(...chips, ...(chips.length > 1 ? [all] : []));
    this.chips.hidden = chips.length === 0;
  }

  private clearSearch(): void {
    this.search.value = "";
    this.apply({ ...this.filter, query: "" });
  }

  private card(row: number): HTMLElement {
    return itemCard(this.items, row, {
      facets: this.facets, review: this.reviews[row], isMarked: this.marked.includes(row),
      mark: () => this.mark(row), opened: () => this.keepShown(row),
    });
  }

  /** Mark an item for comparison, or no longer; of three the first is dropped. */
  private mark(row: number): void {
    this.setMarked(this.marked.includes(row) ? this.marked.filter((one) => one !== row) : [...this.marked, row].slice(-2));
  }

  private setMarked(rows: number[]): void {
    this.marked = rows;
    this.showTray();
    this.list.update((row, card) => setMark(card, rows.includes(row)));
  }

  private showTray(): void {
    this.tray.hidden = this.marked.length === 0;
    const keys = this.marked.map((row) => this.items.key(row));
    this.tray.replaceChildren(
      el("span", {}, this.marked.length === 1 ? "Marked; mark another to compare: " : "Marked: ", keys.join(" and ")),
      el("button", { type: "button", class: "primary", disabled: keys.length < 2, onclick: () => this.apply({ ...this.filter, compared: keys }) }, "Compare"),
      el("button", { type: "button", onclick: () => this.setMarked([]) }, "Clear"),
    );
  }

  /** Open or close the comparison, as the filter says. */
  private compare(): void {
    const rows = this.filter.compared.map((key) => this.rowOf.get(key)).filter((row) => row !== undefined);
    const [one, other] = rows;
    if (this.compared && String(rows) === this.compared.dataset.rows) return;
    const old = this.compared;
    this.compared = null;
    old?.close();
    if (one === undefined || other === undefined) return;
    const dialog = comparison(this.items, this.itemFacets, [one, other], {
      close: () => { if (this.compared === dialog) this.apply({ ...this.filter, compared: [] }); },
      opened: (row) => this.keepShown(row),
    });
    dialog.dataset.rows = String(rows);
    document.body.append(dialog);
    this.compared = dialog;
    dialog.showModal();
  }

  /** Keep what is shown: previous and next on the pages of items follow it, and the way back leads to it. */
  private keepShown(row: number): void {
    keepOrder(this.items, this.sifted.rows, row);
    const address = writeFilter({ ...this.filter, compared: [] });
    for (const split of this.data.folders) {
      if (address !== recall(`filter:${split}`, "")) remember(`filter:${split}`, address);
    }
  }

  private readReviews(): void {
    const reviews = this.data.folders.map(reviewsOf);
    this.reviews = this.data.ids.map((id, row) => reviews[this.data.split[row] ?? 0]?.[id]);
  }

  private review(): void {
    const before = JSON.stringify(this.reviews);
    this.readReviews();
    if (JSON.stringify(this.reviews) === before) return;
    this.show(this.filter);
  }

  private press(event: KeyboardEvent): void {
    if (event.key === "Escape" && event.target === this.search && this.search.value) this.clearSearch();
    if (isTaken(event)) {
      if (event.target === this.search && event.key === "ArrowDown") {
        event.preventDefault();
        this.list.focus(0);
      }
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      this.search.focus();
    } else if (event.key === "?") {
      document.querySelector<HTMLDialogElement>("dialog.help")?.showModal();
    }
  }
}

declare global {
  interface Window { geoengine: object }
}

window.geoengine = { gallery: new Gallery(readData<GalleryData>()) };
performance.mark("ready");
document.documentElement.dataset.ready = "yes";
