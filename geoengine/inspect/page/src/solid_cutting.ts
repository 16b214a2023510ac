// The tools that cut a solid by a plane, which a slider moves.
import { Vector3 } from "three/src/math/Vector3.js";
import { el } from "./dom";
import { cornersOf } from "./solid_bodies";
import type { SolidView } from "./solid_view";
import { plural } from "./words";

const STEPS = 200;

type Choice = "none" | "level" | "facing" | "points" | `area-${number}`;

export class Cutting {
  readonly box: HTMLElement;
  private readonly choice: HTMLSelectElement;
  private readonly slider = el("input", { type: "range", min: "0", max: String(STEPS), step: "any", "aria-label": "Where the plane is", oninput: () => this.move() });
  private readonly points: HTMLSelectElement[];
  private readonly through: HTMLElement;
  private readonly said = el("span", { class: "hint said-section", "aria-live": "polite" });
  private normal = new Vector3(0, 0, 1);
  /** Whether the chosen points do not give a plane. */
  private isUndefined = false;

  constructor(private readonly view: SolidView) {
    const { areas, bodies, points } = view.scene;
    const names = [...points.keys()];
    const option = (value: Choice, text: string) => el("option", { value }, text);
    this.choice = el("select", { "aria-label": "Cutting plane", onchange: () => this.choose() },
      option("none", "Not cut"), option("level", "Cut level"), option("facing", "Cut facing you"),
      areas.map((area, k) => option(`area-${k}`, `Cut parallel to ${this.nameOf(area)}`)),
      names.length > 2 ? option("points", "Cut through points…") : null);
    this.points = [0, 1, 2].map((k) => el("select", { "aria-label": `Point ${k + 1} of the plane`, onchange: () => this.pass() },
      names.map((name) => el("option", { value: name }, name))));
    this.through = el("span", { class: "row through", hidden: true }, this.points);
    this.slider.hidden = true;
    // In a pile of opaque cubes a section would not be seen.
    this.box = el("div", { class: "row cutting", hidden: !bodies.length || !view.scene.model.dashes }, this.choice, this.through, this.slider, this.said);
  }

  /** Cut anew after the solid has moved. */
  follow(): void {
    if (this.choice.value === "points") this.pass();
    else if (this.choice.value !== "none") this.move();
  }

  /** Say what the section is, as drawn. */
  tell(): void {
    const { cut, sections } = this.view;
    const counts = new Map<string, number>();
    for (const { name } of sections) counts.set(name, (counts.get(name) ?? 0) + 1);
    const words = [...counts].map(([name, count]) => (count > 1 ? plural(count, name) : name));
    const text = this.isUndefined ? "These points are on a line: choose others." : cut ? (words.length ? `Section: ${words.join(", ")}` : "The plane misses the solid") : "";
    if (this.said.textContent !== text) this.said.textContent = text;
  }

  private choose(): void {
    const choice = this.choice.value as Choice;
    this.slider.hidden = choice === "none";
    this.through.hidden = choice !== "points";
    this.isUndefined = false;
    if (choice === "none") this.view.cut = null;
    else if (choice === "points") return this.passFirst();
    else {
      if (choice === "level") this.normal.set(0, 0, 1);
      else if (choice === "facing") this.normal.copy(this.view.camera.towards);
      else this.normal.copy(normalOf(thirdsOf(this.view.scene.areas[Number(choice.slice(5))]!)) ?? this.normal);
      this.slider.value = String(STEPS / 2);
      return this.move();
    }
    this.view.redraw();
  }

  /** Go through the first three points that do not lie on a line or in a face. */
  private passFirst(): void {
    const { points, bodies } = this.view.scene;
    const names = [...points.keys()];
    const planes = bodies.flatMap((body) => (body.kind === "sphere" ? [] : body.planes));
    const triples = names.flatMap((a, i) => names.slice(i + 1).flatMap((b, j) => names.slice(i + j + 2).map((c) => [a, b, c])));
    const isInside = (triple: readonly string[]) => {
      const places = triple.map((name) => points.get(name)!);
      return normalOf(places) !== null && !planes.some(({ x, y, z, w }) => places.every((place) => Math.abs(x * place.x + y * place.y + z * place.z + w) < 1e-6));
    };
    const triple = triples.find(isInside) ?? names.slice(0, 3);
    this.points.forEach((select, k) => (select.value = triple[k]!));
    this.pass();
  }

  /** Let the plane go through the chosen points. */
  private pass(): void {
    const places = this.points.map(({ value }) => this.view.scene.points.get(value)!);
    const normal = normalOf(places);
    this.isUndefined = normal === null;
    if (!normal) {
      this.view.cut = null;
      this.view.redraw();
      return;
    }
    this.normal = normal;
    const [low, high] = this.range();
    const offset = normal.dot(places[0]!);
    this.slider.value = String((STEPS * (offset - low)) / (high - low));
    this.view.cut = { normal, offset };
    this.view.redraw();
  }

  private move(): void {
    this.isUndefined = false;
    const [low, high] = this.range();
    const offset = low + ((high - low) * Number(this.slider.value)) / STEPS;
    this.view.cut = { normal: this.normal.clone(), offset };
    this.view.redraw();
  }

  /** The least and the greatest offset at which the plane meets the solid. */
  private range(): [number, number] {
    const steps = this.view.scene.bodies.flatMap(cornersOf).map((place) => place.dot(this.normal));
    return [Math.min(...steps), Math.max(...steps)];
  }

  private nameOf(area: readonly Vector3[]): string {
    const { points } = this.view.scene;
    const names = area.map((corner) => [...points].find(([, place]) => place.distanceTo(corner) < 1e-6)?.[0]);
    return names.every((name) => name !== undefined) ? names.join("") : "the shaded area";
  }
}

/** Three points of a ring, well apart. */
function thirdsOf(ring: readonly Vector3[]): Vector3[] {
  return [0, 1, 2].map((k) => ring[Math.floor((k * ring.length) / 3)]!);
}

/** The normal of the plane of points; null if they lie on a line. */
function normalOf(places: readonly Vector3[]): Vector3 | null {
  const [a, b, c] = places;
  const normal = b!.clone().sub(a!).cross(c!.clone().sub(a!));
  return normal.length() < 1e-6 ? null : normal.normalize();
}
