import type { Collection, Db } from 'mongodb';
import type { Person } from '#contract/people.ts';
import { type AccountRow, nameKey } from './accounts.store.ts';

/** A member whose copies may be old: since when, and when to look at them next. */
export type ChangedPerson = { person: Person; since: Date; at: Date };

/** What members are called and look like: the original of all copies. */
export class PeopleStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ 'copies.at': 1 }, { sparse: true });
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

  /** Those whose copies are to be looked at, the longest due first. */
  async due(now: Date, limit: number): Promise<ChangedPerson[]> {
    const rows = await this.#users
      .find({ 'copies.at': { $lte: now } }, { projection: { username: 1, avatar: 1, copies: 1 } })
      .sort({ 'copies.at': 1 })
      .limit(limit)
      .toArray();
    return rows.flatMap(({ _id: id, username, avatar, copies }) =>
      copies ? [{ person: { id, username, avatar }, ...copies }] : [],
    );
  }

  /** Says when to look again, or that nothing is left, unless the member changed meanwhile. */
  async note({ person: { id }, since }: ChangedPerson, next: Date | null): Promise<void> {
    const update = next ? { $set: { 'copies.at': next } } : { $unset: { copies: '' as const } };
    await this.#users.updateOne({ _id: id, 'copies.since': since }, update);
  }
}
