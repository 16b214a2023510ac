// Keeps relations true while a point is moved, by damped Gauss-Newton steps on all of them at once.

export const Solver = (() => {
  const PRECISE = 1e-11;
  const GOOD = 1e-8;
  const ROUNDS = 60;

  // Points are pairs of coordinates in one array; the functions below take the number of a point.
  const dx = (x, a, b) => x[2 * b] - x[2 * a];
  const dy = (x, a, b) => x[2 * b + 1] - x[2 * a + 1];
  const length = (x, a, b) => Math.hypot(dx(x, a, b), dy(x, a, b));
  const log = (x, a, b) => Math.log(length(x, a, b));
  const turn = (x, a, b) => Math.atan2(dy(x, a, b), dx(x, a, b));
  const pairs = (p) => Array.from({ length: p.length / 2 }, (_, k) => [p[2 * k], p[2 * k + 1]]);

  const similar = (x, [a, b, c, d, e, f], mirrored) => {
    const s = mirrored ? -1 : 1;
    const [bx, by, cx, cy] = [dx(x, a, b), dy(x, a, b), dx(x, a, c), dy(x, a, c)];
    const [ex, ey, fx, fy] = [dx(x, d, e), s * dy(x, d, e), dx(x, d, f), s * dy(x, d, f)];
    const size = (Math.hypot(bx, by) + Math.hypot(cx, cy)) * (Math.hypot(ex, ey) + Math.hypot(fx, fy));
    return [(bx * fx - by * fy - cx * ex + cy * ey) / size, (bx * fy + by * fx - cx * ey - cy * ex) / size];
  };
  const equalLengths = (x, p) => pairs(p).slice(1).map(([a, b]) => log(x, p[0], p[1]) - log(x, a, b));

  // For each relation dimensionless residuals that are 0 where it holds.
  const RESIDUALS = {
    coll: (x, p) => p.slice(2).map((c) => Math.sin(turn(x, p[0], c) - turn(x, p[0], p[1]))),
    para: (x, p) => [Math.sin(turn(x, p[0], p[1]) - turn(x, p[2], p[3]))],
    perp: (x, p) => [Math.cos(turn(x, p[0], p[1]) - turn(x, p[2], p[3]))],
    cong: equalLengths,
    eqangle: (x, p) => [
      Math.sin(turn(x, p[2], p[3]) - turn(x, p[0], p[1]) - turn(x, p[6], p[7]) + turn(x, p[4], p[5])),
    ],
    eqratio: (x, p) => [log(x, p[0], p[1]) - log(x, p[2], p[3]) - log(x, p[4], p[5]) + log(x, p[6], p[7])],
    eqprod: (x, p) => [pairs(p).reduce((sum, [a, b], k) => sum + (k < 3 ? 1 : -1) * log(x, a, b), 0)],
    midp: (x, [m, a, b]) => {
      const size = length(x, a, b);
      return [(dx(x, m, a) + dx(x, m, b)) / size, (dy(x, m, a) + dy(x, m, b)) / size];
    },
    cyclic: (x, [a, b, c, ...rest]) =>
      rest.map((d) => Math.sin(turn(x, c, a) - turn(x, c, b) - turn(x, d, a) + turn(x, d, b))),
    circle: (x, [o, a, ...rest]) => rest.map((b) => log(x, o, a) - log(x, o, b)),
    simtri: (x, p) => similar(x, p, false),
    simtrir: (x, p) => similar(x, p, true),
    contri: (x, p) => [...similar(x, p, false), log(x, p[0], p[1]) - log(x, p[3], p[4])],
    contrir: (x, p) => [...similar(x, p, true), log(x, p[0], p[1]) - log(x, p[3], p[4])],
    aconst: (x, p, value) => [Math.sin(turn(x, p[2], p[3]) - turn(x, p[0], p[1]) - Math.PI * value)],
    lconst: (x, p, value) => [log(x, p[0], p[1]) - Math.log(value)],
    rconst: (x, p, value) => [log(x, p[0], p[1]) - log(x, p[2], p[3]) - Math.log(value)],
  };

  function residuals(relations, x) {
    return relations.flatMap(([name, points, value]) => RESIDUALS[name](x, points, value));
  }

  function worst(relations, x) {
    return residuals(relations, x).reduce((most, r) => Math.max(most, Math.abs(r)), 0);
  }

  /** Accumulate JᵀJ and Jᵀr over the unknown coordinates; `place` is a coordinate's row, or -1. */
  function normalEquations(relations, x, place, count, step) {
    const square = new Float64Array(count * count);
    const right = new Float64Array(count);
    let total = 0;
    for (const [name, points, value] of relations) {
      const at = RESIDUALS[name](x, points, value);
      const columns = [...new Set(points)].flatMap((p) => [2 * p, 2 * p + 1]).filter((k) => place[k] >= 0);
      const slopes = columns.map((k) => {
        const kept = x[k];
        x[k] = kept + step;
        const after = RESIDUALS[name](x, points, value);
        x[k] = kept - step;
        const before = RESIDUALS[name](x, points, value);
        x[k] = kept;
        return after.map((r, i) => (r - before[i]) / (2 * step));
      });
      at.forEach((r, i) => {
        total += r * r;
        columns.forEach((k, j) => {
          const row = place[k] * count;
          right[place[k]] += slopes[j][i] * r;
          columns.forEach((l, m) => {
            square[row + place[l]] += slopes[j][i] * slopes[m][i];
          });
        });
      });
    }
    return { square, right, total };
  }

  /** Solve (A + damping)·y = b for a symmetric A; null if the sum is not positive definite. */
  function solve(square, right, count, damping) {
    const low = Float64Array.from(square);
    const y = Float64Array.from(right);
    for (let i = 0; i < count; i++) {
      low[i * count + i] += damping;
      for (let j = 0; j <= i; j++) {
        let sum = low[i * count + j];
        for (let k = 0; k < j; k++) sum -= low[i * count + k] * low[j * count + k];
        if (i > j) low[i * count + j] = sum / low[j * count + j];
        else if (sum <= 0) return null;
        else low[i * count + i] = Math.sqrt(sum);
      }
      for (let k = 0; k < i; k++) y[i] -= low[i * count + k] * y[k];
      y[i] /= low[i * count + i];
    }
    for (let i = count - 1; i >= 0; i--) {
      for (let k = i + 1; k < count; k++) y[i] -= low[k * count + i] * y[k];
      y[i] /= low[i * count + i];
    }
    return y;
  }

  /** Move the points that are not pinned until the relations hold; null if that fails. */
  function settle(relations, start, pinned, size) {
    let x = Float64Array.from(start);
    const place = new Int32Array(x.length).fill(-1);
    let count = 0;
    for (let k = 0; k < x.length; k++) if (!pinned.has(k >> 1)) place[k] = count++;
    if (!count) return worst(relations, x) < GOOD ? x : null;
    const step = 1e-6 * size;
    let damping = 1e-6;
    for (let round = 0; round < ROUNDS; round++) {
      const { square, right, total } = normalEquations(relations, x, place, count, step);
      if (worst(relations, x) < PRECISE) return x;
      let scale = 0;
      for (let i = 0; i < count; i++) scale = Math.max(scale, square[i * count + i]);
      const move = solve(square, right, count, Math.max(damping, 1e-13) * scale);
      const next = Float64Array.from(x);
      if (move) for (let k = 0; k < x.length; k++) if (place[k] >= 0) next[k] -= move[place[k]];
      const after = residuals(relations, next).reduce((sum, r) => sum + r * r, 0);
      if (move && after < total) {
        x = next;
        damping /= 10;
      } else if (damping > 1e3 || worst(relations, x) < GOOD) {
        break;
      } else {
        damping = Math.max(damping, 1e-12) * 10;
      }
    }
    return worst(relations, x) < GOOD ? x : null;
  }

  /**
   * Move one point towards a target in small steps, so that the other points follow continuously.
   * Other free points stay where they are, unless no figure exists without moving them.
   */
  function drag(figure, x, point, target, size) {
    const others = new Set(figure.free.filter((k) => k !== point));
    const glides = !figure.free.includes(point);
    let now = x;
    let part = 1;
    let left = 1;
    let tries = 0;
    while (left > 1e-9 && tries++ < 40) {
      const from = [now[2 * point], now[2 * point + 1]];
      const gap = [target[0] - from[0], target[1] - from[1]];
      const far = Math.hypot(...gap);
      if (far < 1e-12 * size) break;
      part = Math.min(part, (0.06 * size) / far, 1);
      const start = Float64Array.from(now);
      start[2 * point] += part * gap[0];
      start[2 * point + 1] += part * gap[1];
      const pinned = new Set(others);
      if (!glides) pinned.add(point);
      let found = settle(figure.relations, start, pinned, size);
      if (!found && !glides) found = settle(figure.relations, start, new Set([point]), size);
      if (!found) {
        part /= 2;
        if (part * far < 1e-4 * size) break;
        continue;
      }
      const moved = Math.hypot(found[2 * point] - from[0], found[2 * point + 1] - from[1]);
      now = found;
      if (moved < 1e-3 * part * far) break;
      left = Math.hypot(target[0] - now[2 * point], target[1] - now[2 * point + 1]) / size;
      part = 1;
    }
    return now;
  }

  return { drag, knows: (name) => name in RESIDUALS, residuals, settle, worst };
})();
