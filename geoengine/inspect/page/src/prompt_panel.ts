// The prompt of an item, as the solver gets it, in its variants.
import { copyButton } from "./copying";
import { el } from "./dom";
import type { ItemData, PromptPart } from "./item_data";
import { codePanel } from "./media_panel";
import { recall, remember } from "./memory";
import type { Selection } from "./selection";
import { optionLink, type StepLinks, verdictOf } from "./step_links";

export class PromptPanel {
  readonly box: HTMLElement;
  private readonly text = el("div", { class: "prompt" });
  private readonly rows: HTMLElement[];
  private readonly verdicts: HTMLElement[];
  private readonly inputs: HTMLInputElement[];
  private readonly options: HTMLElement;
  private readonly switches: HTMLInputElement[];

  constructor(private readonly item: ItemData, private readonly links: StepLinks, selection: Selection) {
    this.verdicts = item.options.map(() => el("span", { class: "verdict" }));
    this.inputs = item.options.map((_, k) =>
      el("input", { type: "radio", name: "option", value: String(k + 1), "aria-label": `Option ${k + 1}`, onchange: () => selection.select({ kind: "option", id: k }) }));
    this.rows = item.options.map((text, k) =>
      el("div", { class: "option", "data-thing": `option-${k + 1}`, onclick: (event: Event) => this.pick(k, event) },
        this.inputs[k], optionLink(k), el("span", { class: "option-text", lang: item.language }, links.words(text)), this.verdicts[k]));
    this.options = el("fieldset", { class: "options", "aria-label": "Options" }, this.rows);
    this.switches = item.prompts.map(({ name }, k) =>
      el("input", { type: "radio", name: "prompt", value: name, onchange: () => this.show(k) }));
    this.box = el("div", { class: "prompts" },
      el("div", { class: "row prompt-tools" },
        el("fieldset", { class: "switch" }, el("legend", {}, "Prompt"),
          item.prompts.map(({ name }, k) => el("label", {}, this.switches[k], name))),
        copyButton("Copy", "Copy the prompt", () => this.prompt)),
      this.text);
    const wanted = recall<string>("prompt", "");
    this.show(Math.max(0, item.prompts.findIndex(({ name }) => name === wanted)), false);
  }

  /** The number of the option that the reader picked, from 0; null if none. */
  get picked(): number | null {
    const k = this.inputs.findIndex((input) => input.checked);
    return k < 0 ? null : k;
  }

  /** Show which option is right, or with null hide it. */
  mark(key: number | null): void {
    this.rows.forEach((row, k) => {
      row.classList.toggle("right", k + 1 === key);
      this.verdicts[k]!.textContent = key === null ? "" : verdictOf(k + 1 === key);
    });
  }

  private show(k: number, isKept = true): void {
    const prompt = this.item.prompts[k];
    if (!prompt) return;
    this.switches[k]!.checked = true;
    if (isKept) remember("prompt", prompt.name);
    this.text.replaceChildren(...prompt.parts.map((part) => this.part(part)));
    if (this.rows.length && !this.options.isConnected && !this.text.contains(this.options)) this.text.append(this.options);
  }

  private part([kind, text]: PromptPart): HTMLElement {
    const lang = this.item.language;
    if (kind === "code") return codePanel(text);
    if (kind === "options") return this.options;
    const words = text.trim();
    return kind === "question"
      ? el("div", { class: "question", lang }, this.links.block(words))
      : el("div", { class: "instruction", lang }, words);
  }

  private pick(k: number, event: Event): void {
    const target = event.target;
    if (target instanceof Element && target.closest("a, input")) return;
    this.inputs[k]!.click();
  }

  private get prompt(): string {
    const k = Math.max(0, this.switches.findIndex((input) => input.checked));
    return (this.item.prompts[k]?.parts ?? []).map(([, part]) => part).join("");
  }
}
