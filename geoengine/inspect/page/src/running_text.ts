// Links in running text: names of points, statements and numbers of steps lead to what they mean.
import { thingLink } from "./selection";

/** What a text may speak of. */
export interface Vocabulary {
  readonly points: readonly string[];
  /** Statements, by their texts. */
  readonly states: ReadonlyMap<string, number>;
  /** The steps of the proof that "step 5" belongs to. */
  readonly steps: readonly number[];
}

const BEFORE = "(?<![\\p{L}\\p{N}_])";
const AFTER = "(?![\\p{L}\\p{N}_])";
// A sentence may begin with the article: "A point lies …", but not "A and B lie …".
const ARTICLE = /^A (?!and |is |lies |to )[a-z]/;
// Names in small letters may make up words: only short ones are links, and never these.
const WORDS = new Set("a all an and any arc are as at be but by can cut do end for has if in is it its let lie me meet mid no not of off on one or our out set side so sum that the tip to two up us we".split(" "));
const LONGEST = 3;

export class TextLinker {
  private readonly name: RegExp | null;
  private readonly pattern: RegExp;

  constructor(private readonly vocabulary: Vocabulary) {
    const names = alternatives(vocabulary.points);
    const statements = alternatives([...vocabulary.states.keys()]);
    this.name = names ? new RegExp(names, "gu") : null;
    this.pattern = new RegExp(
      [
        "\\[(?<bracket>\\d+)\\]|\\b[Ss]teps? (?<step>\\d+)\\b",
        statements && `${BEFORE}(?<statement>${statements})${AFTER}`,
        names && `${BEFORE}(?<points>(?:${names})+)${AFTER}`,
      ].filter(Boolean).join("|"),
      "gu",
    );
  }

  link(text: string): (Node | string)[] {
    return replaced(text, this.pattern, (found) => this.links(found, text));
  }

  private links(found: RegExpExecArray, text: string): (Node | string)[] {
    const { bracket, step, statement, points } = found.groups ?? {};
    const [whole] = found;
    if (bracket ?? step) {
      const id = this.vocabulary.steps[Number(bracket ?? step) - 1];
      return [id === undefined ? whole : thingLink("reference", { kind: "step", id }, whole)];
    }
    if (statement) return [thingLink("state", { kind: "state", id: this.vocabulary.states.get(statement)! }, whole)];
    const at = found.index;
    const isArticle = /(^|[.!?]\s+)$/.test(text.slice(0, at)) && ARTICLE.test(text.slice(at));
    const named = (this.name && points?.match(this.name)) ?? [];
    const isWord = /^\p{Ll}/u.test(whole) && (WORDS.has(whole) || named.length > LONGEST);
    if (isArticle || isWord) return [whole];
    return named.map((name) => thingLink("point", { kind: "point", id: this.vocabulary.points.indexOf(name) }, name));
  }
}

/** A text in which what is made of each match of a pattern stands in its place. */
export function replaced(text: string, pattern: RegExp, make: (found: RegExpExecArray) => readonly (Node | string)[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(end, found.index), ...make(found));
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}

function alternatives(texts: readonly string[]): string {
  const longest = [...texts].sort((one, other) => other.length - one.length);
  return longest.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
}
