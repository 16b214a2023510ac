// The dialog that lists the keys and says what made the page.
import { el } from "./dom";

const KEYS = [
  ["n, p", "next and previous step of the proof"],
  ["1, 2, 3", "proof, graph, statements"],
  ["/", "search"],
  ["a", "answer, certificate, solution of an item, in turn"],
  ["j, k", "next and previous item; arrows too"],
  ["Esc", "leave an enlarged panel; clear the selection"],
  ["Tab, Enter", "go to points, statements, steps; select"],
  ["arrows", "move the focused point, graph or splitter"],
  ["+, −, 0", "zoom the focused figure or graph; fit it into the view"],
  ["?", "this list"],
] as const;

export function helpDialog(engine: string): HTMLDialogElement {
  return el("dialog", { class: "help", "aria-label": "Help" },
    el("h2", {}, "Keys"),
    el("dl", {}, KEYS.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el("p", { class: "hint" }, "Select a statement, step or point anywhere: it lights up everywhere. The address then leads to it, so it can be sent."),
    el("p", { class: "hint" }, `geoengine ${engine}`),
    el("form", { method: "dialog" }, el("button", {}, "Close")));
}
