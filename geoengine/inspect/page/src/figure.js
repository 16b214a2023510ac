// The diagram in SVG: statements can be highlighted, free points dragged.
import { el, svg } from "./dom";
import { placeLabels } from "./labels";
import { drawMarks } from "./marks";
import { Solver } from "./solver";

export class Diagram {
  static SIDE = 520;
  static MARGIN = 40;

  constructor(figure, label) {
    this.figure = figure;
    this.home = Float64Array.from(figure.xy.flat());
    this.x = Float64Array.from(this.home);
    this.lit = [];
    this.frame(this.x);
    this.root = svg("svg", { class: "figure", role: "group", "aria-label": label });
    this.layers = ["shade", "lines", "marks", "glow", "dots", "names"].map((name) => svg("g", { class: name }));
    this.root.append(...this.layers);
    this.message = el("p", { class: "hint", "aria-live": "polite" });
    this.canMove = figure.relations.length > 0 && figure.relations.every(([name]) => Solver.knows(name));
    this.handles = new Set(this.canMove ? [...figure.free, ...figure.gliders] : []);
    this.makeDots();
    this.draw();
  }

  frame(x) {
    const xs = this.figure.points.map((_, k) => x[2 * k]);
    const ys = this.figure.points.map((_, k) => x[2 * k + 1]);
    const spread = Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    for (const [center, on] of this.figure.circles) {
      const circle = this.circleOf(x, center, on);
      // A circle through almost collinear points is huge: an arc of it is enough.
      if (!circle || circle.r > 2 * spread) continue;
      xs.push(circle.x - circle.r, circle.x + circle.r);
      ys.push(circle.y - circle.r, circle.y + circle.r);
    }
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    this.size = Math.max(right - left, high - low) || 1;
    const scale = (Diagram.SIDE - 2 * Diagram.MARGIN) / this.size;
    this.view = {
      scale,
      left: left - Diagram.MARGIN / scale,
      high: high + Diagram.MARGIN / scale,
      width: (right - left) * scale + 2 * Diagram.MARGIN,
      height: (high - low) * scale + 2 * Diagram.MARGIN,
    };
  }

  at(k, x = this.x) {
    return this.toScreen([x[2 * k], x[2 * k + 1]]);
  }

  toScreen([px, py]) {
    return [(px - this.view.left) * this.view.scale, (this.view.high - py) * this.view.scale];
  }

  circleOf(x, center, on) {
    const p = on.map((k) => [x[2 * k], x[2 * k + 1]]);
    if (center !== null) {
      const [cx, cy] = [x[2 * center], x[2 * center + 1]];
      return { x: cx, y: cy, r: Math.hypot(p[0][0] - cx, p[0][1] - cy) };
    }
    if (p.length < 3) return null;
    const [bx, by] = [p[1][0] - p[0][0], p[1][1] - p[0][1]];
    const [cx, cy] = [p[2][0] - p[0][0], p[2][1] - p[0][1]];
    const d = 2 * (bx * cy - by * cx);
    if (Math.abs(d) < 1e-14) return null;
    const ux = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / d;
    const uy = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / d;
    return { x: p[0][0] + ux, y: p[0][1] + uy, r: Math.hypot(ux, uy) };
  }

  makeDots() {
    this.dots = this.figure.points.map((name, k) => {
      const movable = this.handles.has(k);
      const free = this.figure.free.includes(k);
      const dot = svg("circle", { r: movable ? 5 : 3.2, class: movable ? (free ? "free" : "glider") : "fixed" });
      if (movable) {
        dot.setAttribute("tabindex", "0");
        dot.setAttribute("role", "button");
        dot.setAttribute("aria-label", `Point ${name}: drag it, or move it with the arrow keys`);
        const reach = svg("circle", { r: 16, class: "reach" });
        for (const target of [dot, reach]) {
          target.addEventListener("pointerdown", (event) => this.grab(event, k));
        }
        dot.addEventListener("keydown", (event) => this.nudge(event, k));
        dot.reach = reach;
        this.layers[4].append(reach);
      }
      dot.append(svg("title", {}, name));
      this.layers[4].append(dot);
      return dot;
    });
    this.lengths = this.figure.lengths.map(([, , text]) => svg("text", { class: "length", "text-anchor": "middle" }, text));
    this.values = this.figure.marks.angles.map(([, text]) => svg("text", { class: "length", "text-anchor": "middle" }, text));
    this.layers[5].append(...this.lengths, ...this.values);
    this.names = this.figure.points.map((name) => {
      const [, head, tail] = /^(.*?)_?(\d*)$/s.exec(name);
      const text = svg("text", { "text-anchor": "middle" }, head || name);
      if (head && tail) text.append(svg("tspan", { class: "sub", dy: 3 }, tail));
      this.layers[5].append(text);
      return text;
    });
  }

