// Text in PDF: the fonts that every viewer has, their widths, and their codes for characters.

/** The widths of the characters from space to tilde, in thousandths of the size. */
const ROMAN = [
  250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
  921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
  333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];
const ITALIC = [
  250, 333, 420, 500, 500, 833, 778, 214, 333, 333, 500, 675, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 675, 675, 675, 500,
  920, 611, 611, 667, 722, 611, 611, 722, 722, 333, 444, 667, 556, 833, 667, 722, 611, 722, 611, 500, 556, 722, 611, 833, 611, 556, 556, 389, 278, 389, 422, 500,
  333, 500, 500, 444, 500, 444, 278, 500, 500, 278, 278, 444, 278, 722, 500, 500, 500, 500, 389, 389, 278, 500, 444, 667, 444, 444, 389, 400, 275, 400, 541,
];
/** Characters of the font Symbol: code and width. */
const SYMBOL: Readonly<Record<string, readonly [number, number]>> = {
  "√": [0xd6, 549], π: [0x70, 549], "−": [0x2d, 549], "·": [0xd7, 250], "∠": [0xd0, 768], "′": [0xa2, 247],
  α: [0x61, 631], β: [0x62, 549], γ: [0x67, 411], δ: [0x64, 494], θ: [0x71, 521], φ: [0x66, 521],
};

export const FONTS = { F1: "Times-Roman", F2: "Times-Italic", F3: "Symbol" } as const;
export type Font = keyof typeof FONTS;

export interface Piece {
  readonly font: Font;
  readonly codes: readonly number[];
  /** In units of the size. */
  readonly width: number;
}

/** A text in pieces of one font each; a character that no font has becomes a question mark. */
export function piecesOf(text: string, isItalic: boolean): Piece[] {
  const pieces: { font: Font; codes: number[]; width: number }[] = [];
  for (const sign of text) {
    const [font, code, width] = glyphOf(sign, isItalic);
    let last = pieces.at(-1);
    if (last?.font !== font) pieces.push((last = { font, codes: [], width: 0 }));
    last.codes.push(code);
    last.width += width / 1000;
  }
  return pieces;
}

function glyphOf(sign: string, isItalic: boolean): readonly [Font, number, number] {
  const font = isItalic ? "F2" : "F1";
  const widths = isItalic ? ITALIC : ROMAN;
  const symbol = SYMBOL[sign];
  if (symbol) return ["F3", ...symbol];
  const code = sign.codePointAt(0)!;
  const width = widths[code - 32];
  if (width !== undefined) return [font, code, width];
  if (sign === "°") return [font, 0xb0, 400];
  // The other characters of Latin-1 have the same codes in PDF.
  if (code >= 0xa1 && code <= 0xff) return [font, code, 500];
  return [font, 0x3f, 500];
}

/** A string in the syntax of PDF. */
export function literal(codes: readonly number[]): string {
  return `<${codes.map((code) => code.toString(16).padStart(2, "0")).join("")}>`;
}
