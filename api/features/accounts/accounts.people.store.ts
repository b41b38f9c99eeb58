import type { Collection, Db, Filter } from 'mongodb';
import type { AuthorState } from '#api/platform/denormalized-authors.ts';
import { maxQueueLength } from '#api/platform/telemetry/gauge.ts';
import type { Mention } from '#contract/mentions.ts';
import { deletedMember, type Person } from '#contract/people.ts';
import { usernameKey } from '#contract/username.ts';
import type { AccountRow } from './accounts.store.ts';

/** A member whose denormalized copies may be outdated: since when, and when to check them next. */
export type ChangedPerson = { person: Person; state: AuthorState | null; since: Date; at: Date };

const dayMs = 86_400_000;

const fields = { username: 1, avatar: 1, status: 1, turn: 1, copies: 1 } as const;

/** The status of the bikes of an absent member. */
const goneAs: Partial<Record<AccountRow['status'], AuthorState['gone']>> = { Deleted: 'Deleted', Banned: 'Removed' };

/** The public view of a member; without name and avatar if they have left. */
function toPerson({ _id: id, username, avatar, status }: AccountRow): Person {
  return goneAs[status] === 'Deleted' ? { id, username: deletedMember, avatar: '' } : { id, username, avatar };
}

function toChanged(row: AccountRow): ChangedPerson[] {
  const { status, turn, copies } = row;
  const gone = goneAs[status] ?? null;
  const person = toPerson(row);
  if (!copies) return [];
  const state = turn === undefined ? null : { gone, since: copies.since, generation: turn };
  return [{ person, state, ...copies }];
}

/** Suspended members cannot post, but stay visible. */
const hereStatuses: AccountRow['status'][] = ['Active', 'Suspended'];
const awayAs: Partial<Record<AccountRow['status'], 'left' | 'closed'>> = { Deleted: 'left', Banned: 'closed' };

/** How many unconfirmed, suspended, banned or deleted accounts a name search skips at most. */
const maxSkipped = 35;

/** Stores members' names and avatars, the source of all denormalized copies. */
export class PeopleStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ 'copies.at': 1 }, { sparse: true });
    await this.#users.createIndex({ status: 1, createdAt: 1, _id: 1 });
  }

  count(): Promise<number> {
    return this.#users.countDocuments({ status: 'Active' });
  }

  /** Counts members for operators. @param now counts as new who signed up in the day and the week before */
  async numbers(now: Date): Promise<{ all: number; day: number; week: number; suspended: number }> {
    const joinedWithin = (ms: number) =>
      this.#users.countDocuments({ status: 'Active', createdAt: { $gt: new Date(now.getTime() - ms) } });
    const [all, suspended, day, week] = await Promise.all([
      this.count(),
      this.#users.countDocuments({ status: 'Suspended', until: { $gt: now } }),
      joinedWithin(dayMs),
      joinedWithin(7 * dayMs),
    ]);
    return { all, suspended, day, week };
  }

  /** Number of members who are here, up to `limit`. */
  countHere(limit: number): Promise<number> {
    return this.#users.countDocuments({ status: { $in: hereStatuses } }, { limit });
  }

  /** Number of members whose copies may be outdated. */
  changedCount(now: Date): Promise<number> {
    return this.#users.countDocuments({ 'copies.at': { $lte: now } }, { limit: maxQueueLength });
  }

  /**
   * Changes a member's avatar. The same write records that the denormalized copies are outdated.
   * @returns the previous avatar
   */
  async setAvatar(id: string, avatar: string, now: Date): Promise<string> {
    const update = { $set: { avatar, copies: { since: now, at: now } } };
    const before = await this.#users.findOneAndUpdate({ _id: id }, update, { projection: { avatar: 1 } });
    return before?.avatar ?? '';
  }

  /** Records that what is copied from a member may be outdated. */
  async noteChange(id: string, now: Date): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $set: { copies: { since: now, at: now } } });
  }

  /** Members by id, with their current names and avatars. */
  async byIds(ids: string[]): Promise<Person[]> {
    return (await this.#users.find({ _id: { $in: ids } }, { projection: fields }).toArray()).map(toPerson);
  }

  /** A visible member; null if they have left, were banned or are not confirmed. */
  async here(id: string): Promise<Person | null> {
    return (await this.hereByIds([id]))[0] ?? null;
  }

  /** The visible members among `ids`, unordered. */
  async hereByIds(ids: string[]): Promise<Person[]> {
    const rows = this.#users.find({ _id: { $in: ids }, status: { $in: hereStatuses } }, { projection: fields });
    return (await rows.toArray()).map(toPerson);
  }

  /** A member, when they joined, and whether they are away; null if they are no members yet. */
  async known(
    id: string,
  ): Promise<{ person: Person; since: Date; operator: boolean; away: 'left' | 'closed' | null } | null> {
    const row = await this.#users.findOne({ _id: id }, { projection: { ...fields, createdAt: 1, operator: 1 } });
    if (!row || row.status === 'Unconfirmed' || row.status === 'Applied') return null;
    const { createdAt: since, operator = false, status } = row;
    return { person: toPerson(row), since, operator, away: awayAs[status] ?? null };
  }

  /**
   * Active members who joined after `place`, oldest first. `updatedAt` is missing, as no event reports changes of their
   * pages.
   */
  async joinedAfter(
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

  /** Visible members by the keys of their names, also by those that are held for them. */
  async named(keys: string[]): Promise<Map<string, Mention>> {
    const names = { $or: [{ foldedName: { $in: keys } }, { nameKeys: { $in: keys } }] };
    const rows = await this.#users
      .find(names, { projection: { username: 1, foldedName: 1, formerNames: 1, status: 1 } })
      .toArray();
    const found = rows
      .filter(({ status }) => hereStatuses.includes(status))
      .flatMap(({ _id: id, username, foldedName, formerNames = [] }) => [
        ...formerNames.map(({ key, name }) => [key, { id, name }] as const),
        [foldedName, { id, name: username }] as const,
      ]);
    return new Map(found.filter(([key]) => keys.includes(key)));
  }

  /** Members whose name begins with `typed`, ignoring case, accents and separators. */
  async called(typed: string, limit: number): Promise<Person[]> {
    const key = usernameKey(typed.trim());
    if (!key) return [];
    const rows = await this.#users
      .find({ foldedName: { $gte: key, $lt: `${key}\uffff` } }, { projection: fields })
      .sort({ foldedName: 1 })
      .hint({ foldedName: 1 })
      .limit(limit + maxSkipped)
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

  /** Members whose copies are due for a check, longest due first. */
  due = (now: Date, limit: number) => this.#changed({ 'copies.at': { $lte: now } }, limit);

  /** One member, if their copies may be old. */
  changed = (id: string) => this.#changed({ _id: id, copies: { $exists: true } }, 1);

  /** Stores when to check the copies next, or that they are done. @returns false if the member changed meanwhile */
  async note({ person: { id }, state, since }: ChangedPerson, next: Date | null): Promise<boolean> {
    const update = next ? { $set: { 'copies.at': next } } : { $unset: { copies: '' as const } };
    const asRead = { _id: id, 'copies.since': since, turn: state?.generation ?? { $exists: false } };
    return (await this.#users.updateOne(asRead, update)).matchedCount === 1;
  }
}
