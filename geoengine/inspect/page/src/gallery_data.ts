// The data of the index of a gallery, as geoengine/inspect/gallery_index.py writes it.

/** A facet; each row has the number of a value, or a list of such numbers. */
export interface FacetData {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly labels: readonly string[];
  readonly rows: readonly (number | readonly number[])[];
}

/** A model, with a character for each row: right, wrong, unreadable, missing, or - if not asked. */
export interface ModelData {
  readonly name: string;
  readonly outcomes: string;
}

export interface GalleryData {
  readonly title: string;
  /** The name of the split, or the names of two that are compared. */
  readonly splits: readonly string[];
  /** The names of their folders, by which reviews are kept. */
  readonly folders: readonly string[];
  readonly engine: string;
  readonly ids: readonly string[];
  /** The rows for which no page could be made. */
  readonly unmade: readonly number[];
  readonly facets: readonly FacetData[];
  readonly numbers: Readonly<Record<string, readonly (number | null)[]>>;
  readonly languages: readonly string[];
  /** The split of each row; empty if there is one. */
  readonly split: readonly number[];
  readonly images: readonly string[];
  readonly image: readonly (number | null)[];
  readonly lines: readonly string[];
  readonly questions: readonly (readonly number[])[];
  readonly options: readonly (readonly number[])[];
  readonly answers: readonly string[];
  readonly models: readonly ModelData[];
}

/** The rows of a gallery, with what they show. */
export class Items {
  readonly count: number;
  private readonly unmade: ReadonlySet<number>;

  constructor(readonly data: GalleryData) {
    this.count = data.ids.length;
    this.unmade = new Set(data.unmade);
  }

  id(row: number): string {
    return this.data.ids[row] ?? "";
  }

  /** The name of a row in addresses; items of a second split may have the ids of the first. */
  key(row: number): string {
    return this.data.split[row] ? `${this.split(row)}/${this.id(row)}` : this.id(row);
  }

  /** The title of the split that an item belongs to. */
  split(row: number): string {
    return this.data.splits[this.data.split[row] ?? 0] ?? this.data.title;
  }

  /** The path to an item's page. */
  page(row: number): string | null {
    return this.unmade.has(row) ? null : `items/${String(row + 1).padStart(6, "0")}.html`;
  }

  image(row: number): string | null {
    const image = this.data.image[row] ?? null;
    return image === null ? null : (this.data.images[image] ?? null);
  }

  question(row: number): string[] {
    return this.texts(this.data.questions[row]);
  }

  options(row: number): string[] {
    return this.texts(this.data.options[row]);
  }

  private texts(lines: readonly number[] = []): string[] {
    return lines.map((line) => this.data.lines[line] ?? "");
  }
}
