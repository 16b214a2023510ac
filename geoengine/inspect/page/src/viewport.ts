// The part of the plane that is seen: pixels of the picture to units of the figure, and back.
import type { Position } from "./drawing";

/** The longest and shortest scale, as multiples of that which fits the figure. */
const CLOSEST = 60;
const FARTHEST = 0.2;
const MARGIN = 40;
const LEAST_MARGIN = 26;

export interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

export class Viewport {
  width = 520;
  height = 520;
  /** Pixels for a unit. */
  scale = 1;
  left = 0;
  high = 0;
  private fitting = 1;

  toScreen([x, y]: Position): Position {
    return [(x - this.left) * this.scale, (this.high - y) * this.scale];
  }

  toPlane([x, y]: Position): Position {
    return [this.left + x / this.scale, this.high - y / this.scale];
  }

  /** Change the size in pixels; what is in the middle stays there. */
  resize(width: number, height: number): void {
    const [x, y] = this.toPlane([this.width / 2, this.height / 2]);
    this.width = width;
    this.height = height;
    this.left = x - width / 2 / this.scale;
    this.high = y + height / 2 / this.scale;
  }

  /** Show a part of the plane as large as possible, within a margin for labels. */
  fit({ left, right, low, high }: Bounds): void {
    const margin = Math.max(LEAST_MARGIN, Math.min(MARGIN, 0.09 * Math.min(this.width, this.height)));
    const across = Math.max(40, this.width - 2 * margin) / (right - left || 1e-9);
    const up = Math.max(40, this.height - 2 * margin) / (high - low || 1e-9);
    this.scale = Math.min(across, up);
    this.fitting = this.scale;
    this.left = (left + right) / 2 - this.width / 2 / this.scale;
    this.high = (low + high) / 2 + this.height / 2 / this.scale;
  }

  /** Scale by a factor; what is at a position of the picture stays there. */
  zoom(factor: number, at: Position = [this.width / 2, this.height / 2]): void {
    const [x, y] = this.toPlane(at);
    this.scale = Math.max(FARTHEST * this.fitting, Math.min(CLOSEST * this.fitting, this.scale * factor));
    this.left = x - at[0] / this.scale;
    this.high = y + at[1] / this.scale;
  }

  /** Move what is seen by pixels. */
  pan(dx: number, dy: number): void {
    this.left -= dx / this.scale;
    this.high += dy / this.scale;
  }

  /** Whether a position of the picture is inside, at least `by` pixels from its edge. */
  holds([x, y]: Position, by = 0): boolean {
    return x >= by && y >= by && x <= this.width - by && y <= this.height - by;
  }
}
