// The data of a page, as Python writes it: geoengine/inspect/problem_data.py, proof_data.py, state_table.py
// and item_data.py.

import type { FigureData, Relation } from "./figure_data";
import type { ItemData } from "./item_data";
import type { GalleryPlace } from "./item_walk";
import type { ResponseData } from "./responses_panel";

/** A statement: formal, in symbols, as LaTeX, in English, what it relates, and 1 for a premise, 2 for one that places an added point. */
export type StateRow = readonly [formal: string, plain: string, latex: string, words: string, relation: Relation, given: 0 | 1 | 2];

/** A step: its rule, the state it concludes, those it starts from, conditions, the points for the letters of the rule, and what the figure decides, if anything. */
export type StepRow = readonly [
  rule: number, conclusion: number, antecedents: readonly number[], conditions: readonly string[],
  mapping: Readonly<Record<string, string>>, choice: string | null,
];

export interface RuleData {
  readonly id: string;
  readonly name: string;
  readonly statement: string;
  readonly given?: readonly string[];
  readonly where?: readonly string[];
  readonly then?: readonly string[];
}

/** A factor, a quantity, and the rows of the two points that it is about. */
export type TermData = readonly [factor: string, text: string, points: readonly [number, number]];

export interface EquationData {
  readonly terms: readonly TermData[];
  readonly right: string;
}

/** Equations with factors, each from a state or another statement, and what they add up to. */
export interface SumData {
  readonly addends: readonly (readonly [factor: string, equation: EquationData, from: number | string])[];
  readonly total: EquationData;
}

export interface ProofData {
  readonly title: string;
  readonly goal: number;
  readonly premises: readonly number[];
  readonly steps: readonly number[];
  /** Other texts for states, in symbols and as LaTeX. */
  readonly texts: Readonly<Record<number, readonly [plain: string, latex: string]>>;
  readonly legend: string;
  /** The sums behind each step. */
  readonly sums?: readonly (readonly SumData[])[];
}

/** An attempt of a search for auxiliary points. */
export interface AttemptData {
  readonly number: number;
  /** The attempt whose points it keeps. */
  readonly parent: number | null;
  /** How many attempts it goes on from. */
  readonly depth: number;
  /** Whether it gave the proof, or the one that did goes on from it. */
  readonly leads: boolean;
  readonly reached: boolean;
  readonly progress: number;
  readonly openings: number;
  readonly points: readonly (readonly [name: string, sentence: string, inProof: string | null, isKept: boolean])[];
}

/** A search for auxiliary points: of many attempts, those that came nearest to the goals. */
export interface SearchData {
  readonly attempts: number;
  readonly tried: number;
  readonly proved: number | null;
  /** Why there is no proof, if there is none. */
  readonly ended: string | null;
  readonly rows: readonly AttemptData[];
}

export interface PageData {
  readonly kind: "problem" | "proof" | "item";
  readonly title: string;
  readonly engine: string;
  readonly text: string | null;
  /** The sentences of the text, each with the premises that it states. */
  readonly sentences?: readonly (readonly [text: string, premises: readonly number[]])[];
  readonly jgex: string | null;
  readonly figure: FigureData | null;
  readonly states: readonly StateRow[];
  readonly steps: readonly StepRow[];
  readonly rules: readonly RuleData[];
  readonly depths: readonly number[];
  /** The positions of the states of a large graph. */
  readonly places?: readonly (readonly [number, number])[];
  readonly proofs: readonly ProofData[];
  /** The search for the points that the proof adds, if that is known. */
  readonly search?: SearchData | null;
  readonly unproved: readonly { readonly goal: string; readonly why: string }[];
  readonly answers: readonly { readonly question: string; readonly answer: string | null }[];
  readonly stopped: string | null;
  /** The gallery that the page of an item belongs to. */
  readonly gallery?: GalleryPlace;
  /** What models answered, if the gallery was written with their responses. */
  readonly responses?: readonly ResponseData[];
  readonly item?: ItemData;
}
