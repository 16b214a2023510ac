// Levels of detail: chains of steps folded into the node that they lead to. Landmarks, which many
// steps use, stay.
import { type GraphContent, neighbours } from "./graph_model";

/** A state that at least so many steps of a proof use is a landmark. */
export const LANDMARK = 3;

/** From how many nodes a graph is folded by default, and how many nodes it then should have. */
export const MANY = 30;

const SIZES = [4, 6, 9, 14, 20, Infinity];

/**
 * Return for each node the node that it is folded into, or itself.
 *
 * A node is folded into another if all its uses are in that one or folded into it, unless it is a
 * landmark, a premise or a goal. The folds are as small as they can be for `MANY` nodes to remain.
 */
export function foldInto(content: GraphContent): number[] {
  let roots: number[] = [];
  for (const size of SIZES) {
    roots = folded(content, size);
    if (new Set(roots).size <= MANY) break;
  }
  return roots;
}

function folded(content: GraphContent, size: number): number[] {
  const { before, after } = neighbours(content);
  const roots = content.nodes.map((_, node) => node);
  const counts = content.nodes.map(() => 1);
  const placed = content.nodes.map(() => false);
  // Nodes come after all their uses.
  for (const node of fromTheEnd(before, after)) {
    placed[node] = true;
    const { kind, isStep } = content.nodes[node];
    if (kind !== "derived" || isStep || after[node].length >= LANDMARK || !after[node].length) continue;
    const ends = new Set(after[node].map((user) => (placed[user] ? roots[user] : -1)));
    const [end] = ends;
    if (ends.size > 1 || end < 0 || counts[end] >= size) continue;
    roots[node] = end;
    counts[end] += 1;
  }
  return roots;
}

/** The nodes in an order in which each comes after all its uses, cycles aside. */
function fromTheEnd(before: readonly (readonly number[])[], after: readonly (readonly number[])[]): number[] {
  const waiting = after.map((users) => users.length);
  const queue = [...waiting.keys()].filter((node) => !waiting[node]);
  for (let k = 0; k < queue.length; k++) {
    for (const antecedent of before[queue[k]]) if (!--waiting[antecedent]) queue.push(antecedent);
  }
  return queue;
}

/**
 * Return a graph with the nodes that are folded left out, and their edges moved to the nodes that
 * they are folded into; the numbers of the nodes in it, by their numbers in the whole graph; and
 * how many nodes are folded into each. Folds into a node in `open` are shown.
 */
export function foldedContent(content: GraphContent, roots: readonly number[], open: ReadonlySet<number>) {
  const place = roots.map((root, node) => (open.has(root) ? node : root));
  const kept = [...new Set(place)].sort((a, b) => a - b);
  const rowOf = new Map(kept.map((node, row) => [node, row]));
  const at = place.map((node) => rowOf.get(node) ?? 0);
  const hidden = kept.map(() => 0);
  const premises = kept.map(() => new Set<number>());
  content.nodes.forEach((node, k) => {
    if (at[k] !== rowOf.get(k)) hidden[at[k]] += 1;
    for (const premise of node.premises) premises[at[k]].add(premise);
  });
  const seen = new Set<string>();
  const edges = content.edges
    .map(([from, to]): [number, number] => [at[from], at[to]])
    .filter(([from, to]) => from !== to && !seen.has(`${from} ${to}`) && seen.add(`${from} ${to}`));
  const nodes = kept.map((node, row) => ({ ...content.nodes[node], premises: [...premises[row]] }));
  return { content: { nodes, edges }, at, hidden, roots: kept.map((node) => roots[node]) };
}
