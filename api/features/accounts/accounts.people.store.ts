import type { Collection, Db, Filter } from 'mongodb';
import type { Standing } from '#api/platform/copies.ts';
import { deletedMember, type Person } from '#contract/people.ts';
import { type AccountRow, nameKey } from './accounts.store.ts';

/** A member whose copies may be old: since when, and when to look at them next. */
export type ChangedPerson = { person: Person; standing: Standing | null; since: Date; at: Date };

const fields = { username: 1, avatar: 1, status: 1, turn: 1, copies: 1 } as const;

/** What becomes of the bikes of a member who is not here. */
const goneAs: Partial<Record<AccountRow['status'], Standing['gone']>> = { Deleted: 'Deleted', Banned: 'Removed' };

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

/** What members are called and look like: the original of all copies. */
export class PeopleStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ 'copies.at': 1 }, { sparse: true });
    await this.#users.createIndex({ status: 1 });
  }

  /** How many members there are. */
  count(): Promise<number> {
    return this.#users.countDocuments({ status: 'Active' });
  }

  /**
   * Changes a member's name, avatar or both, and notes in the same write that the copies have to follow.
   * @throws the driver's duplicate error when the name is taken
   */
  async change(id: string, { username, avatar }: Partial<Omit<Person, 'id'>>, now: Date): Promise<void> {
    const named = username !== undefined && { username, foldedName: nameKey(username) };
    const pictured = avatar !== undefined && { avatar };
    await this.#users.updateOne({ _id: id }, { $set: { ...named, ...pictured, copies: { since: now, at: now } } });
  }

  /** What these members are called and look like now. */
  async among(ids: string[]): Promise<Person[]> {
    return (await this.#users.find({ _id: { $in: ids } }, { projection: fields }).toArray()).map(toPerson);
  }

  /** A member as others see them; null for one who has left, was shut out, or has not come yet. */
  async here(id: string): Promise<Person | null> {
    const row = await this.#users.findOne(
      { _id: id, status: { $in: ['Active', 'Suspended'] } },
      { projection: fields },
    );
    return row && toPerson(row);
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
