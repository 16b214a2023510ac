// A facet of the items of a gallery: a few values, of which each item has none, one or several.
import { VERDICTS, type Review } from "./reviews";
import type { FacetData, ModelData } from "./gallery_data";
import { OUTCOME_CODES, outcomeOf } from "./outcomes";

export class Facet {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly labels: readonly string[];
  // The values of row k are codes[starts[k]] to codes[starts[k + 1] - 1].
  readonly starts: Uint32Array;
  readonly codes: Uint16Array;

  constructor({ name, label, values, labels, rows }: FacetData) {
    this.name = name;
    this.label = label;
    this.values = values;
    this.labels = labels;
    this.starts = new Uint32Array(rows.length + 1);
    const codes: number[] = [];
    rows.forEach((row, k) => {
      if (typeof row === "number") codes.push(row);
      else codes.push(...row);
      this.starts[k + 1] = codes.length;
    });
    this.codes = Uint16Array.from(codes);
  }

  /** The labels of an item's values. */
  told(row: number): string[] {
    return [...this.codes.subarray(this.starts[row], this.starts[row + 1])].map((code) => this.labels[code] ?? "");
  }
}

/** The verdicts on items, and whether there is a note. */
export function reviewFacets(reviews: readonly (Review | undefined)[]): Facet[] {
  const verdict = (review: Review | undefined) => VERDICTS.findIndex((one) => one === review?.verdict);
  return [
    new Facet({
      name: "verdict", label: "Your verdict", values: [...VERDICTS, "none"], labels: [...VERDICTS, "no verdict"],
      rows: reviews.map((review) => (verdict(review) < 0 ? VERDICTS.length : verdict(review))),
    }),
    new Facet({
      name: "note", label: "Your note", values: ["yes", "no"], labels: ["with a note", "without"],
      rows: reviews.map((review) => (review?.note ? 0 : 1)),
    }),
  ];
}

/** How the models fared: whether they agree, and each of them. */
export function modelFacets(models: readonly ModelData[], count: number): Facet[] {
  const agreement = Array.from({ length: count }, (_, row) => {
    const asked = models.map(({ outcomes }) => outcomes[row]).filter((outcome) => outcome !== "-");
    const right = asked.filter((outcome) => outcome === "r").length;
    return asked.length === 0 ? 3 : right === asked.length ? 0 : right === 0 ? 1 : 2;
  });
  const together = new Facet(used({
    name: "models", label: "Models", values: ["right", "wrong", "differ", "none"],
    labels: ["all right", "all wrong", "they disagree", "not asked"], rows: agreement,
  }));
  const each = models.map(({ name, outcomes }) => new Facet(used({
    name: `model ${name}`, label: name, values: OUTCOME_CODES.map((code) => outcomeOf(code).name),
    labels: OUTCOME_CODES.map((code) => outcomeOf(code).words),
    rows: Array.from(outcomes, (outcome) => OUTCOME_CODES.indexOf(outcome)),
  })));
  return models.length > 1 ? [together, ...each] : each;
}

/** A facet of one value a row, without the values that no row has. */
function used({ rows, values, labels, ...rest }: Omit<FacetData, "rows"> & { readonly rows: readonly number[] }): FacetData {
  const seen = new Set(rows);
  const kept = [...values.keys()].filter((value) => seen.has(value));
  const place = values.map((_, value) => kept.indexOf(value));
  return { ...rest, values: kept.map((value) => values[value]!), labels: kept.map((value) => labels[value]!), rows: rows.map((value) => place[value]!) };
}
