// Placement of labels: names, lengths and angles, clear of lines, points and each other.
import { POSITIONS, distance } from "./marks";

const TURNS = 24;
const GAPS = [2, 7, 13];
const CLEAR = 3;

/** Half the width and height of a label, estimated, since measuring would force a page layout. */
function boxOf(text, size) {
  const tail = text.querySelector("tspan")?.textContent.length ?? 0;
  const letters = text.textContent.length - tail;
  return [(0.3 * letters + 0.19 * tail) * size + 1, 0.36 * size];
}

/** Half the extent of a box in a direction. */
function extent([w, h], [x, y]) {
  return Math.abs(x) * w + Math.abs(y) * h;
}

class Obstacles {
  constructor(diagram, strokes) {
    const { segments, dashed, circles, marks } = diagram.figure;
    this.view = diagram.view;
    this.dots = diagram.figure.points.map((_, k) => diagram.at(k));
    this.strokes = [...[...segments, ...dashed, ...marks.aids].map(([a, b]) => [this.dots[a], this.dots[b]]), ...strokes];
    this.circles = circles.flatMap(([center, on]) => {
      const circle = diagram.circleOf(diagram.x, center, on);
      return circle ? [[diagram.toScreen([circle.x, circle.y]), circle.r * diagram.view.scale]] : [];
    });
    this.boxes = new Map();
  }

  /** The cost of a box at a position: how much it covers or comes near to what is drawn. */
  cost(at, box, self) {
    const [x, y] = at;
    const near = (gap) => Math.max(0, CLEAR - gap);
    let cost = 0;
    for (const [p, q] of this.strokes) {
      const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
      const far = Math.hypot(dx, dy) || 1;
      const gap = distance(at, p, q);
      if (gap < 40) cost += near(gap - extent(box, [dy / far, dx / far]));
    }
    for (const [[cx, cy], r] of this.circles) {
      const far = Math.hypot(x - cx, y - cy) || 1;
      cost += near(Math.abs(far - r) - extent(box, [(x - cx) / far, (y - cy) / far]));
    }
    for (const [dx, dy] of this.dots) {
      cost += 2 * near(Math.hypot(Math.max(0, Math.abs(x - dx) - box[0]), Math.max(0, Math.abs(y - dy) - box[1])) - 4);
    }
    for (const [other, [[ox, oy], [w, h]]] of this.boxes) {
      if (other !== self) cost += 3 * near(Math.max(Math.abs(x - ox) - box[0] - w, Math.abs(y - oy) - box[1] - h));
    }
    const out = Math.max(0, box[0] - x, x + box[0] - this.view.width, box[1] - y, y + box[1] - this.view.height);
    return cost + 4 * out;
  }

  /** Place a label at the position of lowest cost, the first one on a tie. */
  put(label, box, places) {
    let best = null;
    for (const [at, extra] of places) {
      // This position is too expensive whatever surrounds it.
      if (best !== null && extra >= best.cost) continue;
      const cost = extra + this.cost(at, box, label);
      if (best === null || cost < best.cost) best = { cost, at };
    }
    this.boxes.set(label, [best.at, box]);
    label.setAttribute("x", best.at[0]);
    label.setAttribute("y", best.at[1] + box[1]);
  }
}

function* besidePoint([x, y], box) {
  for (const [k, gap] of GAPS.entries()) {
    for (let turn = 0; turn < TURNS; turn++) {
      const angle = (2 * Math.PI * turn) / TURNS - Math.PI / 4;
      const u = [Math.cos(angle), Math.sin(angle)];
      const far = 4 + gap + extent(box, [u[0], u[1]]) * 0.92;
      yield [[x + far * u[0], y + far * u[1]], 1.2 * k];
    }
  }
}

function* besideLine([x1, y1], [x2, y2], box, heart) {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  for (const share of POSITIONS) {
    const [mx, my] = [x1 + share * (x2 - x1), y1 + share * (y2 - y1)];
    for (const gap of [4, 9]) {
      for (const side of [1, -1]) {
        const n = [(side * (y1 - y2)) / far, (side * (x2 - x1)) / far];
        // Outside the figure there is more room than inside.
        const inward = n[0] * (mx - heart[0]) + n[1] * (my - heart[1]) < 0 ? 0.8 : 0;
        const off = gap + extent(box, n);
        yield [[mx + off * n[0], my + off * n[1]], inward + 8 * Math.abs(share - 0.5) + (gap > 4 ? 0.6 : 0)];
      }
    }
  }
}

function* besideArc({ at, toward }, box) {
  for (const gap of [3, 8, 14, 22, 32, 44]) {
    for (const turn of [0, 0.15, -0.15, 0.3, -0.3, 0.45, -0.45]) {
      const u = [Math.cos(toward + turn), Math.sin(toward + turn)];
      const far = gap + extent(box, u);
      yield [[at[0] + far * u[0], at[1] + far * u[1]], 0.15 * gap + Math.abs(turn)];
    }
  }
}

export function placeLabels(diagram, marks) {
  const obstacles = new Obstacles(diagram, marks.strokes);
  const { dots } = obstacles;
  const heart = [0, 1].map((k) => dots.reduce((sum, p) => sum + p[k], 0) / dots.length);
  diagram.values.forEach((label, k) => {
    const value = marks.values[k];
    label.style.display = value ? "" : "none";
    if (!value) return;
    const box = boxOf(label, 14);
    obstacles.put(label, box, besideArc(value, box));
  });
  const boxes = diagram.names.map((label) => boxOf(label, 16));
  // In the second pass the positions of all other labels are known.
  for (let pass = 0; pass < 2; pass++) {
    diagram.figure.lengths.forEach(([a, b], k) => {
      const box = boxOf(diagram.lengths[k], 14);
      obstacles.put(diagram.lengths[k], box, besideLine(dots[a], dots[b], box, heart));
    });
    diagram.names.forEach((label, k) => obstacles.put(label, boxes[k], besidePoint(dots[k], boxes[k])));
  }
}
