// Walking a graph with keys: up to what a node starts from, down to what uses it, or aside.
import { type GraphContent, neighbours } from "./graph_model";
import type { Layered } from "./layered";

/** The node that a key leads to from another, which may be that one; null if the key is none of these. */
export function nextNode(key: string, from: number, content: GraphContent, laid: Layered): number | null {
  if (key === "ArrowUp") return closest(neighbours(content).before[from] ?? [], from, laid);
  if (key === "ArrowDown") return closest(neighbours(content).after[from] ?? [], from, laid);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const row = rowOf(laid.rows[from], laid);
    return row[row.indexOf(from) + (key === "ArrowLeft" ? -1 : 1)] ?? from;
  }
  if (key === "Home") return rowOf(0, laid)[0] ?? from;
  if (key === "End") return rowOf(Math.max(...laid.rows), laid)[0] ?? from;
  return null;
}

function closest(nodes: readonly number[], from: number, { places }: Layered): number {
  const far = (node: number) => Math.abs(places[node][0] - places[from][0]);
  return [...nodes].sort((a, b) => far(a) - far(b))[0] ?? from;
}

/** The nodes of a row, from left to right. */
function rowOf(row: number, { rows, places }: Layered): number[] {
  return [...rows.keys()].filter((node) => rows[node] === row).sort((a, b) => places[a][0] - places[b][0]);
}
