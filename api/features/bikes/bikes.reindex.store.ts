import { isDeepStrictEqual } from 'node:util';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import type { SiteMeta } from '#api/platform/site-meta.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import { foundBy, foundVersion } from '#contract/search/found.ts';
import { modelKeyOf } from './bikes.model-key.ts';
import type { BikeRow } from './bikes.store.ts';
import { favoriteWeight, firstCommentWeight, likeWeight } from './hot-rank.ts';

interface Deps {
  db: Db;
  siteMeta: SiteMeta;
  /** For each bike, the number of members other than the owner with a visible comment on it. */
  commentersOf(bikes: readonly { id: string; ownerId: string }[]): Promise<Map<string, number>>;
}

/** Called with the number of bikes checked, and of all bikes. */
export type Progress = (done: number, of: number) => void;

const batchSize = 200;
const metaName = 'what bikes are found by';
const unread = { photos: 0, cover: 0, history: 0, statuses: 0 } as const;

const pointsOf = ({ likes, favorites = 0 }: BikeRow['counts'], commenters = 0): number =>
  likes * likeWeight + favorites * favoriteWeight + commenters * firstCommentWeight;

/** Rebuilds the search terms of bikes that were indexed by an older version. */
export class BikeReindex {
  readonly #bikes: Collection<BikeRow>;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#bikes = deps.db.collection('bikes');
  }

  /** Runs at startup, before anybody searches. Does nothing if all bikes are indexed by the current version. */
  async fill(progress?: Progress): Promise<void> {
    if ((await this.#deps.siteMeta.get(metaName)) !== foundVersion) await this.run(progress);
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
      // Rows written by other tools may be incomplete. They are not indexed.
      changed += await this.#write(rows.filter(({ owner, brand, model }) => owner && brand && model));
      done += rows.length;
      progress(done, Math.max(all, done));
      last = rows.at(-1)?._id ?? last;
      full = rows.length === batchSize;
    }
    await this.#deps.siteMeta.set(metaName, foundVersion);
    return changed;
  }

  async #write(rows: readonly BikeRow[]): Promise<number> {
    const uncounted = rows.filter(({ points, tally }) => points === undefined && tally);
    const commenters = await this.#deps.commentersOf(
      uncounted.map(({ _id: id, owner }) => ({ id, ownerId: owner.id })),
    );
    const writes = rows.flatMap((row): AnyBulkWriteOperation<BikeRow>[] => {
      const { _id, version, countSeq, find, terms, keys, modelKey, points, counts } = row;
      const found = { ...foundBy(withEveryField(row)), modelKey: modelKeyOf(row) };
      const firsts = commenters.get(_id);
      const isOld = !isDeepStrictEqual({ find, terms, keys, modelKey }, found);
      return [
        // A bike saved meanwhile gets its terms from the save, and its points from the counter.
        ...(isOld
          ? [{ updateOne: { filter: { _id, version }, update: { $set: { ...found, unlisted: true as const } } } }]
          : []),
        ...(points === undefined
          ? [
              {
                updateOne: {
                  filter: { _id, countSeq },
                  update: { $set: { points: pointsOf(counts, firsts) } },
                },
              },
            ]
          : []),
      ];
    });
    if (writes.length > 0) await this.#bikes.bulkWrite(writes, { ordered: false });
    return writes.length;
  }
}
