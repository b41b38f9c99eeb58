import { ChangeFeed, type ChangeSource } from '#api/platform/change-feed.ts';
import { beginOf, endOf } from '#contract/week-dates.ts';
import { type Candidate, type ElectionDeps, type Runner, rankingOf } from './winners.election.ts';
import { type Like, pairOf, votesIn } from './winners.votes.ts';

interface Deps {
  election: ElectionDeps;
  /** The likes of these bikes in [from, before). */
  likesOf(bikeIds: readonly string[], from: Date, before: Date): Promise<Like[]>;
  bikes: ChangeSource;
  now(): Date;
}

/** Remembers by key what was read, also that there is nothing. */
class Known<T> {
  readonly #values = new Map<string, T | null>();

  async of(keys: readonly string[], read: (missing: string[]) => Promise<Map<string, T>>): Promise<Map<string, T>> {
    const missing = [...new Set(keys)].filter((key) => !this.#values.has(key));
    const found = missing.length > 0 ? await read(missing) : new Map<string, T>();
    for (const key of missing) this.#values.set(key, found.get(key) ?? null);
    return new Map(
      keys.flatMap((key) => {
        const value = this.#values.get(key) ?? null;
        return value === null ? [] : [[key, value] as const];
      }),
    );
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.#values.delete(key);
  }
}

/** A lookup that answers with a set of keys, which reads each key once. */
function remembering<K>(read: (keys: K[]) => Promise<Set<string>>, nameOf: (key: K) => string) {
  const known = new Known<true>();
  return async (keys: K[]): Promise<Set<string>> => {
    const byName = new Map(keys.map((key) => [nameOf(key), key]));
    const found = await known.of([...byName.keys()], async (missing) => {
      const set = await read(missing.flatMap((name) => byName.get(name) ?? []));
      return new Map(Array.from(set, (name) => [name, true as const]));
    });
    return new Set(found.keys());
  };
}

/** Reads each key once. */
function once<T>(read: (keys: string[]) => Promise<Map<string, T>>) {
  const known = new Known<T>();
  return (keys: string[]): Promise<Map<string, T>> => known.of(keys, read);
}

const inOrder = (a: Like, b: Like): number =>
  a.at.getTime() - b.at.getTime() || (`${a.bikeId}:${a.memberId}` < `${b.bikeId}:${b.memberId}` ? -1 : 1);

/**
 * The votes of a week that runs, in memory: reading all 10,000 likes of a busy week for each ranking took seconds. A like
 * changes its bike, so a ranking counts anew what belongs to the owners of the bikes that changed. Accounts, blocks and
 * earlier winners stay as they were read first, so read the week anew from time to time.
 */
export class CurrentWeek {
  readonly week: string;
  readonly #deps: Deps;
  readonly #changes: ChangeFeed;
  /** By bike, as the votes. */
  readonly #likes = new Map<string, Like[]>();
  readonly #votes = new Map<string, number>();
  readonly #candidates = new Known<Candidate>();
  readonly #election: ElectionDeps;

  private constructor(week: string, changes: ChangeFeed, deps: Deps) {
    this.week = week;
    this.#changes = changes;
    this.#deps = deps;
    this.#election = this.#remembering(deps.election);
  }

  /** Reads a week whole. */
  static async read(week: string, deps: Deps): Promise<CurrentWeek> {
    const current = new CurrentWeek(week, new ChangeFeed(deps.bikes, await ChangeFeed.begin(deps.bikes)), deps);
    const all: Like[] = [];
    for await (const likes of deps.election.likes(beginOf(week), endOf(week))) all.push(...likes);
    for (const [bikeId, likes] of Map.groupBy(all, (like) => like.bikeId)) current.#likes.set(bikeId, likes);
    await current.#count([...current.#likes.keys()]);
    return current;
  }

  /** The first `count` bikes by what is stored now. */
  async ranking(count: number): Promise<Runner[]> {
    const again = (ids: readonly string[]) => this.#readAgain(ids);
    while (await this.#changes.follow(this.#deps.now().getTime(), again));
    return rankingOf(this.week, this.#votes, count, this.#election);
  }

  async #readAgain(bikeIds: readonly string[]): Promise<void> {
    const likes = await this.#deps.likesOf(bikeIds, beginOf(this.week), endOf(this.week));
    const byBike = Map.groupBy(likes, ({ bikeId }) => bikeId);
    for (const id of bikeIds) this.#likes.set(id, byBike.get(id) ?? []);
    this.#candidates.forget(bikeIds);
    // A member has so many votes a day for all bikes of an owner.
    const ownerOf = await this.#election.ownersOf([...this.#likes.keys()]);
    const owners = new Set(bikeIds.map((id) => ownerOf.get(id)));
    await this.#count([...this.#likes.keys()].filter((id) => owners.has(ownerOf.get(id))));
  }

  /** Counts the votes for these bikes: all of their owners'. */
  async #count(bikeIds: readonly string[]): Promise<void> {
    const likes = bikeIds.flatMap((id) => this.#likes.get(id) ?? []).sort(inOrder);
    const counted = await votesIn([likes], this.#election);
    for (const id of bikeIds) this.#votes.delete(id);
    for (const [id, votes] of counted) this.#votes.set(id, votes);
  }

  #remembering(election: ElectionDeps): ElectionDeps {
    const candidates = this.#candidates;
    let resting: Promise<Set<string>> | undefined;
    return {
      ...election,
      async *candidatesAmong(ids, ...times) {
        const found = await candidates.of(ids, async (missing) => {
          const batches = await Array.fromAsync(election.candidatesAmong(missing, ...times));
          return new Map(batches.flat().map((bike) => [bike.id, bike]));
        });
        yield [...found.values()];
      },
      ownersOf: once((ids) => election.ownersOf(ids)),
      votersByIds: once((ids) => election.votersByIds(ids)),
      thatWon: remembering(
        (ids) => election.thatWon(ids),
        (id) => id,
      ),
      blocked: remembering(
        (pairs) => election.blocked(pairs),
        ({ ownerId, memberId }) => pairOf(ownerId, memberId),
      ),
      ownersBefore: (week, weeks) => {
        resting ??= election.ownersBefore(week, weeks);
        return resting;
      },
    };
  }
}
