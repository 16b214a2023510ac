// A graph of which chains are folded, and what is shown of it.
import { foldedContent, foldInto, MANY } from "./folds";
import type { GraphContent, GraphNode } from "./graph_model";

export class FoldedGraph {
  /** What is shown. */
  shown: GraphContent = { nodes: [], edges: [] };
  /** For each node that is shown, how many are folded into it. */
  hidden: readonly number[] = [];
  private folding: boolean;
  /** For each node of the whole, that which it is folded into, and how many that has with itself. */
  private readonly roots: readonly number[];
  private readonly members = new Map<number, number>();
  private readonly open = new Set<number>();
  /** The rows of the whole's nodes among those shown, and the other way round their roots. */
  private rows: readonly number[] = [];
  private shownRoots: readonly number[] = [];

  constructor(readonly whole: GraphContent) {
    this.roots = foldInto(whole);
    for (const root of this.roots) this.members.set(root, (this.members.get(root) ?? 0) + 1);
    this.folding = whole.nodes.length > MANY;
    this.update();
  }

  get canFold(): boolean {
    return this.roots.some((root, node) => root !== node);
  }

  get folds(): boolean {
    return this.folding;
  }

  /** Fold all chains, or none. */
  set folds(folds: boolean) {
    this.folding = folds;
    this.open.clear();
    this.update();
  }

  has(state: number): boolean {
    return this.nodeOf(state) >= 0;
  }

  /** The row of a state among the nodes shown, be it folded into that; -1 if the graph lacks it. */
  rowOf(state: number): number {
    return this.rows[this.nodeOf(state)] ?? -1;
  }

  /** The rows of nodes among those shown. */
  rowsOf(isMeant: (node: GraphNode) => boolean): Set<number> {
    return new Set(this.whole.nodes.flatMap((node, k) => (isMeant(node) ? [this.rows[k]] : [])));
  }

  /** Show a state that is folded away; return whether it was. */
  unfold(state: number): boolean {
    const node = this.nodeOf(state);
    const root = this.roots[node];
    if (node < 0 || !this.folding || root === node || this.open.has(root)) return false;
    this.open.add(root);
    this.update();
    return true;
  }

  /** Whether nodes that would be folded into one of those shown are shown. */
  isOpen(row: number): boolean {
    const root = this.shownRoots[row];
    return this.folding && this.open.has(root) && this.whole.nodes[root].state === this.shown.nodes[row].state && (this.members.get(root) ?? 1) > 1;
  }

  /** Fold what belongs to one of the nodes shown, or show it. */
  toggle(row: number): void {
    const root = this.shownRoots[row];
    if (!this.open.delete(root)) this.open.add(root);
    this.update();
  }

  private nodeOf(state: number): number {
    return this.whole.nodes.findIndex((node) => node.state === state && !node.isStep);
  }

  private update(): void {
    const { content, at, hidden, roots } = foldedContent(this.whole, this.roots, this.folding ? this.open : new Set(this.roots));
    this.shown = content;
    this.rows = at;
    this.hidden = hidden;
    this.shownRoots = roots;
  }
}
