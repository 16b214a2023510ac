// What the page's data says of its statements and steps.
import type { PageData, ProofData, RuleData, StepRow } from "./data";
import { el } from "./dom";
import { TextLinker } from "./running_text";
import { type Selection, thingLink } from "./selection";

/** Where a step occurs in a proof. */
export interface Place {
  readonly proof: ProofData;
  readonly at: number;
}

/** What a state rests on, and the state itself, which comes first: then what is nearer. */
export interface Support {
  readonly states: ReadonlySet<number>;
  readonly steps: ReadonlySet<number>;
  /** The given ones of the states, without the state itself. */
  readonly premises: readonly number[];
}

export class Reader {
  /** The steps that conclude each state, and those that start from it. */
  readonly derivations: readonly number[][];
  readonly uses: readonly number[][];
  private readonly chosen = new Map<number, number>();
  private readonly linkers = new Map<ProofData | undefined, TextLinker>();

  constructor(readonly data: PageData, readonly selection: Selection) {
    const derivations: number[][] = data.states.map(() => []);
    const uses: number[][] = data.states.map(() => []);
    data.steps.forEach(([, conclusion, antecedents], number) => {
      derivations[conclusion]!.push(number);
      for (const antecedent of new Set(antecedents)) uses[antecedent]!.push(number);
    });
    this.derivations = derivations;
    this.uses = uses;
    selection.listen(({ state, step }) => {
      if (state !== null && step !== null) this.chosen.set(state, step);
    });
  }

  step(number: number): StepRow {
    return this.data.steps[number]!;
  }

  text(state: number, proof?: ProofData): string {
    return proof?.texts[state]?.[0] ?? this.data.states[state]![1];
  }

  isGiven(state: number): boolean {
    return this.data.states[state]![5] > 0;
  }

  /** Whether it says where a point is that the proof adds. */
  isAdded(state: number): boolean {
    return this.data.states[state]![5] === 2;
  }

  ruleOf(step: number): RuleData {
    return this.data.rules[this.step(step)[0]]!;
  }

  /** The places of a step in the proofs of the page. */
  places(step: number): Place[] {
    return this.data.proofs.flatMap((proof) => {
      const at = proof.steps.indexOf(step);
      return at < 0 ? [] : [{ proof, at }];
    });
  }

  /** The derivation shown for a state: the chosen one, or a shallow one. */
  derivation(state: number): number | null {
    const chosen = this.chosen.get(state);
    if (chosen !== undefined) return chosen;
    const { depths } = this.data;
    let best: [cost: number, step: number] | null = null;
    for (const number of this.derivations[state]!) {
      const antecedents = this.step(number)[2];
      if (antecedents.some((a) => depths[a]! >= depths[state]!)) continue;
      const cost = antecedents.reduce((sum, a) => sum + 1 + depths[a]!, 0);
      if (best === null || cost < best[0]) best = [cost, number];
    }
    return best?.[1] ?? null;
  }

  /** What a state rests on: by a proof where that derives it, otherwise by the derivations shown. */
  support(state: number, proof?: ProofData | null): Support {
    return this.walk([state], proof, state);
  }

  /** The premises that a step ultimately rests on: by its proof, or by the derivations shown. */
  premisesOf(step: number, proof?: ProofData): readonly number[] {
    return this.walk(this.step(step)[2], proof).premises;
  }

  /** What some states rest on; `start` is derived even if it is given. */
  private walk(from: readonly number[], proof?: ProofData | null, start?: number): Support {
    const inProof = new Map(proof?.steps.map((step) => [this.step(step)[1], step]));
    const states = new Set(from);
    const steps = new Set<number>();
    for (const state of states) {
      const step = this.isGiven(state) && state !== start ? null : (inProof.get(state) ?? this.derivation(state));
      if (step === null) continue;
      steps.add(step);
      for (const antecedent of this.step(step)[2]) states.add(antecedent);
    }
    const premises = [...states].filter((state) => this.isGiven(state) && state !== start).sort((one, other) => one - other);
    return { states, steps, premises };
  }

  /** A link that selects a state. */
  link(state: number, proof?: ProofData): HTMLAnchorElement {
    return thingLink(this.isGiven(state) ? "state given" : "state", { kind: "state", id: state }, this.text(state, proof));
  }

  /** A running text with links to the points, statements and steps (of a proof) that it names. */
  linked(text: string, proof: ProofData | undefined = this.data.proofs[0]): (Node | string)[] {
    let linker = this.linkers.get(proof);
    if (!linker) {
      const states = this.data.states.flatMap((row, k) => (row[5] || proof?.texts[k] || proof?.steps.some((step) => this.step(step)[1] === k) ? [[this.text(k, proof), k] as const] : []));
      linker = new TextLinker({ points: this.data.figure?.points ?? [], states: new Map(states), steps: proof?.steps ?? [] });
      this.linkers.set(proof, linker);
    }
    return linker.link(text);
  }

  conditions(step: number): HTMLElement[] {
    return this.step(step)[3].map((text) => el("span", { class: "condition", title: "Read off the figure" }, text));
  }

  /** What the figure decides in a step; null for nothing. */
  note(step: number): string | null {
    return this.step(step)[5];
  }

  /** What a step starts from; in a proof with the numbers of its steps. */
  because(step: number, proof?: ProofData): HTMLElement {
    const numbers = new Map(proof?.steps.map((other, k) => [this.step(other)[1], { id: other, at: k + 1 }]));
    const parts = [
      ...this.step(step)[2].map((state) => {
        const from = numbers.get(state);
        return [this.link(state, proof), from ? [" ", thingLink("reference", { kind: "step", id: from.id }, `[${from.at}]`)] : []];
      }),
      ...this.conditions(step),
    ];
    const listed = parts.flatMap((part, k) => [k ? "; " : "", part]);
    return el("span", { class: "because" }, parts.length ? listed : "read off the coordinates");
  }
}
