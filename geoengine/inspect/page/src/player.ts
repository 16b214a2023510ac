// Playing: going on from step to step by itself, until it is paused or there is no next step.
import { el } from "./dom";

/** Seconds for a step, by the names of the speeds. */
const SPEEDS = { slow: 5, normal: 2.5, fast: 1 } as const;

export class Player {
  readonly controls: HTMLElement;
  private readonly button = el("button", { title: "Walk the proof step by step", onclick: () => (this.isPlaying ? this.stop() : this.start()) });
  private readonly speed: HTMLSelectElement;
  private timer: number | undefined;
  private taken = 0;

  /** `next` goes on by a step; whether there is another one after it. */
  constructor(private readonly next: () => boolean) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.speed = el("select", { "aria-label": "Speed" }, Object.keys(SPEEDS).map((name) => el("option", { value: name }, name)));
    this.speed.value = calm ? "slow" : "normal";
    this.controls = el("span", { class: "row player" }, this.button, this.speed);
    this.show();
  }

  get isPlaying(): boolean {
    return this.timer !== undefined;
  }

  /** Whether no step has been taken since playing began. */
  isFresh(): boolean {
    return this.taken === 0;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.show();
  }

  private start(): void {
    this.taken = 0;
    this.timer = 0;
    this.tick();
    this.show();
  }

  private tick(): void {
    const goesOn = this.next();
    this.taken += 1;
    if (!goesOn) this.stop();
    else this.timer = window.setTimeout(() => this.tick(), 1000 * SPEEDS[this.speed.value as keyof typeof SPEEDS]);
  }

  private show(): void {
    this.button.textContent = this.isPlaying ? "⏸ Pause" : "▶ Play";
  }
}
