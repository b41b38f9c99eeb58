import type { Collection, Db, Filter } from 'mongodb';
import { after, page } from '#api/platform/paging.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Page } from '#contract/paging.ts';
import { type BikeCounts, type MemberBikesPart, pastOwnerships } from '#contract/people-page.ts';
import { type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

/** Limit of wins in a list. One member wins at most four times a year. */
const maxWins = 24;
const past: readonly (string | null)[] = pastOwnerships;
const ownershipIn = {
  Current: { ownership: { $nin: past } },
  Previous: { ownership: { $in: past } },
} as unknown as Record<MemberBikesPart, Filter<BikeRow>>;

type Sums = { _id: string | null; bikes: number; likes: number; views: number };

/** The public view of one member's bikes. Each method is one query by the owner's index. */
export class MemberBikesStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  /** The member's current or previous bikes, newest first. */
  async list(ownerId: string, part: MemberBikesPart, limit: number, cursor?: string): Promise<Page<BikeCard>> {
    const rows = await this.#bikes
      .find({
        'owner.id': ownerId,
        status: 'Active',
        ...ownershipIn[part],
        ...after<BikeRow>('publishedAt', cursor, (at) => new Date(at)),
      } as Filter<BikeRow>)
      .project<ListedRow>(listFields)
      .sort({ publishedAt: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(rows, limit, toCard, (row) => ({ at: row.publishedAt.getTime(), id: row._id }));
  }

  /** The ids of the visible bikes of many members, each with its owner's. */
  async ownersOf(ownerIds: string[]): Promise<Map<string, string>> {
    const rows = this.#bikes
      .find({ 'owner.id': { $in: ownerIds } })
      .project<Pick<BikeRow, '_id' | 'status'> & { owner: { id: string } }>({ 'owner.id': 1, status: 1 });
    const visible = (await rows.toArray()).filter(({ status }) => status === 'Active');
    return new Map(visible.map(({ _id, owner }) => [_id, owner.id]));
  }

  /** The number of bikes and the likes and views that they received. */
  async counts(ownerId: string): Promise<BikeCounts> {
    const sums = await this.#bikes
      .aggregate<Sums>([
        { $match: { 'owner.id': ownerId, status: 'Active' } },
        {
          $group: {
            _id: '$ownership',
            bikes: { $sum: 1 },
            likes: { $sum: '$counts.likes' },
            views: { $sum: '$counts.views' },
          },
        },
      ])
      .toArray();
    const sum = (of: 'bikes' | 'likes' | 'views', groups = sums) => groups.reduce((all, one) => all + one[of], 0);
    const before = sums.filter(({ _id }) => past.includes(_id));
    return { bikes: sum('bikes'), previous: sum('bikes', before), likes: sum('likes'), views: sum('views') };
  }

  /** The years in which members published bikes that are visible now, by member, earliest first. */
  async yearsOf(ownerIds: string[]): Promise<Map<string, number[]>> {
    const rows = await this.#bikes
      .find({ 'owner.id': { $in: ownerIds }, status: 'Active' })
      .project<Pick<BikeRow, 'owner' | 'publishedAt'>>({ 'owner.id': 1, publishedAt: 1 })
      .toArray();
    const byOwner = Map.groupBy(rows, ({ owner }) => owner.id);
    const yearsIn = (all: typeof rows) => [...new Set(all.map(({ publishedAt }) => publishedAt.getUTCFullYear()))];
    return new Map([...byOwner].map(([id, all]) => [id, yearsIn(all).sort((a, b) => a - b)]));
  }

  /** The owner of a bike. */
  async ownerOf(bikeId: string): Promise<string | null> {
    return (await this.#bikes.findOne({ _id: bikeId }, { projection: { 'owner.id': 1 } }))?.owner.id ?? null;
  }

  /** The bikes that won a week, latest first. */
  async won(ownerId: string): Promise<BikeCard[]> {
    const rows = await this.#bikes
      .find({ 'owner.id': ownerId, status: 'Active', 'won.at': { $exists: true } })
      .project<ListedRow>(listFields)
      .sort({ 'won.at': -1, _id: -1 })
      .limit(maxWins)
      .toArray();
    return rows.map(toCard);
  }
}