  grab(event, k) {
    event.preventDefault();
    const dot = this.dots[k];
    dot.focus({ preventScroll: true });
    const box = this.root.getBoundingClientRect();
    const ratio = this.view.width / box.width;
    let wanted = null;
    let queued = 0;
    const move = (to) => {
      wanted = [
        this.view.left + ((to.clientX - box.left) * ratio) / this.view.scale,
        this.view.high - ((to.clientY - box.top) * ratio) / this.view.scale,
      ];
      queued ||= requestAnimationFrame(() => {
        queued = 0;
        this.move(k, wanted);
      });
    };
    const drop = () => {
      cancelAnimationFrame(queued);
      if (queued) this.move(k, wanted);
      this.refit();
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  }

  nudge(event, k) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const step = (event.shiftKey ? 0.1 : 0.02) * this.size;
    this.move(k, [this.x[2 * k] + step * by[0], this.x[2 * k + 1] + step * by[1]]);
    this.refit();
  }

  move(k, target) {
    const before = this.x;
    this.x = Solver.drag(this.figure, this.x, k, target, this.size);
    const off = Solver.worst(this.figure.relations, this.x);
    const missed = Math.hypot(target[0] - this.x[2 * k], target[1] - this.x[2 * k + 1]);
    const stuck = this.figure.free.includes(k) && missed > 1e-3 * this.size;
    this.message.textContent = stuck
      ? "No figure was found there: the point stays where the premises hold."
      : `All premises hold numerically, to ${off < 1e-12 ? "1e-12" : off.toExponential(0)}.`;
    if (before !== this.x) this.draw();
  }

  reset() {
    this.x = Float64Array.from(this.home);
    this.message.textContent = "";
    this.frame(this.x);
    this.draw();
  }

  /** Refit the view, but only after a point has left it: otherwise the figure would keep moving. */
  refit() {
    const { width, height } = this.view;
    const isOut = this.figure.points.some((_, k) => {
      const [x, y] = this.at(k);
      return x < 8 || y < 8 || x > width - 8 || y > height - 8;
    });
    if (!isOut) return;
    this.frame(this.x);
    this.draw();
  }

  positions() {
    return this.figure.points.map((_, k) => [this.x[2 * k], this.x[2 * k + 1]]);
  }

  line(a, b, kind) {
    const [[x1, y1], [x2, y2]] = [this.at(a), this.at(b)];
    return svg("line", { x1, y1, x2, y2, class: kind });
  }

  circle(center, on, kind) {
    const circle = this.circleOf(this.x, center, on);
    if (!circle) return null;
    const [cx, cy] = this.toScreen([circle.x, circle.y]);
    return svg("circle", { cx, cy, r: circle.r * this.view.scale, class: kind });
  }

  draw() {
    const { segments, dashed, circles } = this.figure;
    this.root.setAttribute("viewBox", `0 0 ${this.view.width} ${this.view.height}`);
    this.layers[1].replaceChildren(
      ...[
        ...circles.map(([center, on]) => this.circle(center, on, "drawn")),
        ...this.figure.marks.aids.map(([a, b]) => this.line(a, b, "aid dashed")),
        ...dashed.map(([a, b]) => this.line(a, b, "drawn dashed")),
        ...segments.map(([a, b]) => this.line(a, b, "drawn")),
      ].filter(Boolean),
    );
    this.dots.forEach((dot, k) => {
      const [x, y] = this.at(k);
      for (const node of [dot, dot.reach].filter(Boolean)) {
        node.setAttribute("cx", x);
        node.setAttribute("cy", y);
      }
    });
    const marks = drawMarks(this);
    this.layers[2].replaceChildren(...marks.shapes);
    placeLabels(this, marks);
    this.glow();
  }

