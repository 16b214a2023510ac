// What an item shows besides its text: pictures, videos, code.
import { el } from "./dom";
import type { MediumData } from "./item_data";

/** The pictures and videos that the solver gets, as large as the panel allows; null if there are none. */
export function mediaPanel(media: readonly MediumData[]): HTMLElement | null {
  if (!media.length) return null;
  return el("div", { class: "media" }, media.map(({ kind, url }, k) => {
    const which = media.length > 1 ? ` ${k + 1} of ${media.length}` : "";
    return kind === "video"
      ? el("video", { src: url, controls: true, preload: "metadata", "aria-label": `The video${which} that the solver gets` })
      : el("img", { src: url, alt: `The picture${which} that the solver gets`, decoding: "async" });
  }));
}

/** A block of code of a prompt, in Markdown, as it is sent. */
export function codePanel(block: string): HTMLElement {
  return el("pre", { class: "code", tabIndex: 0, "aria-label": "Code" }, block);
}
