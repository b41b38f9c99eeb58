import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { newId } from '#contract/ids.ts';
import { beginOf, endOf } from '#contract/week-dates.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Returns the same id for the same name; ids sort like their names. */
export const idNamed = (name: string): string => {
  const bytes = createHash('sha256').update(name).digest();
  const place = name.charCodeAt(0) * 2 ** 32 + name.charCodeAt(1) * 2 ** 16 + (name.charCodeAt(2) || 0);
  return newId(place, new Uint8Array(bytes.subarray(0, 10)));
};

type Fields = Record<string, unknown>;
type Details = { at?: Date } & Fields;

/** Inserts bikes, members and their reactions in one week, in the site's stored format. */
export class Ballot {
  readonly #db: Db;
  readonly begin: Date;
  readonly close: Date;

  constructor(db: Db, week: string) {
    this.#db = db;
    this.begin = beginOf(week);
    this.close = endOf(week);
  }

  /** Returns the time `hours` before the end of the week. */
  before(hours: number): Date {
    return new Date(this.close.getTime() - hours * hour);
  }

  #put(collection: string, row: { _id: string } & Fields): Promise<unknown> {
    return this.#db.collection<{ _id: string }>(collection).replaceOne({ _id: row._id }, row, { upsert: true });
  }

  /** Inserts a member who signed up a year ago. */
  async member(name: string, fields: Fields = {}): Promise<void> {
    const createdAt = new Date(this.begin.getTime() - 365 * day);
    const account = { username: name, foldedName: name, email: `${name}@example.org`, avatar: '', passwordHash: null };
    await this.#put('users', { _id: idNamed(name), ...account, status: 'Active', authEpoch: 0, createdAt, ...fields });
  }

  /** Inserts a bike that can win, published ten days before the close. */
  async bike(name: string, owner: string, fields: Fields = {}): Promise<string> {
    const publishedAt = (fields.publishedAt as Date | undefined) ?? this.before(240);
    const photo = { id: idNamed(`p${name}`), width: 1600, height: 1067, thumbhash: '', kind: 'Drive side' };
    const counts = { likes: 0, comments: 0, views: 0 };
    await this.#put('bikes', {
      _id: idNamed(name),
      owner: { id: idNamed(owner), username: owner, avatar: '' },
      status: 'Active',
      brandId: 'surly',
      brandOther: '',
      brand: 'Surly',
      model: name,
      year: 2021,
      nickname: '',
      category: 'Gravel',
      drivetrain: '1x',
      rearGear: '11-Speed',
      slug: name,
      find: '',
      terms: [],
      keys: [],
      points: 0,
      story: '',
      counts,
      countSeq: 0,
      hotRank: 0,
      tally: { weeks: [], marks: [] },
      photos: [{ ...photo, caption: '', alt: '' }],
      colors: [],
      version: 1,
      createdAt: publishedAt,
      publishedAt,
      updatedAt: publishedAt,
      statusChangedAt: publishedAt,
      ...fields,
    });
    return idNamed(name);
  }

  /** Inserts likes of one bike, on the Saturday. */
  async likes(bike: string, members: string[], { at = this.before(40), ...fields }: Details = {}): Promise<void> {
    for (const member of members) {
      const [bikeId, userId] = [idNamed(bike), idNamed(member)];
      await this.#put('likes', { _id: `${bikeId}:${userId}`, bikeId, userId, at, ...fields });
    }
  }

  /** Inserts favorites of one bike, on the Saturday. */
  async favorites(bike: string, members: string[], { at = this.before(40), ...fields }: Details = {}): Promise<void> {
    for (const member of members) {
      const [bikeId, userId] = [idNamed(bike), idNamed(member)];
      const row = { _id: `${bikeId}:${userId}`, bikeId, userId, at, folders: [{ id: userId, at }] };
      await this.#put('favorites', { ...row, ...fields });
    }
  }

  async comments(bike: string, members: string[], { at = this.before(40), ...fields }: Details = {}): Promise<void> {
    for (const member of members) {
      const author = { id: idNamed(member), username: member, avatar: '' };
      const comment = { text: 'Nice rack.', status: 'Active', addedAt: at, editedAt: null };
      await this.#put('comments', { _id: newId(), bikeId: idNamed(bike), author, ...comment, ...fields });
    }
  }

  /** Deletes everything that any ballot has inserted, and the results. */
  async clear(): Promise<void> {
    for (const name of ['bikes', 'users', 'likes', 'favorites', 'comments', 'winners', 'rankedBikes', 'leases']) {
      await this.#db.collection(name).deleteMany({});
    }
  }
}
