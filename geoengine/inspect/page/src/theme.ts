// The choice of colours: the system's, light or dark.
import { el } from "./dom";
import { recall, remember } from "./memory";

const THEMES = ["auto", "light", "dark"];

/** A button that goes through the themes; `themechange` is sent to the document. */
export function themeButton(): HTMLButtonElement {
  const button = el("button", { class: "quiet", title: "Colours: the system's, light, or dark" });
  let theme = recall("theme", "auto");
  const show = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Colours: ${theme}`;
    document.dispatchEvent(new Event("themechange"));
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
    remember("theme", theme);
    show();
  });
  show();
  return button;
}
