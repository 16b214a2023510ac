// The outcomes of responses, by the characters that stand for them in the data of the pages.

interface OutcomeWords {
  readonly sign: string;
  readonly words: string;
  /** Its name in addresses. */
  readonly name: string;
}

const OUTCOMES: ReadonlyMap<string, OutcomeWords> = new Map([
  ["r", { sign: "✓", words: "right", name: "right" }],
  ["w", { sign: "✗", words: "wrong", name: "wrong" }],
  ["u", { sign: "?", words: "no answer found", name: "unclear" }],
  ["m", { sign: "∅", words: "no response", name: "missing" }],
  ["-", { sign: "–", words: "not asked", name: "none" }],
]);

/** The characters, the best outcome first. */
export const OUTCOME_CODES: readonly string[] = [...OUTCOMES.keys()];

/** The sign, words and name of an outcome. */
export function outcomeOf(code: string): OutcomeWords {
  return OUTCOMES.get(code) ?? { sign: "", words: code, name: code };
}
