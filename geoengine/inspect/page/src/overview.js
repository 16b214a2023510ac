// A large graph on one canvas: positions come with the data, the path to the goal stands out.
import { el, colour } from "./dom";

export class Overview {
  static STEP = 22;

  constructor(reader, selection, path) {
    this.reader = reader;
    this.selection = selection;
    this.path = path;
    this.found = null;
    this.places = reader.data.places.map(([x, y]) => [x * Overview.STEP, y * Overview.STEP]);
    this.canvas = el("canvas", { tabIndex: 0, "aria-label": "The whole graph; move with the arrow keys, zoom with + and -" });
    this.tip = el("div", { class: "tip", hidden: true });
    this.box = el("div", { class: "overview" }, this.canvas, this.tip);
    this.pointers = new Map();
    this.canvas.addEventListener("pointerdown", (event) => this.press(event));
    this.canvas.addEventListener("pointermove", (event) => this.slide(event));
    this.canvas.addEventListener("pointerup", (event) => this.release(event));
    this.canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    this.canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    selection.listen(() => this.paint());
    document.addEventListener("themechange", () => this.paint());
    new ResizeObserver(() => this.resize()).observe(this.box);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (!width || !height) return;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.ratio = ratio;
    if (!this.view) this.fit();
    this.paint();
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.box;
    const xs = this.places.map(([x]) => x);
    const ys = this.places.map(([, y]) => y);
    const [left, right] = [Math.min(...xs) - 30, Math.max(...xs) + 30];
    const [top, bottom] = [Math.min(...ys) - 30, Math.max(...ys) + 30];
    const scale = Math.min(width / (right - left), height / (bottom - top));
    this.view = { scale, x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2 };
    this.paint();
  }

  at(state) {
    const [x, y] = this.places[state];
    return [x * this.view.scale + this.view.x, y * this.view.scale + this.view.y];
  }

  zoom(by, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2) {
    const scale = Math.max(0.02, Math.min(12, this.view.scale * by));
    const real = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * real, y: y - (y - this.view.y) * real };
    this.paint(true);
  }

  shift(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.paint(true);
  }

  key(event) {
    const by = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (by) this.shift(...by);
    else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    this.dragged = 0;
  }

  slide(event) {
    const now = [event.offsetX, event.offsetY];
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      const state = this.nearest(...now);
      this.tip.hidden = state === null;
      if (state === null) return;
      this.tip.textContent = this.reader.text(state);
      this.tip.style.left = `${Math.min(now[0] + 12, this.box.clientWidth - 180)}px`;
      this.tip.style.top = `${now[1] + 14}px`;
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    this.dragged += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (others.length) {
      const gap = (p) => Math.hypot(p[0] - others[0][0], p[1] - others[0][1]);
      this.zoom(gap(now) / Math.max(1, gap(before)), (now[0] + others[0][0]) / 2, (now[1] + others[0][1]) / 2);
    } else {
      this.shift(now[0] - before[0], now[1] - before[1]);
    }
    this.pointers.set(event.pointerId, now);
  }

  release(event) {
    this.pointers.delete(event.pointerId);
    if (this.dragged > 5) return;
    const state = this.nearest(event.offsetX, event.offsetY);
    if (state !== null) this.selection.set(state, null);
  }

  nearest(x, y) {
    let best = [14, null];
    this.places.forEach((_, state) => {
      const [px, py] = this.at(state);
      const gap = Math.hypot(px - x, py - y) - (this.path.has(state) ? 4 : 0);
      if (gap < best[0]) best = [gap, state];
    });
    return best[1];
  }

  highlight(states) {
    this.found = states && new Set(states);
    this.paint();
  }

  paint(moving = false) {
    if (!this.view || !this.canvas.width) return;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.render(moving));
    clearTimeout(this.rest);
    if (moving) this.rest = setTimeout(() => this.paint(), 140);
  }

  links(steps) {
    const lines = new Path2D();
    for (const number of steps) {
      const [, conclusion, antecedents] = this.reader.data.steps[number];
      const [x, y] = this.at(conclusion);
      for (const antecedent of antecedents) {
        lines.moveTo(...this.at(antecedent));
        lines.lineTo(x, y);
      }
    }
    return lines;
  }

  render(moving) {
    const pen = this.canvas.getContext("2d");
    const { data } = this.reader;
    const { clientWidth: width, clientHeight: height } = this.box;
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (!moving) {
      pen.strokeStyle = colour("faint");
      pen.lineWidth = 0.5;
      pen.globalAlpha = Math.max(0.05, Math.min(0.5, 600 / data.steps.length));
      pen.stroke(this.links(data.steps.keys()));
    }
    pen.globalAlpha = 1;
    const dot = Math.max(1.4, Math.min(5, 5 * this.view.scale));
    const groups = { faint: [], premise: [], match: [], path: [] };
    data.states.forEach((_, state) => {
      const group = this.found?.has(state) ? "match" : this.path.has(state) ? "path" : this.reader.isGiven(state) ? "premise" : "faint";
      groups[group].push(state);
    });
    this.dots(pen, groups.faint, colour("faint"), dot);
    this.dots(pen, groups.premise, colour("premise"), dot, true);
    pen.strokeStyle = colour("path");
    pen.lineWidth = 2;
    pen.stroke(this.links(this.path.steps));
    this.dots(pen, groups.path, colour("path"), Math.max(4, dot * 1.3));
    this.dots(pen, groups.match, colour("match"), Math.max(3.5, dot * 1.2));
    const { state, step } = this.selection;
    if (step !== null || state !== null) {
      const shown = step ?? this.reader.derivation(state);
      pen.strokeStyle = colour("selected");
      pen.lineWidth = 2.5;
      if (shown !== null) pen.stroke(this.links([shown]));
      const [x, y] = this.at(state);
      pen.beginPath();
      pen.arc(x, y, Math.max(7, dot * 1.8), 0, 7);
      pen.stroke();
    }
    if (this.view.scale > 0.75) this.captions(pen, width, height);
  }

  dots(pen, states, fill, size, square = false) {
    pen.fillStyle = fill;
    pen.beginPath();
    for (const state of states) {
      const [x, y] = this.at(state);
      if (square) pen.rect(x - size, y - size, 2 * size, 2 * size);
      else {
        pen.moveTo(x + size, y);
        pen.arc(x, y, size, 0, 7);
      }
    }
    pen.fill();
  }

  captions(pen, width, height) {
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    const boxes = [];
    const order = [...this.path, ...this.reader.data.states.keys()];
    for (const state of order) {
      const [x, y] = this.at(state);
      if (x < 0 || y < 0 || x > width || y > height) continue;
      const text = this.reader.text(state);
      const half = 3.3 * text.length + 4;
      const top = y - 22;
      if (boxes.some((b) => Math.abs(b[0] - x) < b[1] + half && Math.abs(b[2] - top) < 15)) continue;
      boxes.push([x, half, top]);
      pen.fillStyle = colour("paper");
      pen.globalAlpha = 0.8;
      pen.fillRect(x - half, top, 2 * half, 14);
      pen.globalAlpha = 1;
      pen.fillStyle = colour("ink");
      pen.fillText(text, x, top + 11);
      if (boxes.length > 120) break;
    }
  }
}
