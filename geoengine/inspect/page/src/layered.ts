// The layout of a graph in rows that fit a width: edges lead downwards.
import { APART, arrange, LANE, type Slot } from "./arrange";
import { type GraphContent, neighbours } from "./graph_model";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Route {
  readonly from: number;
  readonly to: number;
  /** The points that the edge runs through, from its start to its end; two for each row. */
  readonly points: readonly (readonly [number, number])[];
}

export interface Layered {
  readonly width: number;
  readonly height: number;
  /** The left upper corner of each node. */
  readonly places: readonly (readonly [x: number, y: number])[];
  readonly routes: readonly Route[];
  readonly rows: readonly number[];
}

/** The most that is added to the gap between rows where there is room. */
const LOOSE = 20;

/** Lay a graph out; no row is wider than `room`, unless a node is. Up to `high` the rows move apart. */
export function layered(content: GraphContent, sizes: readonly Size[], room: number, high: number): Layered {
  const forward = acyclic(content);
  const rows = rowsOf({ nodes: content.nodes, edges: forward }, sizes, room);
  const count = Math.max(0, ...rows) + 1;
  const width = Math.max(room, ...sizes.map((size) => size.width));
  const { middle, trunks } = places(forward, sizes, rows, width);
  const lefts = middle.map((x, node) => x - sizes[node].width / 2);
  const left = Math.min(...lefts, ...trunks.flat());
  const right = Math.max(...lefts.map((x, node) => x + sizes[node].width), ...trunks.flat());
  middle.forEach((x, node) => (middle[node] = x - left));
  trunks.forEach((trunk) => trunk.forEach((x, j) => (trunk[j] = x - left)));
  const { tops, bottoms } = heights(sizes, rows, trunks, forward, count, high);
  const corners = sizes.map(({ width: w, height: h }, node): [number, number] => [middle[node] - w / 2, (tops[rows[node]] + bottoms[rows[node]] - h) / 2]);
  const ends = ports(forward, middle, sizes, rows, trunks);
  const routes = forward.map(([from, to], k): Route => {
    const [start, end] = [corners[from][1] + sizes[from].height, corners[to][1]];
    const points: [number, number][] = [[ends[k][0], start]];
    if (start < bottoms[rows[from]]) points.push([ends[k][0], bottoms[rows[from]]]);
    for (let row = rows[from] + 1; row < rows[to]; row++) {
      const x = trunks[from][row - rows[from] - 1];
      points.push([x, tops[row]], [x, bottoms[row]]);
    }
    if (end > tops[rows[to]]) points.push([ends[k][1], tops[rows[to]]]);
    points.push([ends[k][1], end]);
    return { from, to, points };
  });
  const wholes = new Set(content.edges.map(([from, to]) => `${from} ${to}`));
  return {
    width: right - left, places: corners, rows,
    height: bottoms[count - 1] ?? 0,
    // An edge that closes a cycle was laid out the other way round.
    routes: routes.map((route) => (wholes.has(`${route.from} ${route.to}`) ? route : { from: route.to, to: route.from, points: [...route.points].reverse() })),
  };
}

/** The edges, with those that close a cycle turned round. */
function acyclic(content: GraphContent): [number, number][] {
  const { after } = neighbours(content);
  const state = content.nodes.map(() => 0);
  const turned = new Set<string>();
  for (const start of content.nodes.keys()) {
    if (state[start]) continue;
    const stack: [number, number][] = [[start, 0]];
    state[start] = 1;
    while (stack.length) {
      const top = stack[stack.length - 1];
      const next = after[top[0]][top[1]++];
      if (next === undefined) {
        state[top[0]] = 2;
        stack.pop();
      } else if (state[next] === 1) turned.add(`${top[0]} ${next}`);
      else if (!state[next]) {
        state[next] = 1;
        stack.push([next, 0]);
      }
    }
  }
  return content.edges.map(([from, to]) => (turned.has(`${from} ${to}`) ? [to, from] : [from, to]));
}

/**
 * Return the row of each node, from 0 at the top. Rows are filled from the last upwards, so a node
 * is as close to its uses as the width allows; what has the longest way behind it comes first.
 */
function rowsOf(content: GraphContent, sizes: readonly Size[], room: number): number[] {
  const { before, after } = neighbours(content);
  const depth = depths(before, after);
  const waiting = after.map((users) => users.length);
  const up = content.nodes.map(() => -1);
  let ready = [...waiting.keys()].filter((node) => !waiting[node]);
  for (let row = 0; ready.length; row++) {
    ready.sort((a, b) => depth[b] - depth[a] || b - a);
    // The edges of nodes further up, whose first uses are below, pass this row.
    const passing = waiting.filter((count, node) => count > 0 && count < after[node].length).length;
    let left = room - Math.min(passing * LANE, room / 3);
    const taken: number[] = [];
    const later: number[] = [];
    for (const node of ready) {
      if (taken.length && sizes[node].width > left) later.push(node);
      else {
        taken.push(node);
        left -= sizes[node].width + APART;
      }
    }
    ready = later;
    for (const node of taken) {
      up[node] = row;
      for (const antecedent of before[node]) if (!--waiting[antecedent]) ready.push(antecedent);
    }
  }
  const last = Math.max(0, ...up);
  return up.map((row) => last - row);
}

