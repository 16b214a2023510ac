// The panels of a page: columns of sections, which can be resized, enlarged and closed. On a phone
// they are one below the other, and the panel that comes up is a sheet at the bottom.
import { el } from "./dom";
import { recall, remember } from "./memory";
import { type Along, makeSplitter } from "./splitter";
import { swipe } from "./swipe";

export interface PanelSpec {
  /** Unique on the page: the panel's size is remembered under it. */
  readonly name: string;
  readonly title: string;
  readonly body: HTMLElement;
  /** Shown at the top in place of the title, such as tabs. */
  readonly head?: HTMLElement;
  /** The share of the column's height; 0 is as high as the content, within reason. */
  readonly share: number;
  /** Whether the panel is there only from `bringUp` to `putAway`, such as what explains the selection. */
  readonly comesUp?: boolean;
}

export interface ColumnSpec {
  readonly share: number;
  readonly panels: readonly PanelSpec[];
}

/** A panel or a column: what stands on a side of a splitter. */
interface Side {
  readonly name: string;
  readonly title: string;
  readonly share: number;
  readonly box: HTMLElement;
}

interface Panel extends Side {
  readonly spec: PanelSpec;
  readonly enlarge: HTMLButtonElement;
}

interface Splitter {
  readonly line: HTMLElement;
  readonly sides: readonly Side[];
  readonly at: number;
  readonly along: Along;
}

interface Kept {
  sizes: Record<string, number>;
  closed: string[];
}

const LEAST = { width: 200, height: 80 };
const NARROW = "(max-width: 759px)";

export class Panels {
  readonly box = el("main", { class: "panels" });
  /** The button of the menu of panels, and the menu. */
  readonly menu: HTMLElement[];
  private readonly key: string;
  private readonly kept: Kept;
  private readonly panels: Panel[] = [];
  private readonly columns: Side[] = [];
  private readonly splitters: Splitter[] = [];
  private readonly up = new Set<string>();
  private readonly withheld = new Set<string>();
  /** Brought up since a pointer was last pressed. */
  private readonly fresh = new Set<string>();
  private enlarged: string | null = null;
  private readonly narrow = matchMedia(NARROW);

  /** `kind` is the kind of page: pages of a kind remember one layout. */
  constructor(kind: string, columns: readonly ColumnSpec[]) {
    this.key = `panels-${kind}`;
    this.kept = recall<Kept>(this.key, { sizes: {}, closed: [] });
    columns.forEach(({ share, panels }, k) => {
      const inside = panels.map((spec) => this.panel(spec));
      const box = el("div", { class: "column" }, this.split(inside, "height"));
      this.panels.push(...inside);
      const name = `column ${k + 1}`;
      this.columns.push({ name, title: name, share, box });
    });
    this.box.append(...this.split(this.columns, "width"));
    this.menu = this.makeMenu();
    document.addEventListener("pointerdown", () => this.fresh.clear(), true);
    document.addEventListener("click", (event) => this.tapped(event), true);
    new ResizeObserver(() => this.measure()).observe(this.box);
    this.arrange();
  }

  /** Show a panel that comes up, unless it was closed for good. */
  bringUp(name: string): void {
    this.up.add(name);
    this.fresh.add(name);
    this.arrange();
  }

  /** Take panels away, or give them back: while they are away the menu does not list them either. */
  withhold(names: readonly string[], isAway: boolean): void {
    for (const name of names) if (isAway) this.withheld.add(name); else this.withheld.delete(name);
    if (this.enlarged !== null && this.withheld.has(this.enlarged)) this.enlarged = null;
    this.arrange();
  }

  putAway(name: string): void {
    if (!this.up.delete(name)) return;
    if (this.enlarged === name) this.enlarged = null;
    this.arrange();
  }

  /** Let a panel fill the window, or with null none. */
  enlarge(name: string | null): void {
    const before = this.panels.find((panel) => panel.name === this.enlarged);
    this.enlarged = name;
    this.arrange();
    (this.panels.find((panel) => panel.name === name) ?? before)?.enlarge.focus({ preventScroll: true });
  }

  /** Go back from an enlarged panel; whether there was one. */
  shrink(): boolean {
    if (this.enlarged === null) return false;
    this.enlarge(null);
    return true;
  }

  /** Open or close a panel for good: until it is asked for again, also on other pages of the kind. */
  toggle(name: string, open: boolean): void {
    this.kept.closed = this.kept.closed.filter((other) => other !== name);
    if (!open) this.kept.closed.push(name);
    if (!open && this.enlarged === name) this.enlarged = null;
    this.save();
  }

  isOpen(name: string): boolean {
    return !this.kept.closed.includes(name);
  }

  private panel(spec: PanelSpec): Panel {
    const { name, title, share } = spec;
    const button = (text: string, label: string, act: () => void) =>
      el("button", { class: "icon", title: label, "aria-label": label, onclick: act }, text);
    const enlarge = button("⤢", `Enlarge: ${title}`, () => this.enlarge(this.enlarged === name ? null : name));
    const close = button("×", `Close: ${title}`, () => {
      if (spec.comesUp && this.narrow.matches) this.putAway(name);
      else this.toggle(name, false);
    });
    const head = el("div", { class: "panel-head" }, spec.head ?? el("span", { class: "panel-title" }, title), el("span", { class: "panel-buttons" }, enlarge, close));
    spec.body.classList.add("panel-body");
    const box = el("section", { class: `panel panel-${name}${spec.comesUp ? " comes-up" : ""}`, "aria-label": title }, head, spec.body);
    if (spec.comesUp) swipe(box, head, () => this.narrow.matches && this.putAway(name));
    return { name, title, share, box, spec, enlarge };
  }

