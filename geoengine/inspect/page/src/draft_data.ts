// The construction of an item in the data of a page: geoengine/inspect/draft_data.py.

/** A number, a name, true or false, or an operator with values. */
export type Expression = number | string | boolean | readonly [string, ...unknown[]];

export interface StatementRow {
  readonly names: readonly string[];
  readonly kind: string;
  /** What is made beside these, with its number among the vertices or sides. */
  readonly parts: readonly (readonly [name: string, of: "vertex" | "side", number: number])[];
  readonly value: Expression;
  /** The step that it belongs to; 0 for what is given. */
  readonly step: number;
}

export interface Condition {
  readonly text: string;
  readonly value: Expression;
}

export interface ConstructionData {
  readonly statements: readonly StatementRow[];
  /** The names of what can be moved. */
  readonly free: readonly string[];
  readonly window: readonly [left: number, low: number, right: number, high: number];
  /** What is true of what is given. */
  readonly where: readonly Condition[];
  readonly goals: readonly Condition[];
}
