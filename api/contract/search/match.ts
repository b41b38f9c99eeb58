import { partWeights } from './found.ts';

/** A keyword and its corrections. */
export type Term = {
  /** As it was typed, folded. */
  typed: string;
  /** Whether it may be a prefix: people search while they type. */
  begins: boolean;
  /** Whether it is one of several letter pairs of a text without spaces. */
  isPart: boolean;
  /** Similar words when it may be misspelt. `quality`: how similar they are. */
  near: readonly { word: string; quality: number }[];
};

/** Factor of a match by its kind. */
export const quality = { exact: 1, begins: 0.8, oneEdit: 0.5, twoEdits: 0.3 } as const;

/** How well a bike matches the keywords. */
export type Match = {
  /** Number of matched keywords. */
  terms: number;
  /** Sum over the keywords: the weight of the best part that has it, times its quality. */
  score: number;
  /** Number of keywords that follow the one before in the bike's name. */
  adjacent: number;
};

const nothing: Match = { terms: 0, score: 0, adjacent: 0 };

/** Reads a bike's text by its parts. */
class Text {
  readonly #text: string;
  /** Ends of the parts. */
  readonly #ends: number[] = [];
  readonly #start: number;

  constructor(indexText: string) {
    this.#text = indexText;
    this.#start = indexText.indexOf('\n');
    for (let at = this.#start; at >= 0 && this.#ends.length < partWeights.length; ) {
      at = indexText.indexOf('\n', at + 1);
      this.#ends.push(at < 0 ? indexText.length : at);
    }
  }

  /** Weight of the first part that contains this; the first part weighs most. */
  #weight(wanted: string): number {
    const at = this.#start < 0 ? -1 : this.#text.indexOf(wanted, this.#start);
    return at < 0 ? 0 : (partWeights[this.#ends.findIndex((end) => at < end)] ?? 0);
  }

  weightOf({ typed, begins, near }: Term): number {
    let best = this.#weight(` ${typed} `) * quality.exact;
    // A prefix match could not score higher.
    if (begins && best < partWeights[0] * quality.begins)
      best = Math.max(best, this.#weight(` ${typed}`) * quality.begins);
    for (const one of near) best = Math.max(best, this.#weight(` ${one.word} `) * one.quality);
    return best;
  }

  isCalled(name: string): boolean {
    const at = this.#start < 0 ? -1 : this.#text.indexOf(name, this.#start);
    return at >= 0 && at < (this.#ends[0] ?? 0);
  }
}

/** Matches a bike's text against keywords. */
export function matchOf(indexText: string, terms: readonly Term[]): Match {
  if (terms.length === 0) return nothing;
  const text = new Text(indexText);
  let [met, score, adjacent] = [0, 0, 0];
  let before: string | null = null;
  for (const term of terms) {
    const weight = text.weightOf(term);
    if (weight > 0) {
      met += 1;
      score += weight;
      const read: string = term.near[0]?.word ?? term.typed;
      if (before !== null && text.isCalled(` ${before} ${read}${term.begins && term.near.length === 0 ? '' : ' '}`))
        adjacent += 1;
      before = read;
    } else before = null;
  }
  return { terms: met, score, adjacent };
}
