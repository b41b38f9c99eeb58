import type { Collection, Db, Filter } from 'mongodb';
import type { AuthorState } from '#api/platform/denormalized-authors.ts';
import { deletedMember, type Person } from '#contract/people.ts';
import { usernameKey } from '#contract/username.ts';
import type { AccountRow } from './accounts.store.ts';

/** A member whose copies may be old: since when, and when to look at them next. */
export type ChangedPerson = { person: Person; standing: AuthorState | null; since: Date; at: Date };

const fields = { username: 1, avatar: 1, status: 1, turn: 1, copies: 1 } as const;

/** What becomes of the bikes of a member who is not here. */
const goneAs: Partial<Record<AccountRow['status'], AuthorState['gone']>> = { Deleted: 'Deleted', Banned: 'Removed' };

/** A member as others see them: of whoever has left, no name and no picture. */
function toPerson({ _id: id, username, avatar, status }: AccountRow): Person {
  return goneAs[status] === 'Deleted' ? { id, username: deletedMember, avatar: '' } : { id, username, avatar };
}

function toChanged(row: AccountRow): ChangedPerson[] {
  const { status, turn, copies } = row;
  const gone = goneAs[status] ?? null;
  const person = toPerson(row);
  if (!copies) return [];
  const standing = turn === undefined ? null : { gone, since: copies.since, turn };
  return [{ person, standing, ...copies }];
}

/** Who is here: a suspended member posts nothing, and stays. */
const hereStatuses: AccountRow['status'][] = ['Active', 'Suspended'];
const awayAs: Partial<Record<AccountRow['status'], 'left' | 'closed'>> = { Deleted: 'left', Banned: 'closed' };

/** Names between others' that belong to nobody yet, or to nobody here: no more of them are passed by. */
const mostWaiting = 35;

/** What members are called and look like: the original of all copies. */
export class PeopleStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ 'copies.at': 1 }, { sparse: true });
    await this.#users.createIndex({ status: 1, createdAt: 1, _id: 1 });
  }

  /** How many members there are. */
  count(): Promise<number> {
    return this.#users.countDocuments({ status: 'Active' });
  }

  /**
   * Changes a member's name, avatar or both, and notes in the same write that the copies have to follow.
   * @returns the avatar that they had before
   * @throws the driver's duplicate error when the name is taken
   */
  async change(id: string, { username, avatar }: Partial<Omit<Person, 'id'>>, now: Date): Promise<string> {
    const named = username !== undefined && { username, foldedName: usernameKey(username) };
    const pictured = avatar !== undefined && { avatar };
    const update = { $set: { ...named, ...pictured, copies: { since: now, at: now } } };
    const before = await this.#users.findOneAndUpdate({ _id: id }, update, { projection: { avatar: 1 } });
    return before?.avatar ?? '';
  }

  /** What these members are called and look like now. */
  async among(ids: string[]): Promise<Person[]> {
    return (await this.#users.find({ _id: { $in: ids } }, { projection: fields }).toArray()).map(toPerson);
  }

  /** A member as others see them; null for one who has left, was shut out, or has not come yet. */
  async here(id: string): Promise<Person | null> {
    return (await this.hereAmong([id]))[0] ?? null;
  }

  /** The same of several, in no order. */
  async hereAmong(ids: string[]): Promise<Person[]> {
    const rows = this.#users.find({ _id: { $in: ids }, status: { $in: hereStatuses } }, { projection: fields });
    return (await rows.toArray()).map(toPerson);
  }

  /** A member, since when they are one, and whether they are away; null for one who has not come yet. */
  async known(id: string): Promise<{ person: Person; since: Date; away: 'left' | 'closed' | null } | null> {
    const row = await this.#users.findOne({ _id: id }, { projection: { ...fields, createdAt: 1 } });
    if (!row || row.status === 'Unconfirmed') return null;
    return { person: toPerson(row), since: row.createdAt, away: awayAs[row.status] ?? null };
  }

  /** The Active members who came after another, the first to come first; their pages change by nothing that is told. */
  async cameAfter(
    place: { id: string; publishedAt: Date } | null,
    limit: number,
  ): Promise<{ id: string; slug: string; publishedAt: Date; updatedAt?: Date }[]> {
    const { id = '', publishedAt: at = new Date(0) } = place ?? {};
    const after = { createdAt: { $gte: at }, $or: [{ createdAt: { $gt: at } }, { createdAt: at, _id: { $gt: id } }] };
    const rows = await this.#users
      .find({ status: 'Active', ...after }, { projection: { username: 1, createdAt: 1 } })
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return rows.map(({ _id, username, createdAt }) => ({ id: _id, slug: username, publishedAt: createdAt }));
  }

  /** Those who are here among the members with these names, by what names are compared by. */
  async named(keys: string[]): Promise<Person[]> {
    const here = { foldedName: { $in: keys }, status: { $in: ['Active' as const, 'Suspended' as const] } };
    return (await this.#users.find(here, { projection: fields }).toArray()).map(toPerson);
  }

  /** Members whose name begins so, however it is cased, accented or parted. */
  async called(typed: string, limit: number): Promise<Person[]> {
    const key = usernameKey(typed.trim());
    if (!key) return [];
    const rows = await this.#users
      .find({ foldedName: { $gte: key, $lt: `${key}\uffff` } }, { projection: fields })
      .sort({ foldedName: 1 })
      .hint({ foldedName: 1 })
      .limit(limit + mostWaiting)
      .toArray();
    return rows
      .filter(({ status }) => status === 'Active')
      .slice(0, limit)
      .map(toPerson);
  }

  async #changed(filter: Filter<AccountRow>, limit: number): Promise<ChangedPerson[]> {
    const rows = this.#users.find(filter, { projection: fields }).sort({ 'copies.at': 1 }).limit(limit);
    return (await rows.toArray()).flatMap(toChanged);
  }

  /** Those whose copies are to be looked at, the longest due first. */
  due = (now: Date, limit: number) => this.#changed({ 'copies.at': { $lte: now } }, limit);

  /** One member, if their copies may be old. */
  changed = (id: string) => this.#changed({ _id: id, copies: { $exists: true } }, 1);

  /** Says when to look again, or that nothing is left. @returns false when the member changed meanwhile */
  async note({ person: { id }, standing, since }: ChangedPerson, next: Date | null): Promise<boolean> {
    const update = next ? { $set: { 'copies.at': next } } : { $unset: { copies: '' as const } };
    const asRead = { _id: id, 'copies.since': since, turn: standing?.turn ?? { $exists: false } };
    return (await this.#users.updateOne(asRead, update)).matchedCount === 1;
  }
}
