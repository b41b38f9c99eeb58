import { partWeights } from './found.ts';

/** One keyword, and the words that stand for it. */
export type Term = {
  /** As it was typed, folded. */
  typed: string;
  /** Whether it may be the beginning of a word: people search while they type. */
  begins: boolean;
  /** Whether it is one of several pairs of letters that stand for one text without spaces. */
  isPart: boolean;
  /** The words that are near to it, where it may be misspelt; `quality` by how near. */
  near: readonly { word: string; quality: number }[];
};

/** How much a word counts by how it was met. */
export const quality = { exact: 1, begins: 0.8, oneEdit: 0.5, twoEdits: 0.3 } as const;

/** How well a bike matches keywords. */
export type Match = {
  /** How many of the keywords it has. */
  terms: number;
  /** The sum over them: the weight of the best part that has one, times how it was met. */
  score: number;
  /** How many of them stand beside the one before, in what the bike is called. */
  adjacent: number;
};

const nothing: Match = { terms: 0, score: 0, adjacent: 0 };

/** Reads a bike's text, part by part. */
class Text {
  readonly #text: string;
  /** Where each part ends. */
  readonly #ends: number[] = [];
  readonly #start: number;

  constructor(find: string) {
    this.#text = find;
    this.#start = find.indexOf('\n');
    for (let at = this.#start; at >= 0 && this.#ends.length < partWeights.length; ) {
      at = find.indexOf('\n', at + 1);
      this.#ends.push(at < 0 ? find.length : at);
    }
  }

  /** The weight of the first part that has this; the first counts most. */
  #weight(wanted: string): number {
    const at = this.#start < 0 ? -1 : this.#text.indexOf(wanted, this.#start);
    return at < 0 ? 0 : (partWeights[this.#ends.findIndex((end) => at < end)] ?? 0);
  }

  weightOf({ typed, begins, near }: Term): number {
    let best = this.#weight(` ${typed} `) * quality.exact;
    // No other way to meet it can count more than that.
    if (begins && best < partWeights[0] * quality.begins)
      best = Math.max(best, this.#weight(` ${typed}`) * quality.begins);
    for (const one of near) best = Math.max(best, this.#weight(` ${one.word} `) * one.quality);
    return best;
  }

  isCalled(words: string): boolean {
    const at = this.#start < 0 ? -1 : this.#text.indexOf(words, this.#start);
    return at >= 0 && at < (this.#ends[0] ?? 0);
  }
}

/** How well a bike's text matches keywords. */
export function matchOf(find: string, terms: readonly Term[]): Match {
  if (terms.length === 0) return nothing;
  const text = new Text(find);
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
