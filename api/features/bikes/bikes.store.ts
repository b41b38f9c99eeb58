import type { Collection, Db } from 'mongodb';
import { isDuplicate, readRows } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import { withEveryField, withoutSecrets } from '#contract/bike-defaults.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { Bike, PublishedBike } from '#contract/bike-whole.ts';
import { type BikeCard, noCounts, type Win } from '#contract/bikes.ts';
import { statusesForOwner, statusesToChange, statusesWithheld } from '#contract/may.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { Photo } from '#contract/photos.ts';
import type { Found } from '#contract/search/found.ts';
import type { Tally } from './bikes.counts.store.ts';
import type { DraftNote } from './bikes.drafts.store.ts';
import { foundIndexes } from './bikes.found.indexes.ts';
import { modelKeyOf } from './bikes.model-key.ts';
import type { Flag, Removal } from './bikes.standings.ts';
import type { StatusMark } from './bikes.statuses.ts';
import { hotRank, publishedWeeks } from './hot-rank.ts';

type Facts = Omit<PublishedBike, 'status' | 'photos' | 'version' | 'keepsPrice' | 'seen'>;

/** What an owner's save writes. */
export type BikeContent = Facts & Found & { brand: string; slug: string; photos: Photo[] };

export type BikeRow = BikeContent & {
  _id: string;
  /** The first photo, for lists, which would have to read them all. Absent in a bike that is older than this. */
  cover?: Photo | null;
  /** What it shares with the other bikes of its model. Absent in a bike that is older than this. */
  modelKey?: string;
  owner: Person;
  status: BikeStatus;
  /** Bikes from before there were favorites have none. */
  counts: Omit<BikeCard['counts'], 'favorites'> & { favorites?: number };
  countSeq: number;
  hotRank: number;
  /** What it was given since it was published: a like 1, the first comment of a member 2. */
  points: number;
  /** The words of its terms are not listed yet. */
  unlisted?: true;
  /** When anything of it was written, but the number of its views. Absent of a bike that is older than this. */
  changedAt?: Date;
  /** Absent until the bike is counted for the first time. */
  tally?: Tally;
  createdAt: Date;
  publishedAt: Date;
  updatedAt: Date;
  statusChangedAt: Date;
  /** What it became since it was published, the last times. */
  statuses?: StatusMark[];
  /** Its place among all when one is drawn: from 0 until 1, and of no meaning. Absent of older bikes for a while. */
  random?: number;
  /** The week that it won; `at`: when that ended. */
  won?: Win & { at: Date };
  /** Of a bike that was never published: until then `publishedAt` says when it was begun. */
  draft?: DraftNote;
  flag?: Flag;
  removal?: Removal;
  version: number;
  /** Whether its owner takes no more comments. */
  commentsClosed?: boolean;
  /** Which leaving or return of its owner it followed last; `from`: what it comes back as, where it is away. */
  followed?: { turn: number; from: BikeStatus | null; told: boolean };
};

const toBike = ({
  _id,
  cover,
  modelKey,
  find: _find,
  terms,
  keys,
  unlisted,
  changedAt,
  countSeq,
  hotRank,
  points,
  tally,
  createdAt,
  statusChangedAt,
  statuses,
  random,
  draft,
  flag,
  removal,
  followed,
  won,
  ...row
}: BikeRow): Bike => ({
  id: _id,
  ...row,
  counts: { ...noCounts, ...row.counts },
  publishedAt: draft ? null : row.publishedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  ...(won && { won: { week: won.week, votes: won.votes } }),
});
// Rows from before a field was thought of lack it.
const toWhole = (row: BikeRow): Bike => withEveryField(toBike(row));
/** A bike with every field and without its owner's secrets. */
export const toShown = (row: BikeRow): Bike => withoutSecrets(toWhole(row));

/** What a list reads: what a card shows, and where the next page begins. */
export const listFields = {
  slug: 1,
  brand: 1,
  model: 1,
  year: 1,
  nickname: 1,
  category: 1,
  status: 1,
  owner: 1,
  counts: 1,
  cover: 1,
  publishedAt: 1,
  hotRank: 1,
  won: 1,
} as const;
export type ListedRow = Pick<BikeRow, '_id' | keyof typeof listFields>;

