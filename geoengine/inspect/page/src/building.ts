// Plays how a figure is constructed: its points appear step by step, with the words of each step.
import { el } from "./dom";
import type { ConstructionStep } from "./figure_data";

/** Milliseconds for each step, and for each letter of its words. */
const PAUSE = 900;
const READING = 22;

export interface Staged {
  /** Show only the points constructed so far, the new ones lit; everything if null. */
  stage(points: ReadonlySet<number> | null, fresh: ReadonlySet<number>): void;
}

export class Building {
  readonly button: HTMLButtonElement;
  readonly bar: HTMLDivElement;
  /** How the words of a step are written. */
  write: (text: string) => (Node | string)[] = (text) => [text];
  private readonly owner: Staged;
  private readonly steps: readonly ConstructionStep[];
  private readonly caption = el("p", { class: "caption", "aria-live": "polite" });
  private readonly position = el("span", { class: "position" });
  private readonly play: HTMLButtonElement;
  private readonly back: HTMLButtonElement;
  private readonly ahead: HTMLButtonElement;
  /** The number of steps made; null if the whole figure is shown. */
  private made: number | null = null;
  private timer = 0;

  constructor(owner: Staged, steps: readonly ConstructionStep[]) {
    this.owner = owner;
    this.steps = steps;
    const button = (text: string, name: string, onclick: () => void) =>
      el("button", { class: "quiet", title: name, "aria-label": name, onclick }, text);
    this.button = el("button", { class: "quiet", title: "Play how the figure is constructed", onclick: () => this.start() }, "▶ Construct");
    this.back = button("◀", "Previous step of the construction", () => this.walk(-1));
    this.play = button("❚❚", "Pause", () => this.toggle());
    this.ahead = button("▶", "Next step of the construction", () => this.walk(1));
    this.bar = el("div", { class: "building", hidden: true, onkeydown: (event: KeyboardEvent) => this.press(event) },
      el("div", { class: "row" }, this.back, this.play, this.ahead, this.position, button("✕", "Show the whole figure", () => this.end())),
      this.caption);
  }

  private start(): void {
    this.bar.hidden = false;
    this.button.disabled = true;
    this.play.focus({ preventScroll: true });
    this.show(1);
    this.run();
  }

  /** Show the whole figure again. */
  end(): void {
    const isFocused = this.bar.contains(document.activeElement);
    this.pause();
    this.made = null;
    this.bar.hidden = true;
    this.button.disabled = false;
    this.owner.stage(null, new Set());
    if (isFocused) this.button.focus({ preventScroll: true });
  }

  private walk(by: number): void {
    this.pause();
    this.show(Math.max(1, Math.min(this.steps.length, (this.made ?? 0) + by)));
  }

  private toggle(): void {
    if (this.timer) this.pause();
    else {
      if (this.made === this.steps.length) this.show(1);
      this.run();
    }
  }

  /** Go on after the time that the words of this step take to read. */
  private run(): void {
    const made = this.made ?? 1;
    if (made >= this.steps.length) {
      this.pause();
      return;
    }
    this.timer = window.setTimeout(() => {
      this.show(made + 1);
      this.run();
    }, PAUSE + READING * this.steps[made - 1]!.text.length);
    this.label(true);
  }

  private pause(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.label(false);
  }

  private label(isRunning: boolean): void {
    const name = isRunning ? "Pause" : "Play";
    this.play.textContent = isRunning ? "❚❚" : "▶▶";
    this.play.title = name;
    this.play.setAttribute("aria-label", name);
  }

  private show(made: number): void {
    this.made = made;
    const step = this.steps[made - 1]!;
    this.position.textContent = `${made} of ${this.steps.length}`;
    this.caption.replaceChildren(...this.write(step.text));
    this.back.disabled = made === 1;
    this.ahead.disabled = made === this.steps.length;
    this.owner.stage(new Set(this.steps.slice(0, made).flatMap(({ points }) => points)), new Set(step.points));
  }

  private press(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) this.walk(by);
    else if (event.key === "Escape") this.end();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
