// What is selected on a page, and what the pointer is on: one for all views, and in the address.
import { el } from "./dom";

/**
 * A thing that several views show. A state and a step are numbers of the page's data (the first
 * proof's steps come first, so its step 7 is the thing 6); a point is the number of its row; an
 * option is the number of one of an item's, from 0; a sentence is one of the problem's, which lights
 * up but cannot be selected.
 */
export interface Thing {
  readonly kind: "state" | "step" | "point" | "option" | "sentence";
  readonly id: number;
}

/** `isAsked` is whether something was selected just now, be it again; otherwise only the pointer moved. */
export type Listener = (selection: Selection, isAsked: boolean) => void;

// Users count from 1.
const ADDRESS = /^(state|step|point|option|sentence)-([1-9]\d*)$/;

/** A thing as the address has it, after the #: step-7. */
export function addressOf({ kind, id }: Thing): string {
  return `${kind}-${id + 1}`;
}

export function thingAt(address: string): Thing | null {
  const found = ADDRESS.exec(address);
  return found ? { kind: found[1] as Thing["kind"], id: Number(found[2]) - 1 } : null;
}

export function areSame(one: Thing | null, other: Thing | null): boolean {
  return one === other || (one !== null && other !== null && one.kind === other.kind && one.id === other.id);
}

/** A link to a thing: it lights up with the thing, and selects it. */
export function thingLink(kind: string, thing: Thing, ...text: (Node | string)[]): HTMLAnchorElement {
  const address = addressOf(thing);
  return el("a", { class: kind, href: `#${address}`, "data-thing": address }, text);
}

export class Selection {
  selected: Thing | null = null;
  hovered: Thing | null = null;
  private readonly listeners: Listener[] = [];
  private readonly conclusions: readonly number[];
  private readonly counts: Readonly<Partial<Record<Thing["kind"], number>>>;
  private readonly stated: readonly (readonly number[])[];

  /**
   * `conclusions` are the states that the steps conclude; `counts` says how many can be selected of
   * each kind; `stated` are the premises that each sentence of the problem states.
   */
  constructor(conclusions: readonly number[], counts: Readonly<Partial<Record<Thing["kind"], number>>>, stated: readonly (readonly number[])[]) {
    this.conclusions = conclusions;
    this.counts = counts;
    this.stated = stated;
    document.addEventListener("pointerover", (event) => this.hover(thingOf(event.target)));
    document.addEventListener("focusin", (event) => this.hover(thingOf(event.target)));
    document.addEventListener("click", (event) => this.click(event));
    window.addEventListener("hashchange", () => this.read());
  }

  /** The selected state: that which the selected step concludes, if a step is selected. */
  get state(): number | null {
    return this.selected && this.stateOf(this.selected);
  }

  get step(): number | null {
    return this.selected?.kind === "step" ? this.selected.id : null;
  }

  /** The state that a thing is about: itself, or a step's conclusion. */
  stateOf({ kind, id }: Thing): number | null {
    if (kind === "state") return id;
    return kind === "step" ? (this.conclusions[id] ?? null) : null;
  }

  /** The states that a thing is about; those of a sentence are the premises that it states. */
  statesOf(thing: Thing): readonly number[] {
    if (thing.kind === "sentence") return this.stated[thing.id] ?? [];
    const state = this.stateOf(thing);
    return state === null ? [] : [state];
  }

  /** Call a function whenever something is selected, also again, or something else is hovered. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Select a thing, and put it into the address; going back selects what was selected before. */
  select(thing: Thing | null): void {
    if (!areSame(thing, this.selected)) {
      this.selected = thing;
      try {
        history.pushState(null, "", thing ? `#${addressOf(thing)}` : location.pathname + location.search);
      } catch {
        // A page within another has no address of its own.
      }
    }
    this.tell(true);
  }

  hover(thing: Thing | null): void {
    if (areSame(thing, this.hovered)) return;
    this.hovered = thing;
    this.tell(false);
  }

  /** Select what the address holds. */
  read(): void {
    const thing = thingAt(location.hash.slice(1));
    this.selected = thing && thing.id < (this.counts[thing.kind] ?? 0) ? thing : null;
    this.tell(true);
  }

  private click(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a[data-thing]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.select(thingOf(link));
  }

  private tell(isAsked: boolean): void {
    mark("chosen", this.selected);
    mark("hovered", this.hovered);
    for (const listener of this.listeners) listener(this, isAsked);
  }
}

function thingOf(target: EventTarget | null): Thing | null {
  const node = target instanceof Element ? target.closest("[data-thing]") : null;
  return node && thingAt(node.getAttribute("data-thing") ?? "");
}

/** Mark everything on the page that shows a thing. */
function mark(name: string, thing: Thing | null): void {
  for (const node of document.querySelectorAll(`.${name}[data-thing]`)) node.classList.remove(name);
  if (!thing) return;
  for (const node of document.querySelectorAll(`[data-thing="${addressOf(thing)}"]`)) node.classList.add(name);
}
