// The proofs of a page as lists, side by side, with what they share.
import type { ProofData } from "./data";
import { el } from "./dom";
import { Player } from "./player";
import type { Reader } from "./reader";
import { areSame, type Selection, type Thing, thingLink } from "./selection";

interface Column {
  readonly proof: ProofData;
  readonly box: HTMLElement;
  readonly rows: readonly HTMLElement[];
}

/** So many proofs are shown at first. */
const FIRST = 2;

const counted = (count: number) => `${count} step${count === 1 ? "" : "s"}`;

export class Proofs {
  readonly box: HTMLElement;
  private readonly columns: readonly Column[];
  private readonly player = new Player(() => this.walk(1));
  private readonly position = el("span", { class: "position", "aria-live": "polite" });
  private at = { proof: 0, step: -1 };
  private before: Thing | null = null;

  constructor(private readonly reader: Reader, private readonly selection: Selection, private readonly proofs: readonly ProofData[]) {
    this.columns = proofs.map((proof, k) => this.column(proof, k));
    const button = (text: string, title: string, by: number) => el("button", { title, onclick: () => {
      this.player.stop();
      this.walk(by);
    } }, text);
    this.box = el("div", { class: "proofs" },
      el("div", { class: "row walk" }, button("← Previous", "Key: p", -1), button("Next →", "Key: n", 1), this.player.controls, this.position),
      proofs.length > 1 ? this.choices() : null,
      el("div", { class: "columns" }, this.columns.map(({ box }) => box)));
    selection.listen(() => this.follow());
    this.mark(0, -1);
  }

  /** Go to the next or previous step; whether there was one. */
  walk(by: number): boolean {
    const { proof, step } = this.at;
    const steps = this.proofs[proof]!.steps;
    const next = Math.max(0, Math.min(steps.length - 1, step + by));
    // A proof that was walked to its end is played again from its beginning.
    this.go(proof, this.player.isPlaying && step === steps.length - 1 && this.player.isFresh() ? 0 : next);
    return this.at.step < steps.length - 1;
  }

  private choices(): HTMLElement {
    return el("div", { class: "row choices", role: "group", "aria-label": "Proofs side by side" },
      this.proofs.map((proof, k) => {
        const { box } = this.columns[k]!;
        box.hidden = k >= FIRST;
        const input = el("input", { type: "checkbox", checked: !box.hidden, onchange: () => (box.hidden = !input.checked) });
        return el("label", {}, input, proof.title, el("small", {}, this.shared(proof, k)));
      }));
  }

  /** How much of a proof is in the one that it is compared with: the first, or for that the second. */
  private shared(proof: ProofData, k: number): string {
    const other = this.other(proof, k);
    if (!other) return counted(proof.steps.length);
    const same = proof.steps.filter((step) => other.steps.includes(step)).length;
    return k ? `${same} of ${counted(proof.steps.length)} shared` : counted(proof.steps.length);
  }

  private other(proof: ProofData, k: number): ProofData | undefined {
    return this.proofs.find((one, j) => j !== k && one.goal === proof.goal);
  }

  private column(proof: ProofData, k: number): Column {
    const { reader } = this;
    const elsewhere = new Set(this.proofs.flatMap((other) => (other !== proof && other.goal === proof.goal ? other.steps : [])));
    const rows = proof.steps.map((step, i) =>
      el("li", { "data-thing": `step-${step + 1}`, class: elsewhere.has(step) ? "shared" : "", onclick: (event: MouseEvent) => {
        if (!(event.target instanceof Element && event.target.closest("a"))) this.go(k, i);
      } },
      el("span", { class: "conclusion" }, reader.link(reader.step(step)[1], proof), elsewhere.has(step) ? el("small", { class: "shared-mark" }, " shared") : null),
      el("span", { class: "by" }, thingLink("step", { kind: "step", id: step }, reader.ruleOf(step).name), " from ", reader.because(step, proof)),
      proof.details[i]!.map((line) => el("span", { class: "note" }, line))));
    const box = el("section", { class: "proof", "aria-label": proof.title },
      el("h3", {}, proof.title, el("small", {}, ` ${this.shared(proof, k)}`)),
      el("p", {}, "To show: ", reader.link(proof.goal, proof)),
      el("details", {}, el("summary", {}, `Premises used (${proof.premises.length})`),
        el("ul", {}, proof.premises.map((premise) => el("li", {}, reader.link(premise, proof))))),
      el("ol", {}, rows),
      proof.legend ? el("p", { class: "hint" }, proof.legend) : null);
    return { proof, box, rows };
  }

  private go(proof: number, step: number): void {
    const number = this.proofs[proof]!.steps[step];
    if (number === undefined) return;
    this.at = { proof, step };
    this.selection.select({ kind: "step", id: number });
  }

  private follow(): void {
    const { selected, step } = this.selection;
    if (areSame(selected, this.before)) return;
    this.before = selected;
    const places = this.proofs.map((proof) => (step === null ? -1 : proof.steps.indexOf(step)));
    const proof = places[this.at.proof]! >= 0 ? this.at.proof : Math.max(0, places.findIndex((place) => place >= 0));
    this.mark(proof, places[proof]!);
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
    this.position.textContent = this.at.step < 0 ? counted(total) : `Step ${this.at.step + 1} of ${total}`;
    if (step < 0) return;
    const { box, rows } = this.columns[proof]!;
    box.hidden = false;
    // After the panels have made room for the explanation.
    requestAnimationFrame(() => rows[step]!.scrollIntoView({ block: "nearest" }));
  }
}
