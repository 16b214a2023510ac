// The proofs of a page as lists, side by side, with what they share.
import type { ProofData } from "./data";
import { el } from "./dom";
import { isPlain } from "./keys";
import { Player } from "./player";
import type { Reader } from "./reader";
import { addressOf, areSame, type Selection, type Thing, thingLink } from "./selection";
import { plural } from "./words";

interface Column {
  readonly proof: ProofData;
  readonly box: HTMLElement;
  readonly rows: readonly HTMLLIElement[];
  readonly premises: readonly HTMLLIElement[];
  /** How many premises are used, and in how many the proofs that are shown agree. */
  readonly used: HTMLElement;
  /** How long the proof is, and how much of it is in the others that are shown. */
  readonly size: HTMLElement;
}

/** So many proofs are shown at first. */
const FIRST = 2;

export class Proofs {
  readonly box: HTMLElement;
  private readonly columns: readonly Column[];
  private readonly player = new Player(() => this.advance(1));
  private readonly position = el("span", { class: "position", "aria-live": "polite" });
  private at = { proof: 0, step: -1 };
  private before: Thing | null = null;
  private readonly onlyDiffering = el("input", { type: "checkbox", onchange: () => this.compare() });

  constructor(private readonly reader: Reader, private readonly selection: Selection, private readonly proofs: readonly ProofData[]) {
    this.columns = proofs.map((proof, k) => this.column(proof, k));
    const button = (text: string, title: string, by: number) => el("button", { title, onclick: () => this.walk(by) }, text);
    this.box = el("div", { class: "proofs" },
      el("div", { class: "row walk" }, button("← Previous", "Key: p", -1), button("Next →", "Key: n", 1), this.player.controls, this.position),
      proofs.length > 1 ? this.choices() : null,
      el("div", { class: "columns" }, this.columns.map(({ box }) => box)));
    this.compare();
    selection.listen(() => this.follow());
    this.mark(0, -1);
  }

  /** Stop playing, and go to the next or previous step. */
  walk(by: number): void {
    this.player.stop();
    this.advance(by);
  }

  /** Go to the next or previous step; whether there is another after it. */
  private advance(by: number): boolean {
    const { proof, step } = this.at;
    const steps = this.proofs[proof]!.steps;
    const next = Math.max(0, Math.min(steps.length - 1, step + by));
    // A proof that was walked to its end is played again from its beginning.
    this.go(proof, this.player.isPlaying && step === steps.length - 1 && this.player.isFresh() ? 0 : next);
    return this.at.step < steps.length - 1;
  }

  private choices(): HTMLElement {
    const inputs = this.columns.map(({ box }, k) => {
      box.hidden = k >= FIRST;
      const input = el("input", { type: "checkbox", checked: !box.hidden, onchange: () => {
        box.hidden = !input.checked;
        // The last proof that is shown stays.
        const shown = inputs.filter(({ checked }) => checked);
        for (const one of inputs) one.disabled = one.checked && shown.length === 1;
        this.compare();
        if (k === this.at.proof && box.hidden) this.leave();
      } });
      return input;
    });
    return el("div", { class: "row choices", role: "group", "aria-label": "Proofs side by side" },
      this.columns.map(({ proof }, k) => el("label", {}, inputs[k], proof.title, el("small", {}, plural(proof.steps.length, "step")))),
      el("label", { class: "only-differing" }, this.onlyDiffering, "Only what differs"));
  }

  /** Walk a proof that is shown, in place of one that is no longer. */
  private leave(): void {
    this.player.stop();
    this.at = { proof: this.firstShown(), step: -1 };
    this.mark(...this.place());
  }

  /** Mark what a proof shares with another one that is shown, of the same goal, or leave it out. */
  private compare(): void {
    const shown = this.columns.filter(({ box }) => !box.hidden);
    const othersOf = ({ proof }: Column) => shown.filter((other) => other.proof !== proof && other.proof.goal === proof.goal);
    this.onlyDiffering.disabled = !shown.some((column) => othersOf(column).length);
    const isBrief = this.onlyDiffering.checked && !this.onlyDiffering.disabled;
    for (const column of shown) {
      const { proof, rows, size, premises, used } = column;
      const others = othersOf(column);
      const isShared = (step: number) => others.some((other) => other.proof.steps.includes(step));
      const count = plural(proof.steps.length, "step");
      size.textContent = others.length ? ` ${proof.steps.filter(isShared).length} of ${count} shared` : ` ${count}`;
      proof.steps.forEach((step, i) => rows[i]!.classList.toggle("shared", isShared(step)));
      const isCommon = (premise: number) => others.length > 0 && others.every((other) => other.proof.premises.includes(premise));
      proof.premises.forEach((premise, i) => (premises[i]!.hidden = isBrief && isCommon(premise)));
      const [all, common] = [premises.length, proof.premises.filter(isCommon).length];
      const remark = isBrief && common ? `, ${common < all ? common : "all"} in common` : "";
      used.textContent = `Premises used (${all}${remark})`;
    }
    this.leaveOut(isBrief);
  }