export const toCard = ({ _id, hotRank, cover = null, publishedAt, won, ...row }: ListedRow): BikeCard => ({
  id: _id,
  ...row,
  counts: { ...noCounts, ...row.counts },
  publishedAt: publishedAt.toISOString(),
  cover,
  ...(won && { won: { week: won.week, votes: won.votes } }),
});

export const coverOf = ({ photos }: { photos: Photo[] }): Photo | null => photos[0] ?? null;

/** What is written of a bike's content: with what lists draw it by, and what it shares with its model. */
export const writtenOf = (content: BikeContent) => ({
  ...content,
  cover: coverOf(content),
  modelKey: modelKeyOf(content),
  unlisted: true as const,
});

const batchSize = 100;
/** Which index serves a public list: others would be considered beside it. */
export const alongNewest = { status: 1, publishedAt: -1, _id: -1 } as const;
export const alongHot = { status: 1, hotRank: -1, _id: -1 } as const;

/** Everything that is kept about bikes. */
export class BikeStore {
  readonly #db: Db;
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#db = db;
    this.#bikes = db.collection('bikes');
  }

  async createIndexes(): Promise<void> {
    await this.#bikes.createIndexes([
      { key: alongNewest },
      { key: alongHot },
      { key: { 'owner.id': 1, publishedAt: -1, _id: -1 } },
      ...Object.values(foundIndexes).map((key) => ({ key })),
      { key: { status: 1, random: 1, _id: 1 } },
      { key: { 'photos.id': 1 } },
      { key: { unlisted: 1 }, sparse: true },
    ]);
  }

  /** A bike as everybody sees it. */
  async find(id: string): Promise<Bike | null> {
    const row = await this.#bikes.findOne({ _id: id });
    return row && toShown(row);
  }

  /** A bike as its owner alone sees it. */
  async findWhole(id: string): Promise<Bike | null> {
    const row = await this.#bikes.findOne({ _id: id });
    return row && toWhole(row);
  }

  /** Those of these bikes that their owners can see. */
  async shownToOwners(ids: string[]): Promise<BikeCard[]> {
    const theirs = { _id: { $in: ids }, status: { $in: statusesForOwner } };
    return (await this.#bikes.find(theirs, { projection: listFields }).toArray()).map(toCard);
  }

  /** Whether a bike shows a photo that others may see: no draft, and none that was taken away. */
  async isShowing(photoId: string): Promise<boolean> {
    const shows = { 'photos.id': photoId, status: { $nin: statusesWithheld } };
    return (await this.#bikes.findOne(shows, { projection: { _id: 1 } })) !== null;
  }

  /** How the bikes stand that have a photo. */
  async statusesWith(photoId: string): Promise<BikeStatus[]> {
    const rows = await this.#bikes.find({ 'photos.id': photoId }, { projection: { status: 1 } }).toArray();
    return rows.map(({ status }) => status);
  }

  /** Whether an Active bike that won a week shows a photo. */
  async isBanner(photoId: string): Promise<boolean> {
    const shows = { 'photos.id': photoId, status: 'Active', 'won.at': { $exists: true } } as const;
    return (await this.#bikes.findOne(shows, { projection: { _id: 1 } })) !== null;
  }

  /** Those of these photos that any bike but one has, also one that was taken away and may come back. */
  async photosInUse(ids: string[], but = ''): Promise<Set<string>> {
    const others = { 'photos.id': { $in: ids }, ...(but && { _id: { $ne: but } }) };
    const rows = await this.#bikes.find(others, { projection: { 'photos.id': 1 } }).toArray();
    return new Set(rows.flatMap((row) => row.photos.map((photo) => photo.id)));
  }

  /** When a member published, or began and did not publish, what they did since a time; newest first. */
  async begunSince(ownerId: string, since: Date, limit: number): Promise<Date[]> {
    const rows = await this.#bikes
      .find({ 'owner.id': ownerId, publishedAt: { $gt: since } }, { projection: { publishedAt: 1 } })
      .sort({ publishedAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return rows.map((row) => row.publishedAt);
  }

  /** Whether a member has a bike that was ever published, whatever became of it. */
  async hasPublished(ownerId: string): Promise<boolean> {
    const any = await this.#bikes.findOne(
      { 'owner.id': ownerId, draft: { $exists: false } },
      { projection: { _id: 1 } },
    );
    return any !== null;
  }

  /** Whether everybody sees a bike of a member's. */
  async hasActive(ownerId: string): Promise<boolean> {
    const shown = { 'owner.id': ownerId, status: 'Active' as const };
    return (await this.#bikes.findOne(shown, { projection: { _id: 1 } })) !== null;
  }

  /** The ids of a member's bikes, in batches. */
  async *idsOf(ownerId: string): AsyncIterable<string[]> {
    let ids: string[] = [];
    for await (const { _id } of this.#bikes.find({ 'owner.id': ownerId }, { projection: { _id: 1 } })) {
      ids.push(_id);
      if (ids.length === batchSize) {
        yield ids;
        ids = [];
      }
    }
    if (ids.length > 0) yield ids;
  }

  /** The newest Active bikes, by the day of publishing. */
  async recent(limit: number, cursor?: string): Promise<Page<BikeCard>> {
    const rows = await readRows<BikeRow, ListedRow>(this.#db, 'bikes', {
      filter: { status: 'Active', ...after<BikeRow>('publishedAt', cursor, (at) => new Date(at)) },
      fields: listFields,
      sort: { publishedAt: -1, _id: -1 },
      hint: alongNewest,
      limit: limit + 1,
    });
    return page(rows, limit, toCard, (row) => ({ at: row.publishedAt.getTime(), id: row._id }));
  }

  /** The Active bikes with the highest hot rank. */
  async popular(limit: number, cursor?: string): Promise<Page<BikeCard>> {
    const rows = await readRows<BikeRow, ListedRow>(this.#db, 'bikes', {
      filter: { status: 'Active', ...after<BikeRow>('hotRank', cursor, (at) => at) },
      fields: listFields,
      sort: { hotRank: -1, _id: -1 },
      hint: alongHot,
      limit: limit + 1,
    });
    return page(rows, limit, toCard, (row) => ({ at: row.hotRank, id: row._id }));
  }

  /** Some of a member's bikes, whatever their status. */
  async someOf(ownerId: string): Promise<{ id: string }[]> {
    const theirs = this.#bikes.find({ 'owner.id': ownerId }, { projection: { _id: 1 } });
    return (await theirs.limit(batchSize).toArray()).map(({ _id }) => ({ id: _id }));
  }

  /** How many bikes a member has, whatever their status. */
  count(ownerId: string): Promise<number> {
    return this.#bikes.countDocuments({ 'owner.id': ownerId });
  }

  /** All bikes of a member, newest first, whatever their status; of a draft also what its form holds. */
  async *allOf(ownerId: string): AsyncIterable<Bike & { form?: unknown }> {
    for await (const row of this.#bikes.find({ 'owner.id': ownerId }).sort({ publishedAt: -1, _id: -1 }))
      yield row.draft ? { ...toWhole(row), form: JSON.parse(row.draft.fields) } : toWhole(row);
  }

  async erase(id: string): Promise<void> {
    await this.#bikes.deleteOne({ _id: id });
  }

  /** Adds a published bike; false when the id is taken. */
  async insert(id: string, owner: Person, content: BikeContent, at: Date): Promise<boolean> {
    const weeks = publishedWeeks(at);
    const times = { createdAt: at, publishedAt: at, updatedAt: at, statusChangedAt: at };
    try {
      await this.#bikes.insertOne({
        _id: id,
        owner,
        status: 'Active',
        ...writtenOf(content),
        counts: noCounts,
        countSeq: 0,
        hotRank: hotRank(weeks),
        points: 0,
        tally: { weeks, marks: [] },
        random: Math.random(),
        ...times,
        version: 1,
      });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /**
   * Replaces what the owner wrote, of a bike that is not away and no draft; false when there is no such bike.
   * @param version replaces only this one, where it is given
   */
  async replace(id: string, ownerId: string, content: BikeContent, at: Date, version?: number): Promise<boolean> {
    const owned = { _id: id, 'owner.id': ownerId, status: { $in: statusesToChange }, draft: { $exists: false } };
    const result = await this.#bikes.updateOne(
      { ...owned, ...(version && { version }) },
      {
        $set: { ...writtenOf(content), updatedAt: at },
        $inc: { version: 1 },
      },
    );
    return result.matchedCount === 1;
  }

  /** Notes whether a bike takes no more comments, unless it is so already. */
  async closeComments(id: string, closed: boolean): Promise<void> {
    const update = closed ? { $set: { commentsClosed: true } } : { $unset: { commentsClosed: '' as const } };
    await this.#bikes.updateOne({ _id: id, commentsClosed: closed ? { $ne: true } : true }, update);
  }
}
