// What a graph shows: a node for each state with the step that derives it, and an edge for each use.
import type { PageData, ProofData, RuleData } from "./data";
import type { Support } from "./reader";

/** What the graph needs of the reader of the page's data. */
export interface GraphReader {
  readonly data: PageData;
  /** The steps that conclude each state, and those that use it. */
  readonly derivations: readonly (readonly number[])[];
  readonly uses: readonly (readonly number[])[];
  text(state: number, proof?: ProofData | null): string;
  isGiven(state: number): boolean;
  isAdded(state: number): boolean;
  derivation(state: number): number | null;
  support(state: number, proof?: ProofData | null): Support;
  ruleOf(step: number): RuleData;
}

export interface GraphNode {
  readonly state: number;
  /** The step of the node: that which derives the state, or with `isStep` the node itself. */
  readonly step: number | null;
  /** Whether the node is one of several derivations of its state. */
  readonly isStep: boolean;
  readonly kind: "premise" | "added" | "derived" | "goal";
  /** The premises that the step uses, if they have no nodes. */
  readonly premises: readonly number[];
}

/** Nodes, and edges between the numbers of their rows. */
export interface GraphContent {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly (readonly [from: number, to: number])[];
}

/** Return the graph of some states and steps; `folds` leaves premises to the nodes that use them. */
export function makeContent(reader: GraphReader, states: Iterable<number>, steps: Iterable<number>, goals: ReadonlySet<number>, folds: boolean): GraphContent {
  const shown = new Set(states);
  const derived = new Map<number, number[]>();
  for (const step of steps) {
    const conclusion = reader.data.steps[step][1];
    derived.set(conclusion, [...(derived.get(conclusion) ?? []), step]);
  }
  const used = new Set([...derived.values()].flat().flatMap((step) => reader.data.steps[step][2]));
  const isFolded = (state: number) => folds && reader.isGiven(state) && !derived.has(state) && used.has(state) && !goals.has(state);
  const nodes: GraphNode[] = [];
  const rowOf = new Map<number, number>();
  const arrivals: { readonly row: number; readonly antecedents: readonly number[] }[] = [];
  const edges: [number, number][] = [];
  for (const state of shown) {
    if (isFolded(state)) continue;
    const all = derived.get(state) ?? [];
    const single = all.length === 1 ? all[0] : null;
    const kind = goals.has(state) ? "goal" : reader.isAdded(state) ? "added" : reader.isGiven(state) ? "premise" : "derived";
    const row = nodes.length;
    rowOf.set(state, row);
    const node = (step: number | null, isStep: boolean) => {
      const antecedents = step === null ? [] : [...new Set(reader.data.steps[step][2])];
      nodes.push({ state, step, isStep, kind: isStep ? "derived" : kind, premises: antecedents.filter(isFolded) });
      return { row: nodes.length - 1, antecedents: antecedents.filter((state) => !isFolded(state)) };
    };
    arrivals.push(node(single, false));
    if (single !== null) continue;
    for (const step of all) {
      arrivals.push(node(step, true));
      edges.push([nodes.length - 1, row]);
    }
  }
  for (const { row, antecedents } of arrivals) {
    for (const antecedent of antecedents) {
      const from = rowOf.get(antecedent);
      if (from !== undefined) edges.push([from, row]);
    }
  }
  return { nodes, edges };
}

/** The neighbours of each node: those before it and those after it. */
export function neighbours({ nodes, edges }: GraphContent): { before: number[][]; after: number[][] } {
  const before: number[][] = nodes.map(() => []);
  const after: number[][] = nodes.map(() => []);
  for (const [from, to] of edges) {
    before[to].push(from);
    after[from].push(to);
  }
  return { before, after };
}
