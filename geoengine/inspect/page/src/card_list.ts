// A grid of cards of which only those near the window are in the document.
import { el } from "./dom";
import { isPlain } from "./keys";

/** The rows beyond the window, above and below, that are kept in the document. */
const SPARE_ROWS = 2;

export interface CardSource {
  /** Build the card of a row of the index. */
  build(row: number): HTMLElement;
  /** A key was pressed on a card. */
  pressed(key: string, row: number): void;
}

export class CardList {
  readonly node = el("ul", { class: "cards" });
  private rows: readonly number[] = [];
  private readonly shown = new Map<number, HTMLElement>();
  private active = 0;
  private columns = 1;
  private height = 1;
  private frame = 0;

  constructor(private readonly source: CardSource) {
    addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.fit()).observe(this.node);
    this.node.addEventListener("keydown", (event) => this.press(event));
    this.node.addEventListener("focusin", (event) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>("[aria-posinset]") : null;
      if (card) this.activate(Number(card.getAttribute("aria-posinset")) - 1);
    });
  }

  /** Show these rows, from the top unless they are the same. A card that has the focus keeps it while its row is there. */
  show(rows: readonly number[]): void {
    const same = rows.length === this.rows.length && rows.every((row, k) => row === this.rows[k]);
    const focused = this.node.contains(document.activeElement) ? rows.indexOf(this.rows[this.active] ?? -1) : -1;
    this.rows = rows;
    if (!same) this.active = 0;
    this.clear();
    this.fit();
    if (focused >= 0) this.focus(focused);
  }

  /** Change the cards in the document as they are. */
  update(change: (row: number, card: HTMLElement) => void): void {
    for (const [position, card] of this.shown) change(this.rows[position]!, card);
  }

  /** Focus the card at a position among the rows shown, and scroll to it. */
  focus(position: number): void {
    if (!this.rows.length) return;
    this.activate(Math.max(0, Math.min(position, this.rows.length - 1)));
    const top = this.top + Math.floor(this.active / this.columns) * this.height;
    const above = document.querySelector(".gallery-head")?.getBoundingClientRect().bottom ?? 0;
    if (top - above < scrollY) scrollTo(0, top - above);
    else if (top + this.height > scrollY + innerHeight) scrollTo(0, top + this.height - innerHeight);
    this.draw();
    target(this.shown.get(this.active))?.focus({ preventScroll: true });
  }

  private get top(): number {
    return this.node.getBoundingClientRect().top + scrollY;
  }

  private activate(position: number): void {
    this.active = position;
    for (const [at, card] of this.shown) setTab(card, at === position);
  }

  private clear(): void {
    this.shown.clear();
    this.node.replaceChildren();
  }

  /** Divide the width into columns. */
  private fit(): void {
    const style = getComputedStyle(this.node);
    const size = (name: string) => Number.parseFloat(style.getPropertyValue(name));
    this.columns = Math.max(1, Math.floor(this.node.clientWidth / size("--card-width")));
    this.height = size("--card-height");
    this.node.style.height = `${Math.ceil(this.rows.length / this.columns) * this.height}px`;
    for (const [position, card] of this.shown) this.place(card, position);
    this.draw();
  }

  private later(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    const seen = scrollY - this.top;
    const first = Math.max(0, Math.floor(seen / this.height) - SPARE_ROWS) * this.columns;
    const end = Math.min(this.rows.length, (Math.ceil((seen + innerHeight) / this.height) + SPARE_ROWS) * this.columns);
    const focused = this.node.contains(document.activeElement);
    // Tab goes to a card in sight; one that has the focus stays in the document.
    if (!focused && (this.active < first || this.active >= end)) {
      this.active = Math.min(Math.max(0, Math.ceil(seen / this.height)) * this.columns, Math.max(0, this.rows.length - 1));
    }
    for (const [position, card] of this.shown) {
      if ((position >= first && position < end) || (focused && position === this.active)) continue;
      card.remove();
      this.shown.delete(position);
    }
    const wanted = Array.from({ length: Math.max(0, end - first) }, (_, k) => first + k);
    if (this.active < first || this.active >= end) wanted.push(this.active);
    for (const position of wanted) {
      const row = this.rows[position];
      if (row === undefined || this.shown.has(position)) continue;
      const card = el("li", { "aria-setsize": String(this.rows.length), "aria-posinset": String(position + 1), "data-row": String(row) }, this.source.build(row));
      this.place(card, position);
      this.shown.set(position, card);
      this.node.append(card);
    }
    for (const [position, card] of this.shown) setTab(card, position === this.active);
  }

  private place(card: HTMLElement, position: number): void {
    card.style.top = `${Math.floor(position / this.columns) * this.height}px`;
    card.style.left = `${(100 * (position % this.columns)) / this.columns}%`;
    card.style.width = `${100 / this.columns}%`;
  }

  private press(event: KeyboardEvent): void {
    if (!isPlain(event)) return;
    const page = this.columns * Math.max(1, Math.floor((innerHeight - 120) / this.height));
    const moves: Record<string, number> = {
      ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.columns, ArrowUp: -this.columns,
      PageDown: page, PageUp: -page, Home: -this.rows.length, End: this.rows.length,
    };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      this.focus(this.active + move);
      return;
    }
    const row = this.rows[this.active];
    if (row !== undefined) this.source.pressed(event.key, row);
  }
}

function target(card: HTMLElement | undefined): HTMLElement | null {
  return card?.querySelector<HTMLElement>("[data-main]") ?? null;
}

/** Only one card is in the order of Tab; the arrow keys go to the others. */
function setTab(card: HTMLElement, isActive: boolean): void {
  for (const node of card.querySelectorAll<HTMLElement>("[data-main], input")) node.tabIndex = isActive ? 0 : -1;
}
