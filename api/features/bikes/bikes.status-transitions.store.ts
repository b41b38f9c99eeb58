import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { after, page } from '#api/platform/paging.ts';
import { titleOf } from '#contract/bike-names.ts';
import type { BikeNotice } from '#contract/bike-notice.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { OwnBike } from '#contract/bike-status.ts';
import type { OwnCard } from '#contract/bikes.ts';
import { statusesForOwner } from '#contract/may.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { deletedBefore, type Flag, isAway, type NoticeRow, noticeOf, type Removal } from './bikes.removal.ts';
import { statusUpdate } from './bikes.status-history.ts';
import {
  type BikeContent,
  type BikeRow,
  type ListedRow,
  listFields,
  toCard,
  toShown,
  writtenOf,
} from './bikes.store.ts';

/** A bike with its status as it was read. */
export type BikeWithStatus = {
  id: string;
  title: string;
  owner: Person;
  status: BikeStatus;
  /** Whether it is hidden because its owner is away. */
  away: boolean;
  /** The status to restore when the owner returns. */
  from: BikeStatus | null;
  restorableUntil: string | null;
  publishedAt: Date | null;
  flag: Flag | null;
  removal: Removal | null;
  own: OwnBike;
  /** Matches the bike while its status and its owner's absence are unchanged (optimistic lock). */
  asRead: Filter<BikeRow>;
};

/** A change of status, in one write; null removes a field. */
export type StatusChange = {
  status: BikeStatus;
  /** The status to restore when the owner returns. */
  from?: BikeStatus | null;
  at: Date;
  publishedAt?: Date;
  flag?: Flag | null;
  removal?: Removal | null;
};

/** Additional fields of a list, for the owner's notice. */
const noticeFields = { flag: 1, removal: 1, followed: 1, statusChangedAt: 1 } as const;
type OwnRow = ListedRow & Pick<BikeRow, keyof typeof noticeFields | 'complete'>;

function toBikeWithStatus(row: BikeRow): BikeWithStatus {
  const { _id, owner, status, statusChangedAt, publishedAt = null, flag = null, removal = null, followed } = row;
  const notice = noticeOf(row);
  return {
    id: _id,
    title: titleOf(row),
    owner,
    status,
    away: isAway(row),
    from: followed?.from ?? null,
    publishedAt,
    flag,
    removal,
    restorableUntil: notice.restorableUntil,
    own: { bike: toShown(row), standing: notice },
    // A null here also matches a missing field.
    asRead: {
      _id,
      status,
      statusChangedAt,
      'flag.open': flag?.open ?? null,
      'followed.from': followed?.from ?? null,
      'followed.turn': followed?.turn ?? null,
    } as Filter<BikeRow>,
  };
}

/** Stores changes of status by owners and moderators, each in one write. */
export class BikeStatusStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  async find(id: string): Promise<BikeWithStatus | null> {
    const row = await this.#bikes.findOne({ _id: id });
    return row && toBikeWithStatus(row);
  }

  /** Changes a bike's own status. Returns false if the bike changed since it was read. */
  async applyStatus(
    { asRead, status: before, away }: BikeWithStatus,
    { status, from, at, flag, removal, ...fields }: StatusChange,
  ) {
    const notes = Object.entries({ flag, removal });
    const taken = notes.flatMap(([name, note]) => (note === null ? [[name, '']] : []));
    // The days until erasure count from the change of status, so writing the same status does not restart them.
    const { $set, $push } =
      status !== before || (away && from === null) ? statusUpdate(status, at) : { $set: { status } };
    const update = {
      $set: {
        ...$set,
        ...fields,
        ...(away && from !== undefined && { 'followed.from': from }),
        ...Object.fromEntries(notes.filter(([, note]) => note)),
      },
      ...($push && { $push }),
      ...(taken.length > 0 && { $unset: Object.fromEntries(taken) }),
    } as UpdateFilter<BikeRow>;
    return (await this.#bikes.updateOne(asRead, update)).matchedCount === 1;
  }

  /** Replaces the content and settles the open flag by that. Returns false if there was no such flag. */
  async settle(id: string, ownerId: string, content: BikeContent, at: Date, version?: number): Promise<boolean> {
    const open = {
      _id: id,
      'owner.id': ownerId,
      'flag.open': { $ne: false },
      'flag.fixed': { $ne: true },
      ...(version && { version }),
    };
    const written = { ...writtenOf(content), updatedAt: at };
    const settled = { ...written, 'flag.open': false, 'flag.fixed': true, 'flag.mendedAt': at };
    const { $set, $push } = statusUpdate('Active', at);
    const [back, draft] = [
      { filter: { ...open, status: 'Flagged' }, change: { $set: { ...settled, ...$set }, $push } },
      { filter: { ...open, status: 'Draft', 'flag.open': true }, change: { $set: settled } },
    ];
    for (const { filter, change } of [back, draft]) {
      const update = { ...change, $unset: { editVersion: '' }, $inc: { version: 1 } } as UpdateFilter<BikeRow>;
      if ((await this.#bikes.updateOne(filter as Filter<BikeRow>, update)).matchedCount === 1) return true;
    }
    return false;
  }

  /** The owners' notices about these bikes. */
  async moderationNotices(ids: readonly string[]): Promise<(BikeNotice & { id: string; status: BikeStatus })[]> {
    const rows = await this.#bikes
      .find({ _id: { $in: [...ids] } })
      .project<NoticeRow & { _id: string }>({ status: 1, ...noticeFields })
      .toArray();
    return rows.map((row) => ({ ...noticeOf(row), id: row._id, status: row.status }));
  }

  /** One member's bikes that were ever published, newest first, including deleted ones that can be restored. */
  async ownedBy(ownerId: string, now: Date, limit: number, cursor?: string): Promise<Page<OwnCard>> {
    const deleted = { status: 'Deleted', removal: null, 'followed.from': null };
    const rows = await this.#bikes
      .find({
        'owner.id': ownerId,
        // Drafts that were never published have a list of their own.
        draft: null,
        $and: [
          {
            $or: [{ status: { $in: statusesForOwner } }, { ...deleted, statusChangedAt: { $gt: deletedBefore(now) } }],
          },
        ],
        ...after<BikeRow>('publishedAt', cursor, (at) => new Date(at)),
      } as Filter<BikeRow>)
      .project<OwnRow>({ ...listFields, ...noticeFields, complete: 1 })
      .sort({ publishedAt: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    const toOwn = (row: OwnRow): OwnCard => ({
      ...toCard(row),
      standing: noticeOf(row),
      ...(row.complete !== undefined && { complete: row.complete }),
    });
    return page(rows, limit, toOwn, (row) => ({ at: row.publishedAt.getTime(), id: row._id }));
  }
}
