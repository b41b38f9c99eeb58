import type { Collection, Db } from 'mongodb';
import { isDuplicate, readRows } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import { completenessOf } from '#contract/bike-completeness.ts';
import { noCounts, withEveryField, withoutSecrets } from '#contract/bike-defaults.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { Bike, PublishedBike } from '#contract/bike-whole.ts';
import type { BikeCard, Win } from '#contract/bikes.ts';
import type { BikeUpdate } from '#contract/history.ts';
import { statusesForOwner, statusesToChange, statusesWithheld } from '#contract/may.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { Photo } from '#contract/photos.ts';
import type { Found } from '#contract/search/found.ts';
import { photoIdsOf } from '#contract/update-photos.ts';
import { leadOf } from './bikes.brief.ts';
import type { Tally } from './bikes.counts.store.ts';
import type { DraftNote } from './bikes.drafts.store.ts';
import { foundIndexes } from './bikes.found.indexes.ts';
import type { BikeNews } from './bikes.news.ts';
import type { Flag, Removal } from './bikes.removal.ts';
import type { StatusEntry } from './bikes.status-history.ts';
import { hotRank, publishedWeeks } from './hot-rank.ts';

type OwnerFields = Omit<PublishedBike, 'status' | 'photos' | 'history' | 'version' | 'keepsPrice' | 'seen'>;

/** The keys by which the pages of makers, models and parts find a bike. */
export type MakerKeys = {
  brandKey: string;
  /** The key shared by all bikes of its model. */
  modelKey: string;
  /** The key of each component: of its part, or of its maker alone; empty if it names none. */
  componentKeys: string[];
  /** Each once: the keys of the parts and of their makers. */
  partKeys: string[];
};

/** The fields by which lists and search find a bike. */
export type FoundFields = Found &
  MakerKeys & {
    /** The codes of the places that it is listed by, the largest first. Missing in older rows. */
    places?: string[];
  };

/** The content that an owner saves. */
export type BikeContent = OwnerFields &
  FoundFields & {
    brand: string;
    slug: string;
    photos: Photo[];
    history: BikeUpdate[];
    /** Missing in a new bike, and in rows that were not edited since they could have news. */
    news?: BikeNews[];
  };

/** Older rows have no keys of makers. */
export type BikeRow = Omit<BikeContent, keyof MakerKeys> &
  Partial<MakerKeys> & {
    _id: string;
    /** The first photo, so that lists need not read them all. Missing in older rows. */
    cover?: Photo | null;
    /** The beginning of the story, and how many parts of a complete bike it has. Missing in older rows. */
    lead?: string;
    complete?: number;
    owner: Person;
    status: BikeStatus;
    /** Older rows have no `favorites`. */
    counts: Omit<BikeCard['counts'], 'favorites'> & { favorites?: number };
    countSeq: number;
    hotRank: number;
    /** Points since publishing: 1 for a like, 2 for a member's first comment. */
    points: number;
    /** Whether the words of its terms still have to be added to the word list. */
    unlisted?: true;
    /** The time of the last write, except of the view counter. Missing in older rows. */
    changedAt?: Date;
    /** Missing until the bike is counted for the first time. */
    tally?: Tally;
    createdAt: Date;
    publishedAt: Date;
    updatedAt: Date;
    statusChangedAt: Date;
    /** The latest changes of status since publishing. */
    statuses?: StatusEntry[];
    /** A random position in [0, 1), from which a random bike is picked. Missing in older rows until they are updated. */
    random?: number;
    /** The week that it won; `at`: the end of that week. */
    won?: Win & { at: Date };
    /** Present if the bike was never published; `publishedAt` is then the time when it was begun. */
    draft?: DraftNote;
    flag?: Flag;
    removal?: Removal;
    version: number;
    /** The version after the last edit of the whole bike. Missing if no update was posted or deleted since. */
    editVersion?: number;
    /** Ids of the updates that were deleted last, which an edit of an earlier version must not bring back. */
    goneUpdates?: string[];
    beforeAfter?: { before: string; after: string };
    /** Whether its owner has closed its comments. */
    commentsClosed?: boolean;
    /**
     * The departure or return of its owner that it followed last; `from`: the status to restore while the owner is away.
     */
    followed?: { turn: number; from: BikeStatus | null; told: boolean };
  };

