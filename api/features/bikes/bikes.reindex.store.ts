import { isDeepStrictEqual } from 'node:util';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import type { SiteMeta } from '#api/platform/site-meta.ts';
import { completenessOf } from '#contract/bike-completeness.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import { foundBy, foundVersion } from '#contract/search/found.ts';
import { leadOf } from './bikes.brief.ts';
import type { BikeRow, MakerKeys } from './bikes.store.ts';
import { favoriteWeight, firstCommentWeight, likeWeight } from './hot-rank.ts';

interface Deps {
  db: Db;
  siteMeta: SiteMeta;
  /** The codes of the places that each of these members lists bikes by. */
  placesOf(ownerIds: readonly string[]): Promise<Map<string, string[]>>;
  /** For each bike, the number of members other than the owner with a visible comment on it. */
  commentersOf(bikes: readonly { id: string; ownerId: string }[]): Promise<Map<string, number>>;
  /** The fold of names, as moderators have it now. */
  keys(): Promise<(row: BikeRow) => MakerKeys>;
}

/** Called with the number of bikes checked, and of all bikes. */
export type Progress = (done: number, of: number) => void;

const batchSize = 200;
/** Names of the site's notes that say whether stored bikes are up to date. That of search holds its rules' version. */
const metaNames = {
  search: 'what bikes are found by',
  lists: 'every bike has what its lists go by, with lead and completeness',
  makers: 'what the pages of makers find bikes by',
} as const;
/** Increase it when the fold of makers, models or parts changes: stored bikes get their keys anew. */
const keysVersion = '2';
const unread = { history: 0, statuses: 0 } as const;

const pointsOf = ({ likes, favorites = 0 }: BikeRow['counts'], commenters = 0): number =>
  likes * likeWeight + favorites * favoriteWeight + commenters * firstCommentWeight;

/** Fields that search and lists read, made from a bike's other fields and the places of its owner. */
export function derivedOf(row: BikeRow, keysOf: (row: BikeRow) => MakerKeys, places: string[] = []) {
  const { photos = [], cover = photos[0] ?? null, owner, brand, model, story = '' } = row;
  const fields = { cover, ...keysOf(row), lead: leadOf(story), complete: completenessOf(row) };
  // Rows written by other tools may be incomplete. They are not indexed.
  return owner && brand && model ? { ...fields, places, ...foundBy({ ...withEveryField(row), places }) } : fields;
}

/** Rebuilds what search and lists read of bikes that an older version stored. */
export class BikeReindex {
  readonly #bikes: Collection<BikeRow>;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#bikes = deps.db.collection('bikes');
  }

  /** Runs at startup, before any list is read. Does nothing if all bikes are as the current version stores them. */
  async fill(progress?: Progress): Promise<void> {
    const { siteMeta } = this.#deps;
    const [search, lists, makers] = await Promise.all(Object.values(metaNames).map((name) => siteMeta.get(name)));
    const isCurrent = search === foundVersion && lists && makers === keysVersion;
    if (!isCurrent) await this.run(progress);
  }

  /** Checks all bikes; others may write meanwhile. @returns how many were changed */
  async run(progress: Progress = () => {}): Promise<number> {
    const all = await this.#bikes.countDocuments();
    let [done, changed, last] = [0, 0, ''];
    for (let full = true; full; ) {
      const rows = await this.#bikes
        .find({ _id: { $gt: last } }, { projection: unread })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      changed += await this.#write(rows);
      done += rows.length;
      progress(done, Math.max(all, done));
      last = rows.at(-1)?._id ?? last;
      full = rows.length === batchSize;
    }
    await this.#deps.siteMeta.set(metaNames.search, foundVersion);
    await this.#deps.siteMeta.set(metaNames.lists, 'yes');
    await this.#deps.siteMeta.set(metaNames.makers, keysVersion);
    return changed;
  }

  async #write(rows: readonly BikeRow[]): Promise<number> {
    const uncounted = rows.filter(({ points, tally }) => points === undefined && tally);
    const commenters = await this.#deps.commentersOf(
      uncounted.map(({ _id: id, owner }) => ({ id, ownerId: owner.id })),
    );
    const keysOf = await this.#deps.keys();
    const places = await this.#deps.placesOf([...new Set(rows.flatMap(({ owner }) => owner?.id ?? []))]);
    const writes = rows.flatMap((row): AnyBulkWriteOperation<BikeRow>[] => {
      const { _id, version, countSeq, points, counts } = row;
      const derived = derivedOf(row, keysOf, places.get(row.owner?.id));
      const isOld = Object.entries(derived).some(
        ([name, value]) => !isDeepStrictEqual(row[name as keyof BikeRow], value),
      );
      const $set = { ...derived, ...('find' in derived && { unlisted: true as const }) };
      const isUncounted = points === undefined && counts !== undefined;
      const firsts = commenters.get(_id);
      return [
        // A bike saved meanwhile gets its fields from the save, and its points from the counter.
        ...(isOld ? [{ updateOne: { filter: { _id, version }, update: { $set } } }] : []),
        ...(isUncounted
          ? [{ updateOne: { filter: { _id, countSeq }, update: { $set: { points: pointsOf(counts, firsts) } } } }]
          : []),
      ];
    });
    if (writes.length > 0) await this.#bikes.bulkWrite(writes, { ordered: false });
    return writes.length;
  }
}
