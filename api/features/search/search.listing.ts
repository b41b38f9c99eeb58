import type { Now } from '#api/platform/clock.ts';
import { memberTokens } from '#contract/search/found.ts';
import { namesOf } from '#contract/search/names.ts';
import type { CountedTerm, TermStore } from './search.terms.store.ts';

/** The fields of a bike that are indexed. */
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

type NamedBike = Pick<ListableBike, 'brandId' | 'brand' | 'model'>;

interface Deps {
  termStore: TermStore;
  bikes: {
    unlisted(limit: number, among?: string[]): Promise<ListableBike[]>;
    listed(bikes: readonly ListableBike[]): Promise<void>;
    /** Number of bikes with this term. */
    count(term: string): Promise<number>;
  };
  now: Now;
}

const isSeen = ({ status }: ListableBike) => status === 'Active';

const batchSize = 100;
/** Terms recounted per run, in rotation. */
const recountSize = 200;

/**
 * Keeps the term index in sync with the bikes. A bike is marked as unlisted in the same write that changes its terms,
 * so a crash loses nothing. Between recounts the numbers are approximate, which suffices everywhere.
 */
export class TermListing {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async #list(bikes: readonly ListableBike[]): Promise<void> {
    const [seen, gone] = [bikes.filter(isSeen), bikes.filter((bike) => !isSeen(bike))];
    const terms = new Map<string, number>();
    for (const bike of seen) {
      // Leave out the owner's name: it is found on the bikes and changes or goes with its member.
      const own = new Set(memberTokens(bike.owner.username));
      for (const term of bike.terms) if (!own.has(term)) terms.set(term, (terms.get(term) ?? 0) + 1);
    }
    if (terms.size > 0) await this.#deps.termStore.list(terms, seen.flatMap(namesOf), this.#deps.now());
    // Recount names at once, so that a name without bikes is no longer suggested; the other terms are recounted in
    // rotation.
    await this.#recountNames(gone);
    await this.#deps.bikes.listed(bikes);
  }

  async #recountNames(bikes: readonly NamedBike[]): Promise<void> {
    const names = bikes.flatMap(namesOf).map(({ term }) => term);
    if (names.length > 0) await this.#count(await this.#deps.termStore.some(names));
  }

  /** Lists all unlisted bikes. */
  async listOpen(stopping?: AbortSignal): Promise<void> {
    for (let full = true; full && !stopping?.aborted; ) {
      const open = await this.#deps.bikes.unlisted(batchSize);
      if (open.length > 0) await this.#list(open);
      full = open.length === batchSize;
    }
  }

  /**
   * Lists these bikes at once, so that the names of those that are gone are no longer suggested.
   * @param earlier names that bikes had before an edit
   */
  async list(ids: string[], earlier: readonly NamedBike[]): Promise<void> {
    const open = ids.length > 0 ? await this.#deps.bikes.unlisted(ids.length, ids) : [];
    if (open.length > 0) await this.#list(open);
    await this.#recountNames(earlier);
  }

  /** Recounts all terms. Returns how many there are. */
  async countAll(progress: (done: number, of: number) => void): Promise<number> {
    const { termStore } = this.#deps;
    const all = await termStore.size();
    let done = 0;
    for (let rows = await termStore.after('', recountSize); rows.length > 0; ) {
      await this.#count(rows);
      done += rows.length;
      progress(done, Math.max(all, done));
      rows = await termStore.after(rows.at(-1)?._id ?? '', recountSize);
    }
    return termStore.size();
  }

  /** Recounts the terms with the oldest count. */
  async recount(stopping?: AbortSignal): Promise<void> {
    await this.#count(await this.#deps.termStore.oldest(recountSize), stopping);
  }

  async #count(terms: readonly CountedTerm[], stopping?: AbortSignal): Promise<void> {
    const { termStore, bikes, now } = this.#deps;
    const counted: (CountedTerm & { now: number })[] = [];
    for (const term of terms) {
      if (stopping?.aborted) break;
      counted.push({ ...term, now: await bikes.count(term._id) });
    }
    await termStore.note(counted, now());
  }
}
