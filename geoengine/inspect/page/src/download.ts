// Saving a file that the page has made.
import { el } from "./dom";

/** A name for a file, of a title that may hold any characters: only letters, digits, dots, hyphens and underscores. */
export function fileName(title: string, ending: string, missing: string): string {
  return `${title.replace(/[^\p{L}\p{N}._-]+/gu, "_").replace(/^[_.]+|_+$/g, "") || missing}.${ending}`;
}

export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  el("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