const toBike = ({
  _id,
  cover,
  lead,
  complete,
  brandKey,
  modelKey,
  componentKeys,
  partKeys,
  news: _news,
  places,
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
  goneUpdates,
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
// Adds fields that older rows lack.
const toWhole = (row: BikeRow): Bike => withEveryField(toBike(row));
/** A bike with all fields, without its owner's private ones. */
export const toShown = (row: BikeRow): Bike => withoutSecrets(toWhole(row));

/** The fields of a card and of the cursor. */
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

export const toCard = (row: ListedRow): BikeCard => ({
  id: row._id,
  slug: row.slug,
  brand: row.brand,
  model: row.model,
  year: row.year,
  nickname: row.nickname,
  category: row.category,
  status: row.status,
  owner: row.owner,
  counts: { ...noCounts, ...row.counts },
  publishedAt: row.publishedAt.toISOString(),
  cover: row.cover ?? null,
  ...(row.won && { won: { week: row.won.week, votes: row.won.votes } }),
});

export const coverOf = ({ photos }: { photos: Photo[] }): Photo | null => photos[0] ?? null;

/** Adds the derived fields to a bike's content. */
export const writtenOf = (content: BikeContent) => ({
  ...content,
  cover: coverOf(content),
  lead: leadOf(content.story),
  complete: completenessOf(content),
  unlisted: true as const,
});

/** The fields that name the photos of a bike: its own, and those of its updates. */
const photoFields = ['photos.id', 'history.photos.id'] as const;
export const photoIdFields = { 'photos.id': 1, 'history.photos.id': 1 } as const;

const batchSize = 100;
/** Indexes of the public lists, as hints: without them the planner would consider others. */
export const alongNewest = { status: 1, publishedAt: -1, _id: -1 } as const;
export const alongHot = { status: 1, hotRank: -1, _id: -1 } as const;

/** Stores bikes. */
export class BikeStore {
  readonly placement = { bikes: byId };
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
      { key: { 'history.photos.id': 1 }, sparse: true },
      { key: { unlisted: 1 }, sparse: true },
    ]);
  }

  /** The public view of a bike. */
  async find(id: string): Promise<Bike | null> {
    const row = await this.#bikes.findOne({ _id: id });
    return row && toShown(row);
  }

  /** A bike with the fields that only its owner sees. */
  async findWhole(id: string): Promise<Bike | null> {
    const row = await this.#bikes.findOne({ _id: id });
    return row && toWhole(row);
  }

  /** The same with its news and the ids of its deleted updates, to edit it. */
  async findToEdit(id: string): Promise<{ bike: Bike; news: BikeNews[]; goneUpdates: string[] } | null> {
    const row = await this.#bikes.findOne({ _id: id });
    return row && { bike: toWhole(row), news: row.news ?? [], goneUpdates: row.goneUpdates ?? [] };
  }

  /** Cards of the bikes among `ids` that their owners can see. */
  async shownToOwners(ids: string[]): Promise<BikeCard[]> {
    const theirs = { _id: { $in: ids }, status: { $in: statusesForOwner } };
    return (await this.#bikes.find(theirs, { projection: listFields }).toArray()).map(toCard);
  }

  /** Whether a public bike uses this photo: no draft, and none that was taken away. */
  async isShowing(photoId: string): Promise<boolean> {
    for (const field of photoFields) {
      const shows = { [field]: photoId, status: { $nin: statusesWithheld } };
      if (await this.#bikes.findOne(shows, { projection: { _id: 1 } })) return true;
    }
    return false;
  }

  /** The statuses of the bikes that use a photo. */
  async statusesWith(photoId: string): Promise<BikeStatus[]> {
    const rows = await Promise.all(
      photoFields.map((field) => this.#bikes.find({ [field]: photoId }, { projection: { status: 1 } }).toArray()),
    );
    return rows.flat().map(({ status }) => status);
  }

  /** Whether an Active bike that won a week uses this photo. */
  async isBanner(photoId: string): Promise<boolean> {
    const shows = { 'photos.id': photoId, status: 'Active', 'won.at': { $exists: true } } as const;
    return (await this.#bikes.findOne(shows, { projection: { _id: 1 } })) !== null;
  }

  /** The photos among `ids` that any other bike uses, also one that was removed and may come back. */
  async photosInUse(ids: string[], but = ''): Promise<Set<string>> {
    const rows = await Promise.all(
      photoFields.map((field) => {
        const others = { [field]: { $in: ids }, ...(but && { _id: { $ne: but } }) };
        return this.#bikes.find(others, { projection: photoIdFields }).toArray();
      }),
    );
    return new Set(rows.flat().flatMap(photoIdsOf));
  }

  /** The times since `since` at which a member published a bike or began a draft, newest first. */
  async begunSince(ownerId: string, since: Date, limit: number): Promise<Date[]> {
    const rows = await this.#bikes
      .find({ 'owner.id': ownerId, publishedAt: { $gt: since } }, { projection: { publishedAt: 1 } })
      .sort({ publishedAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return rows.map((row) => row.publishedAt);
  }

  /** Whether a member ever published a bike, in any status now. */
  async hasPublished(ownerId: string): Promise<boolean> {
    const any = await this.#bikes.findOne(
      { 'owner.id': ownerId, draft: { $exists: false } },
      { projection: { _id: 1 } },
    );
    return any !== null;
  }

  /** Whether a member has an Active bike. */
  async hasActive(ownerId: string): Promise<boolean> {
    const shown = { 'owner.id': ownerId, status: 'Active' as const };
    return (await this.#bikes.findOne(shown, { projection: { _id: 1 } })) !== null;
  }

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

  /** Active bikes, newest first. */
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

  /** Active bikes by hot rank. */
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

  /** Some of a member's bikes, in any status. */
  async someOf(ownerId: string): Promise<{ id: string }[]> {
    const theirs = this.#bikes.find({ 'owner.id': ownerId }, { projection: { _id: 1 } });
    return (await theirs.limit(batchSize).toArray()).map(({ _id }) => ({ id: _id }));
  }

  /** Counts a member's bikes in any status. */
  count(ownerId: string): Promise<number> {
    return this.#bikes.countDocuments({ 'owner.id': ownerId });
  }

  /** All bikes of a member in any status, newest first; drafts with the values of their form. */
  async *allOf(ownerId: string): AsyncIterable<Bike & { form?: unknown }> {
    for await (const row of this.#bikes.find({ 'owner.id': ownerId }).sort({ publishedAt: -1, _id: -1 }))
      yield row.draft ? { ...toWhole(row), form: JSON.parse(row.draft.fields) } : toWhole(row);
  }

  async erase(id: string): Promise<void> {
    await this.#bikes.deleteOne({ _id: id });
  }

  /** Adds a published bike. Returns false if the id is taken. */
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
   * Replaces the content of a published bike that is not hidden. Returns false if there is no such bike.
   * @param version replaces only this version, if given
   */
  async replace(id: string, ownerId: string, content: BikeContent, at: Date, version?: number): Promise<boolean> {
    const owned = { _id: id, 'owner.id': ownerId, status: { $in: statusesToChange }, draft: { $exists: false } };
    const result = await this.#bikes.updateOne(
      { ...owned, ...(version && { version }) },
      {
        $set: { ...writtenOf(content), updatedAt: at },
        $unset: { editVersion: '' },
        $inc: { version: 1 },
      },
    );
    return result.matchedCount === 1;
  }

  /** Opens or closes the comments, if they are not so already. */
  async closeComments(id: string, closed: boolean): Promise<void> {
    const update = closed ? { $set: { commentsClosed: true } } : { $unset: { commentsClosed: '' as const } };
    await this.#bikes.updateOne({ _id: id, commentsClosed: closed ? { $ne: true } : true }, update);
  }
}
