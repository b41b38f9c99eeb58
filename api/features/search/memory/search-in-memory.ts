import type { FacetName } from '#contract/search/facets.ts';
import { answerBy, type FoundPage, fewest, type ReadKeywords } from '#contract/search/in-memory.ts';
import { type Match, quality, type Term } from '#contract/search/match.ts';
import { sortPositionOf } from '#contract/search/order.ts';
import type { Search } from '#contract/search/query.ts';
import { correctionsOf, type KnownWord, mayBeMisspelt, termsOf, trusted } from '#contract/search/terms.ts';
import type { SearchPage } from '../search-index.ts';
import type { BikesInMemory } from './bikes-in-memory.ts';
import { filterInMemory, type Having } from './filter-in-memory.ts';
import { levelsOf, weights } from './levels.ts';
import { Top } from './top.ts';

/** A keyword and the bikes that have it, with the level by slot. */
type Met = ReadKeywords['read'][number] & Having;

/** Reusable buffers for the per-bike results of a search, indexed by slot. */
class Buffers {
  readonly size: number;
  readonly found: Uint32Array;
  /** `terms`, `score` and `adjacent` hold the match of each bike. */
  readonly terms: Float64Array;
  readonly score: Float64Array;
  readonly adjacent: Float64Array;
  readonly #keywords: Having[] = [];

  constructor(size: number) {
    this.size = size;
    this.found = new Uint32Array(size);
    [this.terms, this.score, this.adjacent] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  }

  /** A cleared buffer for the bikes that have the keyword at this index. */
  keyword(at: number): Having {
    const known = this.#keywords[at];
    if (known) known.best.fill(0);
    const room = known ?? { best: new Uint8Array(this.size), slots: new Uint32Array(this.size) };
    this.#keywords[at] = room;
    return room;
  }
}

/**
 * Searches all bikes in memory, with the same terms, weights and orders as the database search. A search is
 * synchronous, so all searches share one set of buffers.
 */
export class SearchInMemory {
  readonly bikes: BikesInMemory;
  #buffers = new Buffers(0);

  constructor(bikes: BikesInMemory) {
    this.bikes = bikes;
  }

