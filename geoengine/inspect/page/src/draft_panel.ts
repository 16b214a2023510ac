// The construction that is the answer of an item: followed step by step, with what is given moved.
import { el } from "./dom";
import type { Condition, ConstructionData } from "./draft_data";
import { carryOut, holds, UnknownError } from "./draft_evaluator";
import type { Place } from "./draft_plane";
import type { Things } from "./draft_shapes";
import { DraftView } from "./draft_view";
import type { AnswerData } from "./item_data";

export class DraftPanel {
  readonly box: HTMLElement;
  /** The step that is shown last; 0 shows what is given. */
  step: number;
  private readonly moves = new Map<string, Place | number>();
  private readonly view: DraftView;
  private readonly steps: HTMLLIElement[];
  private readonly back = el("button", { class: "quiet", type: "button", "aria-label": "Step back", onclick: () => this.go(this.step - 1) }, "‹");
  private readonly next = el("button", { class: "quiet", type: "button", "aria-label": "Next step", onclick: () => this.go(this.step + 1) }, "›");
  private readonly said = el("span", { class: "hint", "aria-live": "polite" });
  private readonly verdict = el("p", { class: "goal-verdict", role: "status" });
  private readonly goals: HTMLLIElement[];
  private readonly warning = el("p", { class: "hint warning" });
  private things: Things;

  constructor(private readonly data: ConstructionData, { lines }: AnswerData, language: string) {
    this.things = carryOut(data, this.moves);
    this.view = new DraftView(data.statements, data.window, {
      isFree: (name) => data.free.includes(name),
      move: (name, to) => this.move(name, to),
    });
    this.steps = lines.map(({ text, commands }, k) => el("li", {},
      el("button", { class: "step", type: "button", onclick: () => this.go(k + 1) }, el("span", { lang: language }, text)),
      el("pre", { class: "code" }, commands.join("\n"))));
    this.goals = data.goals.map(({ text }) => el("li", {}, el("code", {}, text), " ", el("span", { class: "truth" })));
    this.step = lines.length;
    this.box = el("div", { class: "draft-box" },
      el("div", { class: "row tools", role: "toolbar", "aria-label": "Construction" },
        this.back, this.next, this.said,
        el("button", { class: "quiet", type: "button", title: "Back to the places of the item", onclick: () => this.reset() }, "Reset")),
      el("div", { class: "draft-stage" }, this.view.root),
      this.numbers(),
      this.verdict, this.warning,
      el("ul", { class: "goals", "aria-label": "Goals" }, this.goals),
      el("ol", { class: "construction" }, this.steps));
    this.redraw();
  }

  go(step: number): void {
    this.step = Math.min(Math.max(step, 0), this.steps.length);
    this.redraw();
  }

  move(name: string, to: Place | number): void {
    this.moves.set(name, to);
    this.redraw();
  }

  private reset(): void {
    this.moves.clear();
    for (const input of this.box.querySelectorAll<HTMLInputElement>("input[type=range]")) input.value = input.defaultValue;
    this.redraw();
  }

  /** Sliders for the numbers that are given. */
  private numbers(): HTMLElement | null {
    const given = this.data.free.flatMap((name) => {
      const thing = this.things.get(name);
      return thing && (thing.kind === "number" || thing.kind === "angle") && thing.shape ? [[name, thing.shape] as const] : [];
    });
    if (!given.length) return null;
    return el("div", { class: "row numbers" }, given.map(([name, value]) => {
      const [low, high] = [value * 0.4, value * 1.6].sort((a, b) => a - b);
      const input = el("input", { type: "range", min: String(low), max: String(high), step: "any", value: String(value) });
      input.addEventListener("input", () => this.move(name, Number(input.value)));
      return el("label", {}, name, " ", input);
    }));
  }

  private redraw(): void {
    this.things = carryOut(this.data, this.moves);
    this.view.show(this.things, this.step);
    this.back.disabled = this.step === 0;
    this.next.disabled = this.step === this.steps.length;
    this.said.textContent = this.step ? `Step ${this.step} of ${this.steps.length}` : "What is given";
    this.steps.forEach((item, k) => {
      item.classList.toggle("later", k >= this.step);
      if (k + 1 === this.step) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    this.judge();
  }

  /** Say whether the goals hold where things are now. */
  private judge(): void {
    const truths = this.data.goals.map(({ value }) => holds(value, this.things));
    this.goals.forEach((item, k) => {
      item.className = truths[k] ? "holds" : "fails";
      item.lastElementChild!.textContent = truths[k] ? "holds" : truths[k] === null ? "fails: something is missing" : "fails";
    });
    const failed = truths.filter((truth) => !truth).length;
    const all = truths.length === 1 ? "The goal holds" : "All goals hold";
    this.verdict.textContent = failed ? (failed === truths.length ? (failed === 1 ? "The goal fails" : "All goals fail") : `${failed} of ${truths.length} goals fail`) : all;
    this.verdict.className = `goal-verdict ${failed ? "fails" : "holds"}`;
    this.verdict.append(` ${this.moves.size ? "where the given objects are now." : "in the figure of the item."}`);
    this.warn();
  }

  private warn(): void {
    const broken = this.data.where.filter(({ value }: Condition) => holds(value, this.things) !== true).map(({ text }) => text);
    const missing = this.data.statements.flatMap(({ names }) => names.filter((name) => this.things.get(name)?.shape === null));
    const parts = [
      broken.length ? `What is given is no longer as the task says: ${broken.join("; ")}.` : "",
      missing.length ? `Missing here: ${missing.join(", ")}.` : "",
    ];
    this.warning.textContent = parts.filter(Boolean).join(" ");
    this.warning.hidden = !this.warning.textContent;
  }
}

/** The panel of a construction, or null if the page cannot carry it out. */
export function draftPanel(data: ConstructionData | null, answer: AnswerData, language: string): DraftPanel | null {
  try {
    return data && new DraftPanel(data, answer, language);
  } catch (error) {
    if (error instanceof UnknownError) return null;
    throw error;
  }
}
