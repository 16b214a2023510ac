// Levels of detail: chains of steps folded into the node that they lead to. Landmarks, which many
// steps use, stay.
import { type GraphContent, neighbours } from "./graph_model";

/** A state that at least so many steps of a proof use is a landmark. */
export const LANDMARK = 3;

/** A graph of more nodes is folded by default, to so many if that can be. */
export const MANY = 30;

/**
 * Return for each node the node that it is folded into, or itself.
 *
 * A node is folded into another if all its uses are in that one or folded into it, unless it is a
 * landmark, a premise or a goal. What is smallest is folded first, until `MANY` nodes remain, or
 * half of them if these are fewer.
 */
export function foldInto(content: GraphContent): number[] {
  const { after } = neighbours(content);
  const roots = content.nodes.map((_, node) => node);
  const members = content.nodes.map((_, node) => [node]);
  const free = new Set(roots.filter((node) => {
    const { kind, isStep } = content.nodes[node];
    return kind === "derived" && !isStep && after[node].length > 0 && after[node].length < LANDMARK;
  }));
  const wanted = Math.min(MANY, content.nodes.length / 2);
  for (let count = roots.length; count > wanted; count--) {
    let best: { readonly node: number; readonly into: number; readonly size: number } | null = null;
    for (const node of free) {
      const [into, ...others] = new Set(after[node].map((user) => roots[user]));
      if (others.length || into === node) continue;
      const size = members[node].length + members[into].length;
      if (best === null || size < best.size) best = { node, into, size };
    }
    if (best === null) break;
    for (const member of members[best.node]) roots[member] = best.into;
    members[best.into].push(...members[best.node]);
    free.delete(best.node);
  }
  return roots;
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
