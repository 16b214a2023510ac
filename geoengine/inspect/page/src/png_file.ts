// The figure as a PNG file.
import type { Drawing } from "./drawing";
import { cropped } from "./picture_file";
import { svgFile } from "./svg_file";

/** A PNG file that shows a drawing, with so many pixels for each pixel of the page. */
export async function pngFile(drawing: Drawing, scale: number): Promise<Blob> {
  const { width, height } = cropped(drawing);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgFile(drawing))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no PNG"))), "image/png");
  });
}
