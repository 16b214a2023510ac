// The menu "Save the figure as": pictures and constructions, made in the browser.
import { el } from "./dom";
import { download, fileName } from "./download";
import type { Drawing } from "./drawing";
import { type Shown, geogebraFile } from "./geogebra_file";
import { pdfFile } from "./pdf_file";
import { pngFile } from "./png_file";
import { svgFile } from "./svg_file";
import { tikzFile } from "./tikz_file";

export interface Saved extends Shown {
  readonly message: HTMLElement;
  drawing(): Drawing;
}

interface Format {
  readonly text: string;
  readonly ending: string;
  readonly type: string;
  make(figure: Saved): BlobPart | Promise<BlobPart>;
}

const FORMATS: readonly Format[] = [
  { text: "SVG", ending: "svg", type: "image/svg+xml", make: (figure) => svgFile(figure.drawing()) },
  { text: "PNG, 2×", ending: "png", type: "image/png", make: (figure) => pngFile(figure.drawing(), 2) },
  { text: "PNG, 4×", ending: "png", type: "image/png", make: (figure) => pngFile(figure.drawing(), 4) },
  { text: "PDF", ending: "pdf", type: "application/pdf", make: (figure) => pdfFile(figure.drawing()) },
  { text: "TikZ (for LaTeX)", ending: "tex", type: "application/x-tex", make: (figure) => tikzFile(figure.drawing(), figure.figure.points) },
  { text: "GeoGebra (the construction)", ending: "ggb", type: "application/vnd.geogebra.file", make: geogebraFile },
];

export class SaveMenu {
  readonly box: HTMLSpanElement;
  private readonly figure: Saved;
  private readonly title: string;
  private readonly button: HTMLButtonElement;
  private readonly menu: HTMLDivElement;
  private readonly items: readonly HTMLButtonElement[];

  constructor(figure: Saved, title: string) {
    this.figure = figure;
    this.title = title;
    this.button = el("button", { class: "quiet", "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": "Save the figure as", title: "Save the figure as a file", onclick: () => this.open(Boolean(this.menu.hidden)) }, "Save");
    this.items = FORMATS.map((format) => el("button", { role: "menuitem", tabIndex: -1, onclick: () => this.choose(format) }, format.text));
    this.menu = el("div", { class: "save-menu", role: "menu", "aria-label": "Save the figure as", hidden: true }, this.items);
    this.box = el("span", { class: "save", onkeydown: (event: KeyboardEvent) => this.press(event) }, this.button, this.menu);
    this.box.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.box.contains(relatedTarget))) this.open(false);
    });
  }

  private open(isOpen: boolean, at = 0): void {
    if (isOpen === !this.menu.hidden) return;
    this.menu.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    // Kept within the window, whatever the place of the button.
    this.menu.style.translate = "0";
    const { left, right } = this.menu.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    this.menu.style.translate = `${Math.min(0, width - 4 - right) + Math.max(0, 4 - left)}px`;
    this.items.at(at)?.focus();
  }

  private press(event: KeyboardEvent): void {
    const at = this.items.findIndex((item) => item === document.activeElement);
    const count = this.items.length;
    const isOpen = !this.menu.hidden;
    if (event.key === "Escape" && isOpen) {
      this.button.focus();
      this.open(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const by = event.key === "ArrowDown" ? 1 : -1;
      if (isOpen) this.items[(at + by + count) % count]?.focus();
      else this.open(true, by > 0 ? 0 : -1);
    } else if (isOpen && (event.key === "Home" || event.key === "End")) this.items.at(event.key === "Home" ? 0 : -1)?.focus();
    else {
      // Enter and space press the item; no key of the open menu is a key of the page.
      if (isOpen && event.key !== "Tab") event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private async choose(format: Format): Promise<void> {
    this.button.focus();
    this.open(false);
    const name = fileName(this.title, format.ending, "figure");
    try {
      download(name, new Blob([await format.make(this.figure)], { type: format.type }));
      this.figure.message.textContent = `Saved as ${name}.`;
    } catch (error) {
      this.figure.message.textContent = `The figure could not be saved: ${error instanceof Error ? error.message : String(error)}.`;
    }
  }
}
