// The panel of a solid: the picture that is turned, and its tools.
import { el } from "./dom";
import { Cutting } from "./solid_cutting";
import type { SolidData } from "./solid_data";
import { addTurning } from "./solid_gestures";
import { MotionSliders } from "./solid_motion";
import { SolidView } from "./solid_view";

/** Degrees for a second, while it turns by itself; and a step where motion is to be reduced. */
const SPEED = 30;
const STEP = 15;
const ZOOM = 1.2;

export class SolidPanel {
  readonly box: HTMLElement;
  readonly view: SolidView;
  private readonly cutting: Cutting;
  private readonly motion: MotionSliders | null;
  private readonly reduced = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly player = el("button", { class: "quiet play", type: "button", onclick: () => this.play(!this.isPlaying) });
  private readonly said = el("span", { class: "hint seen-from", "aria-live": "off" });
  private readonly perspective = el("input", { type: "checkbox", onchange: () => {
    this.view.isPerspective = this.perspective.checked;
    this.view.redraw();
  } });
  private isPlaying = false;
  private last = 0;

  constructor(data: SolidData) {
    this.view = new SolidView(data, () => this.reduced.matches);
    this.cutting = new Cutting(this.view);
    this.motion = data.motion && new MotionSliders(data.model, data.motion, (model) => {
      this.view.show(model);
      this.cutting.follow();
    });
    const draw = this.view.draw.bind(this.view);
    this.view.draw = () => {
      draw();
      this.tell();
    };
    addTurning(this.view, () => this.play(false));
    this.play(false);
    const zoom = (text: string, name: string, factor: number) =>
      el("button", { class: "quiet zoom", type: "button", title: name, "aria-label": name, onclick: () => this.view.enlarge(factor) }, text);
    const stage = el("div", { class: "solid-stage" }, this.view.root);
    new ResizeObserver(() => this.view.resize(stage.clientWidth, stage.clientHeight)).observe(stage);
    this.box = el("div", { class: "solid-box" },
      el("div", { class: "row tools", role: "toolbar", "aria-label": "Solid" },
        this.player, zoom("−", "Zoom out", 1 / ZOOM), zoom("+", "Zoom in", ZOOM),
        el("button", { class: "quiet", type: "button", title: "Back to the view of the picture", onclick: () => this.reset() }, "Reset"),
        el("label", { class: "perspective" }, this.perspective, "Perspective"), this.said),
      stage,
      this.motion?.box,
      this.cutting.box,
      el("p", { class: "unseen", id: "solid-help" }, "Drag or use the arrow keys to turn it; plus and minus zoom, 0 resets the view."));
    this.view.redraw();
  }

  /** The view of the picture, and the position of the points in it. */
  private reset(): void {
    this.play(false);
    this.motion?.reset();
    this.view.reset();
  }

  private play(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    this.player.textContent = isPlaying ? "Pause" : "Turn";
    this.player.title = isPlaying ? "Stop turning" : "Let it turn by itself";
    this.player.setAttribute("aria-pressed", String(isPlaying));
    this.last = 0;
    if (isPlaying) requestAnimationFrame((time) => this.advance(time));
  }

  private advance(time: number): void {
    if (!this.isPlaying) return;
    const passed = this.last ? Math.min((time - this.last) / 1000, 1) : 0;
    if (!this.reduced.matches) this.view.turn(SPEED * passed, 0);
    else if (passed >= STEP / SPEED) this.view.turn(STEP, 0);
    if (!this.last || !this.reduced.matches || passed >= STEP / SPEED) this.last = time;
    requestAnimationFrame((next) => this.advance(next));
  }

  private tell(): void {
    const { azimuth, elevation, isPerspective } = this.view;
    this.perspective.checked = isPerspective;
    this.said.textContent = `${Math.round(azimuth + 360) % 360}° around, ${Math.round(elevation)}° up`;
    this.cutting.tell();
  }
}
