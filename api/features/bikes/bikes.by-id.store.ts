import type { Collection, Db } from 'mongodb';
import { readRows } from '#api/platform/mongo.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { BikeUpdate } from '#contract/history.ts';
import type { Id } from '#contract/ids.ts';
import type { Photo } from '#contract/photos.ts';
import type { BikeNews } from './bikes.news.ts';
import { type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

const batchSize = 1000;
/** Characters of a story shown in moderators' lists. */
const storyLength = 500;

/** The keys by which a bike is followed, besides its own id. */
export type FollowedBy = { ownerId: string; modelKey: string; tags: string[] };
/** An Active bike as a feed shows it. */
export type BikeInFeed = FollowedBy & {
  card: BikeCard;
  partKeys: string[];
  photos: Photo[];
  history: BikeUpdate[];
  news: BikeNews[];
};

const followedFields = { 'owner.id': 1, modelKey: 1, tags: 1 } as const;
const followedBy = ({
  owner,
  modelKey = '',
  tags = [],
}: Pick<BikeRow, 'owner' | 'modelKey'> & { tags?: string[] }) => ({
  ownerId: owner.id,
  modelKey,
  tags,
});
// The history whole: the embedded database takes three times as long for its ids and titles alone.
const feedFields = { ...listFields, modelKey: 1, partKeys: 1, tags: 1, photos: 1, history: 1, news: 1 } as const;
type FeedRow = ListedRow &
  Pick<BikeRow, 'modelKey' | 'photos' | 'news'> & {
    tags?: string[];
    partKeys?: string[];
    history?: BikeInFeed['history'];
  };

/** Loads bikes by id, for features that refer to them. */
export class BikesById {
  readonly #db: Db;
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#db = db;
    this.#bikes = db.collection('bikes');
  }

  /** The covers of the Active bikes among `ids`. */
  async covers(ids: Id[]): Promise<Map<Id, Photo | null>> {
    const covers = new Map<Id, Photo | null>();
    for (let i = 0; i < ids.length; i += batchSize) {
      const these = { _id: { $in: ids.slice(i, i + batchSize) }, status: 'Active' as const };
      for await (const row of this.#bikes.find(these, { projection: { cover: 1 } }))
        covers.set(row._id, row.cover ?? null);
    }
    return covers;
  }

  /** The bikes in any status, with the beginning of their stories, for moderators. */
  async ofAnyStatus(ids: Id[]): Promise<Map<Id, { card: BikeCard; story: string }>> {
    const rows = await this.#bikes
      .find({ _id: { $in: ids } })
      .project<ListedRow & { story: string }>({ ...listFields, story: 1 })
      .toArray();
    return new Map(
      rows.map(({ story, ...row }) => [row._id, { card: toCard(row), story: story.slice(0, storyLength) }]),
    );
  }

  /** The Active bikes among `ids`, with what a feed shows of them. */
  async inFeed(ids: readonly Id[]): Promise<Map<Id, BikeInFeed>> {
    const these = { _id: { $in: [...ids] }, status: 'Active' as const };
    const rows = await readRows<BikeRow, FeedRow>(this.#db, 'bikes', {
      filter: these,
      fields: feedFields,
      limit: ids.length,
    });
    return new Map(
      rows.map((row) => [
        row._id,
        {
          ...followedBy(row),
          card: toCard(row),
          partKeys: row.partKeys ?? [],
          photos: row.photos,
          history: row.history ?? [],
          news: row.news ?? [],
        },
      ]),
    );
  }

  /** The news of a bike in any status, and the keys by which it is followed; null if there is no such bike. */
  async newsOf(id: Id): Promise<(FollowedBy & { news: BikeNews[] }) | null> {
    const row = await this.#bikes.findOne({ _id: id }, { projection: { ...followedFields, news: 1 } });
    return row && { ...followedBy(row), news: row.news ?? [] };
  }

  /** The cards of the Active bikes among `ids`. */
  async cards(ids: Id[]): Promise<Map<Id, BikeCard>> {
    const rows = this.#bikes.find({ _id: { $in: ids }, status: 'Active' }).project<ListedRow>(listFields);
    return new Map((await rows.toArray()).map((row) => [row._id, toCard(row)]));
  }
}
