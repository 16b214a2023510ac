// The dialog that lists the keys and says what made the page.
import { el } from "./dom";

/** `keys` are the keys with what they do; `hint` is said below them. */
export function helpDialog(keys: readonly (readonly [key: string, what: string])[], engine: string, hint?: string): HTMLDialogElement {
  return el("dialog", { class: "help", "aria-label": "Help" },
    el("h2", {}, "Keys"),
    el("dl", {}, keys.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    hint ? el("p", { class: "hint" }, hint) : null,
    el("p", { class: "hint" }, `geoengine ${engine}`),
    el("form", { method: "dialog" }, el("button", {}, "Close")));
}