  /** Highlight statements: [predicate, points] each, with a CSS class. */
  light(statements) {
    this.lit = statements;
    this.glow();
  }

  glow() {
    const shapes = this.lit.flatMap(({ relation, how }) => this.shapes(relation, how));
    this.layers[0].replaceChildren(...shapes.filter((shape) => shape.classList.contains("area")));
    this.layers[3].replaceChildren(...shapes.filter((shape) => !shape.classList.contains("area")));
    const points = new Set(this.lit.flatMap(({ relation }) => relation[1]));
    this.dots.forEach((dot, k) => dot.classList.toggle("lit", points.has(k)));
  }

  shapes([predicate, points], how) {
    const pair = (k, side) => this.line(points[2 * k], points[2 * k + 1], `${how} ${side}`);
    switch (predicate) {
      case "coll":
      case "ncoll":
      case "between":
      case "midp": {
        const [a, b] = this.farthest(points);
        return [this.line(a, b, `${how} one`)];
      }
      case "cyclic":
        return [this.circle(null, points, `${how} one`)].filter(Boolean);
      case "circle":
        return [
          this.circle(points[0], points.slice(1), `${how} one`),
          ...points.slice(1).map((k) => this.line(points[0], k, `${how} two`)),
        ].filter(Boolean);
      case "simtri":
      case "simtrir":
      case "contri":
      case "contrir":
      case "sameclock":
        return [0, 3].flatMap((k) => this.triangle(points.slice(k, k + 3), `${how} ${k ? "two" : "one"}`));
      case "eqangle":
      case "aconst":
        return [
          ...points.slice(0, points.length / 2).map((_, k) => pair(k, k < 2 ? "one" : "two")),
          ...this.arc(points.slice(0, 4), `${how} one`),
          ...(points.length > 4 ? this.arc(points.slice(4), `${how} two`) : []),
        ];
      case "acute":
      case "obtuse":
        return this.arc([points[1], points[0], points[1], points[2]], `${how} one`);
      case "sameside":
      case "nsameside":
        return [0, 3].flatMap((k) =>
          this.arc([points[k], points[k + 1], points[k], points[k + 2]], `${how} ${k ? "two" : "one"}`),
        );
      case "diff":
        return [];
      default: {
        const half = points.length / 4;
        return points.slice(0, points.length / 2).map((_, k) => pair(k, k < half ? "one" : "two"));
      }
    }
  }

  farthest(points) {
    let best = [points[0], points[1], -1];
    for (const a of points) {
      for (const b of points) {
        const [p, q] = [this.at(a), this.at(b)];
        const far = Math.hypot(p[0] - q[0], p[1] - q[1]);
        if (far > best[2]) best = [a, b, far];
      }
    }
    return best;
  }

  triangle(points, how) {
    const at = points.map((k) => this.at(k).join(",")).join(" ");
    return [svg("polygon", { points: at, class: `${how} area` }), svg("polygon", { points: at, class: how })];
  }

  arc([a, b, c, d], how) {
    const shared = [a, b].find((k) => k === c || k === d);
    if (shared === undefined) return [];
    const vertex = this.at(shared);
    const ends = [a === shared ? b : a, c === shared ? d : c].map((k) => this.at(k));
    const [from, to] = ends.map(([x, y]) => Math.atan2(y - vertex[1], x - vertex[0]));
    const reach = 24 + (how.includes("two") ? 6 : 0);
    const sweep = Math.sin(to - from) > 0 ? 1 : 0;
    const [p, q] = [from, to].map((t) => `${vertex[0] + reach * Math.cos(t)} ${vertex[1] + reach * Math.sin(t)}`);
    return [svg("path", { d: `M ${p} A ${reach} ${reach} 0 0 ${sweep} ${q}`, class: `${how} arc` })];
  }

  panel() {
    const reset = el("button", { class: "quiet", onclick: () => this.reset() }, "Reset");
    const text = this.handles.size
      ? "Drag a ringed point, or move it with the arrow keys. The other points follow so that the premises hold."
      : "";
    const hint = el("p", { class: "hint" }, text);
    return el("div", { class: "diagram" }, this.root, el("div", { class: "row" }, hint, this.handles.size ? reset : null), this.message);
  }
}
