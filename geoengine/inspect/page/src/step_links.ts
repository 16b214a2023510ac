// The numbered steps that an item's question prints: references to them in running text are links.
import { el } from "./dom";
import type { LineData } from "./item_data";
import { replaced } from "./running_text";
import { addressOf, type Thing, thingLink } from "./selection";

const STEP = /\b[Ss]tep (\d+)|第(\d+)步/g;
const LINE = /^(?:Step (\d+)\. |第(\d+)步：)/;

/** Links to the steps of a question, and after it is opened, to those of the problem's proof. */
export class StepLinks {
  private readonly lines = new Map<number, HTMLElement>();
  private readonly links: { readonly number: number; readonly link: HTMLAnchorElement }[] = [];
  private readonly numbers: ReadonlySet<number>;

  constructor(private readonly data: readonly LineData[]) {
    this.numbers = new Set(data.map(({ number }) => number));
  }

  /** The lines of a text that has numbered steps; the text itself stays as it is. */
  block(text: string): (Node | string)[] {
    return text.split("\n").flatMap((line, k) => [...(k ? ["\n"] : []), this.line(line)]);
  }

  /** A text in which each reference to a step is a link. */
  words(text: string): (Node | string)[] {
    return replaced(text, STEP, ([whole, english, chinese]) => {
      const number = Number(english ?? chinese);
      return [this.numbers.has(number) ? this.link(number, whole) : whole];
    });
  }

  /** Let the links lead to the steps of the proof on the page, where it has them, or back. */
  open(isOpen: boolean): void {
    for (const { number, step, state } of this.data) {
      const line = this.lines.get(number);
      const thing = !isOpen ? null : step !== null ? thingOf("step", step) : state !== null ? thingOf("state", state) : null;
      if (thing) line?.setAttribute("data-thing", addressOf(thing));
      else line?.removeAttribute("data-thing");
    }
    for (const { number, link } of this.links) {
      const step = this.data.find((line) => line.number === number)?.step ?? null;
      const thing = isOpen && step !== null ? thingOf("step", step) : null;
      link.setAttribute("href", thing ? `#${addressOf(thing)}` : `#line-${number}`);
      if (thing) link.setAttribute("data-thing", addressOf(thing));
      else link.removeAttribute("data-thing");
    }
  }

  private line(text: string): Node | string {
    const match = LINE.exec(text);
    const number = match && Number(match[1] ?? match[2]);
    if (number === null || !this.numbers.has(number)) return el("span", {}, this.words(text));
    const line = el("span", { class: "step-line", tabIndex: -1 }, this.words(text));
    this.lines.set(number, line);
    return line;
  }

  private link(number: number, text: string): HTMLAnchorElement {
    const link = el("a", { class: "step-ref", href: `#line-${number}` }, text);
    const point = (isOn: boolean) => () => this.lines.get(number)?.classList.toggle("pointed", isOn);
    for (const name of ["pointerenter", "focus"]) link.addEventListener(name, point(true));
    for (const name of ["pointerleave", "blur"]) link.addEventListener(name, point(false));
    link.addEventListener("click", (event) => {
      if (link.hasAttribute("data-thing")) return;
      event.preventDefault();
      this.lines.get(number)?.scrollIntoView({ block: "nearest" });
    });
    this.links.push({ number, link });
    return link;
  }
}

function thingOf(kind: Thing["kind"], id: number): Thing {
  return { kind, id };
}

/** A link to an option, by its number from 0. */
export function optionLink(k: number): HTMLAnchorElement {
  return thingLink("option-ref", { kind: "option", id: k }, `(${k + 1})`);
}

/** Whether an option is the answer. "Right" would not do: a wrong step can be what is asked for. */
export function verdictOf(isAnswer: boolean): string {
  return isAnswer ? "✓ the answer" : "✗ not the answer";
}
