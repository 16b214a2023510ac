// A drawing as it is written to files: in light colours, without the empty margins of its panel.
import { type Drawing, LOWERED, type Label, type Position, type Role, type Shape, SUBSCRIPT } from "./drawing";

/** The light colours of the page, as six hexadecimal digits. */
export const COLOURS: Readonly<Record<Role, string>> = {
  ink: "1b1f24", mark: "44506a", faint: "97a1ae", quiet: "5a6472", one: "b84e00", two: "00619a", ground: "00785a",
  selected: "a8286f", panel: "ffffff",
};

/** The width of the line in the background's colour around a text, in pixels. */
export const HALO = 4;

const MARGIN = 6;

/** The drawing without empty margins; what the panel cuts off stays cut off. */
export function cropped(drawing: Drawing): Drawing {
  const boxes = drawing.shapes.map(boxOf);
  const left = Math.max(0, Math.min(...boxes.map((box) => box[0])) - MARGIN);
  const top = Math.max(0, Math.min(...boxes.map((box) => box[1])) - MARGIN);
  const right = Math.min(drawing.width, Math.max(...boxes.map((box) => box[2])) + MARGIN);
  const bottom = Math.min(drawing.height, Math.max(...boxes.map((box) => box[3])) + MARGIN);
  if (!(left < right && top < bottom)) return drawing;
  return { width: right - left, height: bottom - top, shapes: drawing.shapes.map((shape) => moved(shape, -left, -top)) };
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

function boxOf(shape: Shape): Box {
  const around = (points: readonly Position[], by: number): Box => {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    return [Math.min(...xs) - by, Math.min(...ys) - by, Math.max(...xs) + by, Math.max(...ys) + by];
  };
  switch (shape.kind) {
    case "line":
      return around([shape.from, shape.to], 0);
    case "path":
      return around(shape.points, 0);
    case "circle":
    case "arc":
      return around([shape.center], shape.radius);
    case "text": {
      const half = widthOf(shape) / 2;
      const [x, y] = shape.at;
      return [x - half, y - shape.size, x + half, y + LOWERED + 0.25 * shape.size];
    }
  }
}

/** About how wide a label is: the exact width depends on the font that shows it. */
function widthOf({ runs, size }: Label): number {
  return runs.reduce((sum, { text, isSubscript }) => sum + 0.65 * size * (isSubscript ? SUBSCRIPT : 1) * text.length, 0);
}

function moved(shape: Shape, dx: number, dy: number): Shape {
  const by = ([x, y]: Position): Position => [x + dx, y + dy];
  switch (shape.kind) {
    case "line":
      return { ...shape, from: by(shape.from), to: by(shape.to) };
    case "path":
      return { ...shape, points: shape.points.map(by) };
    case "circle":
    case "arc":
      return { ...shape, center: by(shape.center) };
    case "text":
      return { ...shape, at: by(shape.at) };
  }
}

/** A number with a few decimals and no trailing zeros. */
export function short(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return (text.includes(".") ? text.replace(/\.?0+$/, "") : text).replace(/^-0$/, "0");
}