  find(search: Search, page: SearchPage): FoundPage {
    if (this.#buffers.size < this.bikes.alive.length) this.#buffers = new Buffers(this.bikes.alive.length);
    const { met, corrected } = this.#read(search.keywords);
    const by = (needed: readonly Term[]) => {
      const wanted = met.filter(({ term }) => needed.includes(term)).sort((a, b) => a.n - b.n);
      const filtered = filterInMemory(this.bikes, search, wanted, this.#buffers.found);
      // With few results a second try may follow in the same buffer, so copy them.
      return filtered.count < fewest ? { ...filtered, found: filtered.found.slice() } : filtered;
    };
    const { found, out } = answerBy(search, { read: met, corrected }, by, page.needsAll);
    return { out, ...this.#page(search, met, found.found, page) };
  }

  /** Number of bikes by each value of a facet. */
  countsOf(facet: FacetName): Map<string, number> {
    return this.bikes.codes.totalsOf(facet);
  }

  #read(keywords: string): { met: Met[] } & Pick<ReadKeywords, 'corrected'> {
    const { vocabulary } = this.bikes;
    const corrected: ReadKeywords['corrected'] = [];
    const met = termsOf(keywords).map((typed, at): Met => {
      const room = this.#buffers.keyword(at);
      const noted = this.#note(room, 0, quality.exact, [typed.typed]);
      const longer = typed.begins ? vocabulary.beginning(typed.typed) : [];
      const count = this.#note(room, noted, quality.begins, longer);
      const n = this.#living(room.slots.subarray(0, count));
      const near = n < trusted && mayBeMisspelt(typed) ? correctionsOf(typed, n, this.#near(typed.typed)) : [];
      if (n === 0 && near[0]) corrected.push({ typed: typed.typed, read: near[0].word });
      const all = near.reduce((sum, one) => this.#note(room, sum, one.quality, [one.word]), count);
      const slots = room.slots.subarray(0, all);
      const { best } = room;
      return {
        term: { ...typed, near },
        n: this.#living(slots),
        weight: () => this.#weight({ best, slots }),
        best,
        slots,
      };
    });
    return { met, corrected };
  }

  /** Marks the bikes that have one of these words, matched with this quality. Returns the number of marked bikes. */
  #note(room: Having, noted: number, met: number, these: Iterable<string | number>): number {
    const { vocabulary, postings } = this.bikes;
    let count = noted;
    for (const one of these) {
      const word = typeof one === 'number' ? one : vocabulary.numberOf(one);
      if (word !== undefined) count = postings.mark(word, levelsOf(met), room, count);
    }
    return count;
  }

  /** Number of live bikes among these slots. */
  #living(slots: Uint32Array): number {
    const { alive, dead } = this.bikes;
    if (dead === 0) return slots.length;
    let count = 0;
    for (let at = 0; at < slots.length; at += 1) count += alive[slots[at] as number] as number;
    return count;
  }

  /** Average weight of a keyword over the live bikes that have it. */
  #weight({ best, slots }: Having): number {
    const { alive } = this.bikes;
    let [sum, count] = [0, 0];
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] as number;
      if (alive[slot] === 0) continue;
      sum += weights[best[slot] as number] as number;
      count += 1;
    }
    return sum / Math.max(count, 1);
  }

  #near(typed: string): KnownWord[] {
    const { vocabulary, postings, alive } = this.bikes;
    return vocabulary
      .near(typed)
      .map((number) => ({ word: vocabulary.wordOf(number), n: postings.living(number, alive) }));
  }

  #page(search: Search, met: readonly Met[], found: Uint32Array, { after, limit }: SearchPage) {
    const { sort } = search;
    const byMatch = sort === 'BestMatch' && met.length > 0;
    const { terms, score, adjacent } = this.#buffers;
    const { hotRank, publishedAt, points, ids } = this.bikes;
    const columns = byMatch
      ? [terms, score, adjacent, hotRank, publishedAt]
      : { BestMatch: [hotRank], Newest: [publishedAt], Oldest: [publishedAt], Popular: [points, publishedAt] }[sort];
    const top = new Top(sort, { columns, ids }, { limit: limit + 1, after });
    const rate = byMatch ? this.#rating(met) : null;
    // Visits the likely top results first, so that most of the others are rejected quickly.
    const turned = sort === 'Oldest';
    for (let at = 0; at < found.length; at += 1) {
      const slot = found[turned ? found.length - 1 - at : at] as number;
      if (!rate || rate(slot, top.last)) top.add(slot);
    }
    const shown = top.slots.slice(0, limit);
    const last = shown.at(-1);
    const isMore = top.slots.length > limit && last !== undefined;
    return {
      ids: shown.map((slot) => ids[slot] as string),
      next: isMore ? sortPositionOf(sort, this.#sortFieldsOf(last), byMatch ? this.#matchOf(last) : null) : null,
    };
  }

  #sortFieldsOf(slot: number) {
    const { hotRank, publishedAt, points, ids } = this.bikes;
    return {
      id: ids[slot] as string,
      hotRank: hotRank[slot] as number,
      publishedAt: publishedAt[slot] as number,
      points: points[slot] as number,
    };
  }

  #matchOf(slot: number): Match {
    const { terms, score, adjacent } = this.#buffers;
    return { terms: terms[slot] as number, score: score[slot] as number, adjacent: adjacent[slot] as number };
  }

  /** Returns a function that stores the match of a bike and says whether it may rank before the last of the page. */
  #rating(met: readonly Met[]): (slot: number, last: number | undefined) => boolean {
    const { terms, score, adjacent } = this.#buffers;
    const adjacency = this.#adjacency(met);
    return (slot, last) => {
      let [has, sum] = [0, 0];
      for (const { best } of met) {
        const level = best[slot] as number;
        if (level === 0) continue;
        has += 1;
        sum += weights[level] as number;
      }
      terms[slot] = has;
      score[slot] = sum;
      if (last !== undefined) {
        const frequency = terms[last] as number;
        if (has < frequency || (has === frequency && sum < (score[last] as number))) return false;
      }
      adjacent[slot] = has > 1 ? adjacency(slot) : 0;
      return true;
    };
  }

  /** Returns a function that counts the keywords directly following the previous one in a bike's title. */
  #adjacency(met: readonly Met[]): (slot: number) => number {
    const { bikes } = this;
    const { vocabulary } = bikes;
    const read = met.map(({ term, best }) => {
      const [near] = term.near;
      const word = near?.word ?? term.typed;
      const number = vocabulary.numberOf(word) ?? -1;
      const begins = term.begins && !near;
      const isMeant = begins
        ? (other: number) => other === number || vocabulary.wordOf(other).startsWith(word)
        : (other: number) => other === number;
      return { best, number, isMeant };
    });
    return (slot) => {
      let [count, before] = [0, -1];
      for (const { best, number, isMeant } of read) {
        if (best[slot] === 0) {
          before = -1;
          continue;
        }
        if (before >= 0 && bikes.isCalled(slot, before, isMeant)) count += 1;
        before = number;
      }
      return count;
    };
  }
}