  /** Show only steps that differ, and that which is selected; or all. */
  private leaveOut(isBrief = this.onlyDiffering.checked && !this.onlyDiffering.disabled): void {
    for (const { proof, rows, box } of this.columns) {
      for (const note of box.querySelectorAll(".left-out")) note.remove();
      const isOut = (i: number) => isBrief && rows[i]!.classList.contains("shared") && this.reader.step(proof.steps[i]!)[1] !== this.selection.state;
      let first = 0;
      rows.forEach((row, i) => {
        row.hidden = isOut(i);
        if (!row.hidden) first = i + 1;
        else if (i + 1 === rows.length || !isOut(i + 1)) {
          row.after(el("li", { class: "left-out" }, first === i ? `Step ${i + 1} is shared.` : `Steps ${first + 1} to ${i + 1} are shared.`));
        }
      });
    }
  }

  private column(proof: ProofData, k: number): Column {
    const { reader } = this;
    const size = el("small", {});
    const rows = proof.steps.map((step, i) =>
      el("li", { "data-thing": addressOf({ kind: "step", id: step }), value: i + 1, onclick: (event: MouseEvent) => {
        const link = event.target instanceof Element ? event.target.closest("a") : null;
        if (!link || (link.classList.contains("step") && isPlain(event))) this.go(k, i);
      } },
      el("span", { class: "conclusion" }, reader.link(reader.step(step)[1], proof), el("small", { class: "shared-mark" }, "shared")),
      el("span", { class: "by" }, thingLink("step", { kind: "step", id: step }, reader.ruleOf(step).name), " from ", reader.because(step, proof)),
      reader.note(step) && el("span", { class: "note" }, reader.note(step))));
    const premises = proof.premises.map((premise) => el("li", {}, reader.link(premise, proof)));
    const used = el("summary", {});
    const box = el("section", { class: "proof", "aria-label": proof.title },
      el("h3", {}, proof.title, size),
      el("p", {}, "To show: ", reader.link(proof.goal, proof)),
      el("details", {}, used, el("ul", {}, premises)),
      el("ol", {}, rows),
      proof.legend ? el("p", { class: "hint" }, proof.legend) : null);
    return { proof, box, rows, size, premises, used };
  }

  private go(proof: number, step: number): void {
    const number = this.proofs[proof]!.steps[step];
    if (number === undefined) return;
    this.at = { proof, step };
    this.selection.select({ kind: "step", id: number });
    // Also where the step was selected before, in another proof.
    this.mark(proof, step);
  }

  private follow(): void {
    const { selected } = this.selection;
    if (areSame(selected, this.before)) return;
    this.before = selected;
    this.mark(...this.place());
  }

  /** Where the selected step is among the proofs that are shown: if in several, in the one that is walked. */
  private place(): [proof: number, step: number] {
    return this.find((step) => step === this.selection.step);
  }

  private find(isMeant: (step: number) => boolean): [proof: number, step: number] {
    const places = this.columns.map(({ proof, box }) => (box.hidden ? -1 : proof.steps.findIndex(isMeant)));
    const proof = places[this.at.proof]! >= 0 ? this.at.proof : places.findIndex((place) => place >= 0);
    return proof < 0 ? [this.firstShown(), -1] : [proof, places[proof]!];
  }

  private firstShown(): number {
    return this.columns.findIndex(({ box }) => !box.hidden);
  }

  private mark(proof: number, step: number): void {
    const isElsewhere = step < 0 && this.selection.selected !== null;
    // A statement that is looked up on the way does not end the walk.
    this.at = isElsewhere ? this.at : { proof, step };
    this.columns.forEach(({ rows }, k) => rows.forEach((row, i) => {
      if (k === proof && i === step) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }));
    const total = this.proofs[this.at.proof]!.steps.length;
    this.position.textContent = this.at.step < 0 ? plural(total, "step") : `Step ${this.at.step + 1} of ${total}`;
    this.leaveOut();
    const { state } = this.selection;
    // A statement is seen where the proof concludes it.
    const [seen, at] = step < 0 ? this.find((other) => this.reader.step(other)[1] === state) : [proof, step];
    const row = this.columns[seen]?.rows[at];
    // After the panels have made room for the explanation.
    if (row) requestAnimationFrame(() => row.scrollIntoView({ block: "nearest" }));
  }
}