  /** The boxes of sides with splitters between them. */
  private split(sides: readonly Side[], along: Along): HTMLElement[] {
    return sides.flatMap((side, at) => {
      if (at === sides.length - 1) return [side.box];
      const line: HTMLElement = makeSplitter(`Size of ${side.title}`, along, {
        size: () => side.box.getBoundingClientRect()[along],
        resize: (size) => this.resize(splitter, size),
        reset: () => this.reset(splitter),
      });
      const splitter: Splitter = { line, sides, at, along };
      this.splitters.push(splitter);
      return [side.box, line];
    });
  }

  private arrange(): void {
    for (const { name, spec, box, enlarge } of this.panels) {
      const isLarge = this.enlarged === name;
      enlarge.title = isLarge ? "Back (Esc)" : `Enlarge: ${spec.title}`;
      enlarge.setAttribute("aria-label", isLarge ? `Back: ${spec.title}` : enlarge.title);
      box.hidden = !this.isOpen(name) || this.withheld.has(name) || (spec.comesUp === true && !this.up.has(name));
      box.classList.toggle("enlarged", isLarge);
      box.inert = this.enlarged !== null && !isLarge && !spec.comesUp;
    }
    for (const { box } of this.columns) box.hidden = [...box.children].every((child) => child instanceof HTMLElement && (child.hidden || child.role === "separator"));
    for (const side of [...this.columns, ...this.panels]) {
      const size = this.kept.sizes[side.name];
      side.box.style.flex = size !== undefined ? `${size} ${size} 0px` : side.share ? `${side.share} ${side.share} 0px` : "";
      side.box.classList.toggle("fits", size === undefined && !side.share);
    }
    for (const { line, sides, at } of this.splitters) line.hidden = sides[at]!.box.hidden || sides.slice(at + 1).every(({ box }) => box.hidden);
    document.body.classList.toggle("with-enlarged", this.enlarged !== null);
    document.querySelector("body > header")?.toggleAttribute("inert", this.enlarged !== null);
    this.measure();
  }

  /** Tell how large the side before each splitter is, in percent of both sides. */
  private measure(): void {
    for (const splitter of this.splitters) {
      const [before, after] = this.pair(splitter);
      if (!before || !after) continue;
      const [one, other] = [before, after].map(({ box }) => box.getBoundingClientRect()[splitter.along]) as [number, number];
      splitter.line.setAttribute("aria-valuenow", String(Math.round((100 * one) / (one + other || 1))));
    }
  }

  /** The visible sides before and after a splitter. */
  private pair({ sides, at }: Splitter): [Side | undefined, Side | undefined] {
    return [sides[at], sides.slice(at + 1).find(({ box }) => !box.hidden)];
  }

  private resize(splitter: Splitter, wanted: number): void {
    const { sides, along } = splitter;
    const [before, after] = this.pair(splitter);
    if (!before || !after) return;
    // The sizes become shares of the room, so they hold in a window of any size.
    for (const { name, box } of sides) if (!box.hidden) this.kept.sizes[name] = Math.round(box.getBoundingClientRect()[along]);
    const both = this.kept.sizes[before.name]! + this.kept.sizes[after.name]!;
    const size = Math.max(Math.min(LEAST[along], both / 2), Math.min(both - LEAST[along], Math.round(wanted)));
    this.kept.sizes[before.name] = size;
    this.kept.sizes[after.name] = both - size;
    this.save();
  }

  private reset({ sides }: Splitter): void {
    for (const { name } of sides) delete this.kept.sizes[name];
    this.save();
  }

  private save(): void {
    remember(this.key, this.kept);
    this.arrange();
  }

  private tapped(event: MouseEvent): void {
    if (!this.narrow.matches || !(event.target instanceof Element) || event.target.closest(".comes-up")) return;
    // What is tapped may select something: the sheet then comes up again, or has come up when the
    // finger was lifted, before the click.
    for (const name of [...this.up]) if (!this.fresh.has(name)) this.putAway(name);
  }

  private makeMenu(): HTMLElement[] {
    const list = el("div", { class: "menu", id: "panels-menu", popover: "auto", role: "group", "aria-label": "Panels" });
    const fill = () => list.replaceChildren(
      ...this.panels.filter(({ name }) => !this.withheld.has(name)).map(({ name, spec }) => {
        const input = el("input", { type: "checkbox", checked: this.isOpen(name), onchange: () => this.toggle(name, input.checked) });
        return el("label", {}, input, spec.title);
      }),
      el("button", { class: "quiet", onclick: () => {
        Object.assign(this.kept, { sizes: {}, closed: [] });
        this.save();
        fill();
      } }, "Reset the layout"),
    );
    list.addEventListener("beforetoggle", fill);
    return [el("button", { class: "quiet", popovertarget: "panels-menu" }, "Panels"), list];
  }
}
