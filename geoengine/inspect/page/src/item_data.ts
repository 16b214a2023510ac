// The item in the data of a page: geoengine/inspect/item_data.py and explanation_data.py.
import type { ConstructionData } from "./draft_data";
import type { Relation } from "./figure_data";
import type { SolidData } from "./solid_data";

export interface MediumData {
  readonly kind: "picture" | "video";
  readonly url: string;
}

/** A part of a prompt; the texts of all parts, joined, are the prompt. */
export type PromptPart = readonly [kind: "question" | "code" | "options" | "text", text: string];

export interface PromptData {
  readonly name: string;
  readonly parts: readonly PromptPart[];
}

export interface AnswerData {
  readonly kind: "choice" | "value" | "named" | "draft";
  readonly text: string;
  /** The number of the right option, from 1; null for other kinds. */
  readonly key: number | null;
  readonly notes: readonly string[];
  /** The steps of a construction. */
  readonly lines: readonly { readonly text: string; readonly commands: readonly string[] }[];
}

/** A statement among the words of a certificate; `state` is its number on the page, if it has one. */
export interface StatementData {
  readonly text: string;
  readonly relation: Relation | null;
  readonly state: number | null;
  /** Whether the certificate says that it is false. */
  readonly isFalse: boolean;
}

/** Another figure of the same points; it lacks the points that are `absent`. */
export interface OtherFigureData {
  readonly xy: readonly (readonly [number, number])[];
  readonly absent: readonly number[];
  readonly fails: readonly Relation[];
  readonly holds: readonly Relation[];
}

export interface RemarkData {
  readonly words: readonly (string | StatementData)[];
  readonly figure: OtherFigureData | null;
}

/** A numbered line of the question, and the step or state of the page that it concludes. */
export interface LineData {
  readonly number: number;
  readonly step: number | null;
  readonly state: number | null;
}

/** A path or a text of a drawing; what is left out has the default of geoengine/items/listing.py. */
export interface ShapeData {
  readonly d?: string;
  readonly text?: string;
  readonly at?: readonly [number, number];
  readonly stroke?: string;
  readonly fill?: string;
  readonly width?: number;
  readonly dash?: string;
  readonly opacity?: number;
}

export type Lines = readonly [first: number, last: number];

/** One thing that code draws: the lines that draw it, and those that called the functions around them. */
export interface DrawnStepData {
  readonly lines: Lines;
  readonly calls: readonly Lines[];
  readonly shapes: readonly ShapeData[];
}

export interface ListingData {
  readonly code: string;
  readonly language: string;
  readonly width: number;
  readonly height: number;
  readonly steps: readonly DrawnStepData[];
}

export interface ItemData {
  readonly id: string;
  /** The name of the split; empty for an item alone. */
  readonly split: string;
  readonly task: string;
  /** What may be shown with the question. */
  readonly tags: readonly string[];
  readonly language: string;
  readonly media: readonly MediumData[];
  /** The solid that can be turned, or why there is none; null if items of this kind have none. */
  readonly solid: SolidData | { readonly excuse: string } | null;
  /** The code and what each line draws, or why there is none; null if items of this kind show no code. */
  readonly listing: ListingData | { readonly excuse: string } | null;
  readonly prompts: readonly PromptData[];
  readonly options: readonly string[];
  readonly answer: AnswerData;
  /** The construction that is the answer, which can be followed; null if it is none. */
  readonly construction: ConstructionData | null;
  readonly about: readonly (readonly [name: string, value: string])[];
  readonly lines: readonly LineData[];
  readonly certificate: { readonly language: string; readonly remarks: readonly RemarkData[]; readonly options: readonly (readonly RemarkData[])[] };
  readonly raw: string;
}
