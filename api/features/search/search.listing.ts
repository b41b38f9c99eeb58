import type { Now } from '#api/platform/clock.ts';
import { memberWords } from '#contract/search/found.ts';
import { namesOf } from '#contract/search/names.ts';
import type { CountedTerm, WordStore } from './search.words.store.ts';

/** What of a bike is listed. */
export type ListableBike = {
  _id: string;
  owner: { username: string };
  terms: string[];
  brandId: string;
  brand: string;
  model: string;
  version: number;
  status: string;
};

interface Deps {
  words: Pick<WordStore, 'list' | 'some' | 'oldest' | 'after' | 'size' | 'note'>;
  bikes: {
    unlisted(limit: number): Promise<ListableBike[]>;
    listed(bikes: readonly ListableBike[]): Promise<void>;
    /** How many bikes have this term. */
    count(term: string): Promise<number>;
  };
  now: Now;
}

const isSeen = ({ status }: ListableBike) => status === 'Active';

const batchSize = 100;
/** Terms that are counted anew each time: all of them in turn. */
const countedAtOnce = 200;

/**
 * Keeps the list of terms in step with the bikes. A bike says of itself that its words are not listed yet, in the same
 * write that brings them or takes them away, so what a crash leaves open is found. Numbers are only about right between two countings, and
 * are nowhere needed to be more.
 */
export class WordListing {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async #list(bikes: readonly ListableBike[]): Promise<void> {
    const [seen, gone] = [bikes.filter(isSeen), bikes.filter((bike) => !isSeen(bike))];
    const terms = new Map<string, number>();
    for (const bike of seen) {
      // A name is its member's: it is found on the bikes, and changes or goes with them.
      const own = new Set(memberWords(bike.owner.username));
      for (const term of bike.terms) if (!own.has(term)) terms.set(term, (terms.get(term) ?? 0) + 1);
    }
    if (terms.size > 0) await this.#deps.words.list(terms, seen.flatMap(namesOf), this.#deps.now());
    // What is called so and is not seen any more is offered to nobody: the rest is counted in its turn.
    const names = gone.flatMap(namesOf).map(({ term }) => term);
    if (names.length > 0) await this.#count(await this.#deps.words.some(names));
    await this.#deps.bikes.listed(bikes);
  }

  /** Lists what is open. */
  async listOpen(stopping?: AbortSignal): Promise<void> {
    for (let full = true; full && !stopping?.aborted; ) {
      const open = await this.#deps.bikes.unlisted(batchSize);
      if (open.length > 0) await this.#list(open);
      full = open.length === batchSize;
    }
  }

  /** Counts all terms. @returns how many there are */
  async countAll(progress: (done: number, of: number) => void): Promise<number> {
    const { words } = this.#deps;
    const all = await words.size();
    let done = 0;
    for (let rows = await words.after('', countedAtOnce); rows.length > 0; ) {
      await this.#count(rows);
      done += rows.length;
      progress(done, Math.max(all, done));
      rows = await words.after(rows.at(-1)?._id ?? '', countedAtOnce);
    }
    return words.size();
  }

  /** Counts the terms that were counted longest ago. */
  async recount(stopping?: AbortSignal): Promise<void> {
    await this.#count(await this.#deps.words.oldest(countedAtOnce), stopping);
  }

  async #count(terms: readonly CountedTerm[], stopping?: AbortSignal): Promise<void> {
    const { words, bikes, now } = this.#deps;
    const counted: (CountedTerm & { now: number })[] = [];
    for (const term of terms) {
      if (stopping?.aborted) break;
      counted.push({ ...term, now: await bikes.count(term._id) });
    }
    await words.note(counted, now());
  }
}
