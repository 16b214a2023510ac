// Tabs: a row of buttons, each of which shows a box and hides the others.
import { el } from "./dom";

export interface Tab {
  readonly name: string;
  readonly box: HTMLElement;
  /** Called when the box was shown: only then its size is known. */
  readonly opened?: () => void;
}

export class Tabs {
  readonly bar: HTMLElement;
  readonly body: HTMLElement;
  private readonly buttons: HTMLButtonElement[];

  constructor(readonly tabs: readonly Tab[]) {
    this.buttons = tabs.map(({ name }, k) =>
      el("button", { role: "tab", id: `tab-${name}`, "aria-controls": `body-${name}`, onclick: () => this.open(k), onkeydown: (event: KeyboardEvent) => this.key(event, k) }, name),
    );
    tabs.forEach(({ name, box }) => {
      box.classList.add("tab-body");
      box.id = `body-${name}`;
      box.setAttribute("role", "tabpanel");
      box.setAttribute("aria-labelledby", `tab-${name}`);
    });
    this.bar = el("div", { class: "tabs", role: "tablist" }, this.buttons);
    this.body = el("div", { class: "tab-bodies" }, tabs.map(({ box }) => box));
  }

  open(k: number): void {
    if (!this.tabs[k]) return;
    this.tabs.forEach(({ box }, j) => {
      box.hidden = j !== k;
      this.buttons[j]!.setAttribute("aria-selected", String(j === k));
      this.buttons[j]!.tabIndex = j === k ? 0 : -1;
    });
    this.tabs[k].opened?.();
  }

  /** Whether no tab was opened yet. */
  isClosed(): boolean {
    return this.buttons.every((button) => !button.hasAttribute("aria-selected"));
  }

  private key(event: KeyboardEvent, k: number): void {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (k + by + this.tabs.length) % this.tabs.length;
    this.open(next);
    this.buttons[next]!.focus();
  }
}