/** The length of the longest way to each node. */
function depths(before: readonly (readonly number[])[], after: readonly (readonly number[])[]): number[] {
  const depth = before.map(() => 0);
  const waiting = before.map((antecedents) => antecedents.length);
  const queue = [...waiting.keys()].filter((node) => !waiting[node]);
  for (let k = 0; k < queue.length; k++) {
    for (const user of after[queue[k]]) {
      depth[user] = Math.max(depth[user], depth[queue[k]] + 1);
      if (!--waiting[user]) queue.push(user);
    }
  }
  return depth;
}

/** Choose an x for the middle of each node, and for its trunk in each row that the trunk passes. */
function places(edges: readonly [number, number][], sizes: readonly Size[], rows: readonly number[], room: number) {
  const far = [...rows];
  for (const [from, to] of edges) far[from] = Math.max(far[from], rows[to]);
  const slots: Slot[] = sizes.map(({ width }, node) => ({ row: rows[node], width, above: [], below: [], x: 0 }));
  const link = (upper: number, lower: number) => {
    slots[upper].below.push(lower);
    slots[lower].above.push(upper);
  };
  // The slot of a node's trunk in a row; in the node's own row, that of the node.
  const trunkSlot = sizes.map((_, node) => [node]);
  sizes.forEach((_, node) => {
    for (let row = rows[node] + 1; row < far[node]; row++) {
      slots.push({ row, width: 0, above: [], below: [], x: 0 });
      link(trunkSlot[node][row - rows[node] - 1], slots.length - 1);
      trunkSlot[node].push(slots.length - 1);
    }
  });
  for (const [from, to] of edges) link(trunkSlot[from][rows[to] - rows[from] - 1], to);
  arrange(slots, room);
  return { middle: sizes.map((_, node) => slots[node].x), trunks: trunkSlot.map(([, ...trunk]) => trunk.map((slot) => slots[slot].x)) };
}

/** The top and the bottom of each row: the more lines between two rows, the farther they are apart. */
function heights(sizes: readonly Size[], rows: readonly number[], trunks: readonly (readonly number[])[], edges: readonly [number, number][], count: number, room: number) {
  const high = Array.from({ length: count }, () => 0);
  sizes.forEach(({ height }, node) => (high[rows[node]] = Math.max(high[rows[node]], height)));
  const crossing = Array.from({ length: count }, () => 0);
  for (const [, to] of edges) crossing[Math.max(0, rows[to] - 1)] += 1;
  trunks.forEach((trunk, node) => trunk.forEach((_, j) => (crossing[rows[node] + j] += 1)));
  const gaps = crossing.map((lines) => Math.min(38, 20 + 1.2 * lines)).slice(0, -1);
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
  const loose = Math.max(0, Math.min(LOOSE, (room - sum(high) - sum(gaps)) / Math.max(1, gaps.length)));
  const tops: number[] = [];
  const bottoms: number[] = [];
  let y = 0;
  high.forEach((height, row) => {
    tops.push(y);
    bottoms.push(y + height);
    y += height + (gaps[row] ?? 0) + loose;
  });
  return { tops, bottoms };
}

/** The x at which each edge leaves and arrives: side by side, in the order of its other ends. */
function ports(edges: readonly [number, number][], middle: readonly number[], sizes: readonly Size[], rows: readonly number[], trunks: readonly (readonly number[])[]): [number, number][] {
  const ends = edges.map((): [number, number] => [0, 0]);
  const isLong = ([from, to]: readonly [number, number]) => rows[to] - rows[from] > 1;
  for (const side of [0, 1] as const) {
    // The edges of a trunk leave its node at one place.
    const groups = new Map<number, Map<string, number[]>>();
    edges.forEach((edge, k) => {
      const group = groups.get(edge[side]) ?? new Map<string, number[]>();
      groups.set(edge[side], group);
      const name = side === 0 && isLong(edge) ? "trunk" : String(k);
      group.set(name, [...(group.get(name) ?? []), k]);
    });
    const other = ([k]: readonly number[]) => {
      const [from, to] = edges[k];
      if (!isLong(edges[k])) return middle[side ? from : to];
      return trunks[from][side ? rows[to] - rows[from] - 2 : 0];
    };
    for (const [node, group] of groups) {
      const gap = Math.min(12, (0.7 * sizes[node].width) / group.size);
      const sorted = [...group.values()].sort((a, b) => other(a) - other(b));
      sorted.forEach((list, j) => list.forEach((k) => (ends[k][side] = middle[node] + (j - (sorted.length - 1) / 2) * gap)));
    }
  }
  return ends;
}
