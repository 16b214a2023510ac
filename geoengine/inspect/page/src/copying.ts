// A button that copies a text, and says whether it could.
import { el } from "./dom";

export function copyButton(name: string, title: string, text: () => string): HTMLElement {
  const said = el("span", { class: "hint", "aria-live": "polite" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      said.textContent = "Copied.";
    } catch {
      said.textContent = "The browser does not allow copying here; select the text.";
    }
  };
  return el("span", { class: "copy" }, el("button", { class: "quiet", type: "button", title, onclick: copy }, name), said);
}
