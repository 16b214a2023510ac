// The list of what a figure consists of, with a box to show or hide each thing.
import { el } from "./dom";
import { type FigureObject, KINDS, type Kind, type Visibility } from "./figure_objects";

const TITLES: Readonly<Record<Kind, string>> = {
  point: "Points",
  segment: "Segments",
  circle: "Circles",
  mark: "Marks",
  value: "Lengths and angles",
};

export interface Listed {
  readonly objects: readonly FigureObject[];
  readonly visibility: Visibility;
  redraw(): void;
  /** Show only what the selection needs, or everything. */
  focusOn(isOnly: boolean): void;
}

export class ObjectList {
  readonly button: HTMLButtonElement;
  readonly box: HTMLDivElement;
  private readonly owner: Listed;
  private readonly boxes = new Map<string, HTMLInputElement>();
  private readonly kinds = new Map<Kind, HTMLInputElement>();

  constructor(owner: Listed) {
    this.owner = owner;
    this.button = el("button", { class: "quiet", "aria-expanded": "false", title: "Show and hide parts of the figure", onclick: () => this.open(Boolean(this.box.hidden)) }, "Objects");
    const only = el("input", { type: "checkbox", onchange: () => owner.focusOn(only.checked) });
    this.box = el(
      "div",
      { class: "objects", role: "group", "aria-label": "Objects of the figure", hidden: true, onkeydown: (event: KeyboardEvent) => this.press(event) },
      el("div", { class: "row" },
        el("label", {}, only, "Only what the selection needs"),
        el("button", { class: "quiet", onclick: () => this.showAll() }, "Show all"),
        el("button", { class: "quiet", "aria-label": "Close the list of objects", onclick: () => this.open(false) }, "✕")),
      KINDS.map((kind) => this.section(kind)),
    );
    document.addEventListener("pointerdown", ({ target }) => {
      const isInside = target instanceof Node && (this.box.contains(target) || this.button.contains(target));
      if (!this.box.hidden && !isInside) this.open(false);
    });
  }

  private of(kind: Kind): FigureObject[] {
    return this.owner.objects.filter((object) => object.kind === kind);
  }

  private section(kind: Kind): HTMLFieldSetElement | null {
    const objects = this.of(kind);
    if (!objects.length) return null;
    const all = el("input", { type: "checkbox", checked: true, onchange: () => this.set(objects, all.checked) });
    this.kinds.set(kind, all);
    const items = objects.map((object) => {
      const box = el("input", { type: "checkbox", checked: true, onchange: () => this.set([object], box.checked) });
      this.boxes.set(object.key, box);
      return el("label", {}, box, object.text);
    });
    return el("fieldset", {}, el("legend", {}, el("label", {}, all, TITLES[kind])), el("div", { class: "object-names" }, items));
  }

  private set(objects: readonly FigureObject[], isShown: boolean): void {
    const { hidden } = this.owner.visibility;
    for (const { key } of objects) {
      if (isShown) hidden.delete(key);
      else hidden.add(key);
    }
    this.update();
    this.owner.redraw();
  }

  private showAll(): void {
    this.set(this.owner.objects, true);
  }

  private update(): void {
    const { hidden } = this.owner.visibility;
    for (const [key, box] of this.boxes) box.checked = !hidden.has(key);
    for (const [kind, box] of this.kinds) {
      const objects = this.of(kind);
      const count = objects.filter(({ key }) => !hidden.has(key)).length;
      box.checked = count === objects.length;
      box.indeterminate = count > 0 && count < objects.length;
    }
    this.button.textContent = hidden.size ? `Objects (${hidden.size} hidden)` : "Objects";
  }

  private open(isOpen: boolean): void {
    this.box.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
    (isOpen ? this.box.querySelector("input") : this.button)?.focus({ preventScroll: true });
  }

  private press(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.open(false);
  }
}
