import { randomUUID } from 'node:crypto';
import type { Collection, Filter } from 'mongodb';
import type { BikeStatus } from '#contract/bike-options.ts';

/**
 * A like, favorite, comment or view that a bike gained (1) or lost (-1), stored on its own document until the bike's
 * counter includes it. `op` is unique, so finishing a change late never touches a newer one.
 */
export type Change = { op: string; bikeId: string; by: 1 | -1 };

export const newChange = (bikeId: string, by: Change['by']): Change => ({ op: randomUUID(), bikeId, by });

/** A document with an uncounted change. `at` is the time that the rank uses. */
export type Changed = { id: string; op: string; by: Change['by']; userId: string; at: Date };

/** An older build wrote changes without `userId`. */
type StoredChange = Pick<Changed, 'id' | 'op' | 'by'> & { userId?: string };

/** The part of counted changes that the bike stores. */
export const toStored = (changed: readonly Changed[]): StoredChange[] =>
  changed.map(({ id, op, by, userId }) => ({ id, op, by, userId }));

/** The changes that a bike counted last. It stores them until they are cleared from their documents. */
export type CountedChanges = {
  changes: StoredChange[];
  /**
   * Documents that become (a key) or stop being (null) the one that counts for its member, where only the first has
   * weight.
   */
  firsts: { id: string; key: string | null }[];
};

/** Changes as a bike counts them: their sum for its counter, and what its rank gains and loses. */
export type Batch = { by: number; moments: { at: Date; by: Change['by'] }[]; mark: CountedChanges };

/** The bike as read before one of its counted items changes. */
export type CountingBike = {
  owner: { id: string };
  status: BikeStatus;
  /** Whether there is a block between its owner and the viewer. */
  blocked: boolean;
  /** Whether its owner has closed the comments. */
  commentsClosed: boolean;
  total: number;
  /** Counts one change and returns the new total. @throws unavailable: the change is counted later */
  count(changed: Changed): Promise<number>;
  /** Counts one change within a moment and returns the total that includes it. */
  countSoon(changed: Changed): number;
  /**
   * Removes an item, by the id of its document, whose change this process has not counted yet. Returns the total; null
   * if there is no such change. @throws unavailable
   */
  cancel(id: string): Promise<number | null>;
  /** Counts changes that others have begun, and returns the new total. @throws unavailable */
  settle(): Promise<number>;
};

type CountedBike = { id: string; ownerId: string; counts: { views: number } };

/** One kind of item that bikes count. */
export interface CountSource {
  /** Reads at most `limit` uncounted changes of a bike. */
  open(bikeId: string, limit: number): Promise<Changed[]>;
  /** Turns changes into one batch for their bike. */
  batchOf(bike: CountedBike, changed: Changed[]): Promise<Batch>;
  /**
   * Clears counted changes from their documents. Idempotent.
   * @param seq the bike's sequence number after them
   * @returns false if another process may have cleared some before
   */
  finish(mark: CountedChanges, seq: number): Promise<boolean>;
  /** Filters the ids of items that the bike has, or will have once it has counted all changes. */
  present(ids: string[]): Promise<Set<string>>;
  /** Reads, page by page, everything that an uncounted bike has; nothing of it changes until the bike is counted. */
  whole(bike: CountedBike): Promise<Batch>;
  /** Ids of bikes with uncounted changes, in ascending order after `after`. */
  openBikes(after: string): Promise<string[]>;
  /** Deletes the uncounted changes of a bike that no longer exists. */
  drop(bikeId: string): Promise<void>;
  /** Number of uncounted changes. */
  waiting(): Promise<number>;
}

const pageSize = 1000;

const changesAfter = <T>(after: string) => ({ 'change.bikeId': { $gt: after } }) as unknown as Filter<T>;

/** Number of uncounted changes in a collection, by the same index. */
export const waitingChanges = <T extends { change?: Change }>(rows: Collection<T>): Promise<number> =>
  rows.countDocuments(changesAfter<T>(''));

/** Ids of bikes with uncounted changes in a collection, ascending after `after`, by the index on `change.bikeId`. */
export async function bikesWithChanges<T extends { change?: Change }>(
  rows: Collection<T>,
  after: string,
): Promise<string[]> {
  const found = await rows
    .find(changesAfter<T>(after))
    .project<Pick<T, 'change'>>({ change: 1 })
    .sort({ 'change.bikeId': 1 })
    .limit(pageSize)
    .toArray();
  return [...new Set(found.flatMap(({ change }) => change?.bikeId ?? []))];
}
