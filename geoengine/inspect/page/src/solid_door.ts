// The solid of an item on its page. The program that turns it is loaded by pages with a solid only.
import { el } from "./dom";
import type { ItemData } from "./item_data";
import type { SolidData } from "./solid_data";
import type { SolidPanel } from "./solid_panel";

declare global {
  interface Window {
    /** Makes the panel of a solid; there on pages that have one. */
    solidPanel?: (data: SolidData) => SolidPanel;
    solid?: SolidPanel;
  }
}

/** What shows a solid; null if there is none to show. */
export function solidBox(data: ItemData["solid"]): HTMLElement | null {
  if (!data) return null;
  if ("excuse" in data) return el("p", { class: "hint" }, `This solid cannot be turned: ${data.excuse}.`);
  window.solid = window.solidPanel?.(data);
  return window.solid?.box ?? null;
}
