// Sliders that move the points of a solid through the positions that its record allows.
import { el } from "./dom";
import { changed, type MotionData, type SolidModel } from "./solid_data";

export class MotionSliders {
  readonly box: HTMLElement;
  private readonly sliders: readonly HTMLInputElement[];
  private place: number[];

  constructor(private readonly model: SolidModel, private readonly motion: MotionData, private readonly show: (model: SolidModel) => void) {
    this.place = [...motion.drawn];
    this.sliders = motion.counts.map((count, axis) =>
      el("input", { type: "range", min: "0", max: String(count - 1), step: "1", value: String(motion.drawn[axis]), "aria-label": this.nameOf(axis), oninput: () => this.move(axis) }));
    this.box = el("div", { class: "row motion" }, this.sliders.map((slider, axis) => el("label", {}, el("span", {}, this.nameOf(axis)), slider)));
  }

  /** Back to the position of the picture. */
  reset(): void {
    this.place = [...this.motion.drawn];
    this.update();
  }

  private nameOf(axis: number): string {
    const { moved } = this.motion;
    const named = (points: readonly string[]) => (points.length ? points.slice(0, 4).join(", ") + (points.length > 4 ? ", …" : "") : "the solid");
    const same = moved.map(named).filter((name) => name === named(moved[axis]!)).length;
    return `Move ${named(moved[axis]!)}${same > 1 ? ` (${axis + 1})` : ""}`;
  }

  private move(axis: number): void {
    this.place[axis] = Number(this.sliders[axis]!.value);
    this.place = this.nearest(axis);
    this.update();
  }

  /** The nearest place at which there is a figure; along `axis` it stays where it is, if it can. */
  private nearest(axis: number): number[] {
    const { counts, positions } = this.motion;
    let best = this.motion.drawn;
    let least = Infinity;
    positions.forEach((position, number) => {
      if (!position) return;
      const place = placeOf(number, counts);
      const gap = place.reduce((sum, one, k) => sum + Math.abs(one - this.place[k]!) * (k === axis ? 1000 : 1), 0);
      if (gap < least) [least, best] = [gap, place];
    });
    return [...best];
  }

  private update(): void {
    this.sliders.forEach((slider, axis) => (slider.value = String(this.place[axis])));
    const number = this.place.reduce((sum, one, axis) => sum * this.motion.counts[axis]! + one, 0);
    this.show(changed(this.model, this.motion.positions[number] ?? {}));
  }
}

/** The place along each axis of a position; the last axis is the fastest. */
function placeOf(number: number, counts: readonly number[]): number[] {
  let rest = number;
  return [...counts].reverse().map((count) => {
    const place = rest % count;
    rest = (rest - place) / count;
    return place;
  }).reverse();
}
