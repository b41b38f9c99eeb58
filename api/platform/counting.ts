import { randomUUID } from 'node:crypto';
import type { Collection, Filter } from 'mongodb';
import type { BikeStatus } from '#contract/bike-options.ts';

/**
 * A thing that came to a bike (1) or leaves it (-1), noted on its own document until the bike has counted it.
 * `op` is never used twice, so whoever finishes a change late finds another one, or none.
 */
export type Change = { op: string; bikeId: string; by: 1 | -1 };

export const newChange = (bikeId: string, by: Change['by']): Change => ({ op: randomUUID(), bikeId, by });

/** A document with a change that is not counted yet. `at` is the time under which it counts for the rank. */
export type Changed = { id: string; op: string; by: Change['by']; userId: string; at: Date };

/** `userId` is missing in what an older build noted. */
type NotedChange = Pick<Changed, 'id' | 'op' | 'by'> & { userId?: string };

/** What is noted of changes that a bike counts. */
export const noted = (changed: readonly Changed[]): NotedChange[] =>
  changed.map(({ id, op, by, userId }) => ({ id, op, by, userId }));

/** What a bike keeps of the changes that it counted last, until they are finished on their documents. */
export type Mark = {
  changes: NotedChange[];
  /** Which documents begin (a key) or cease (null) to stand for all of one member's, where only the first has weight. */
  firsts: { id: string; key: string | null }[];
};

/** Changes as a bike counts them: the sum of its counter, and what the rank gains and loses. */
export type Batch = { by: number; moments: { at: Date; by: Change['by'] }[]; mark: Mark };

/** A bike as a feature meets it whose things it counts; read before one of them changes. */
export type CountingBike = {
  owner: { id: string };
  status: BikeStatus;
  /** Whether its owner and the member that it was read for keep apart. */
  blocked: boolean;
  /** Whether its owner takes no more comments. */
  commentsClosed: boolean;
  total: number;
  /** Counts one change and says the new total. @throws unavailable; it is counted later then */
  count(changed: Changed): Promise<number>;
  /** Counts what others began to change, and says the new total. @throws unavailable */
  settle(): Promise<number>;
};

type CountedBike = { id: string; ownerId: string; counts: { views: number } };

/** One kind of thing that bikes count. */
export interface CountSource {
  /** At most `limit` changes that a bike has not counted. */
  open(bikeId: string, limit: number): Promise<Changed[]>;
  /** What changes mean for their bike. */
  batchOf(bike: CountedBike, changed: Changed[]): Promise<Batch>;
  /** Takes counted changes off their documents. Done twice, or late, it changes nothing. `seq`: the bike's, after them. */
  finish(mark: Mark, seq: number): Promise<void>;
  /** Everything that an uncounted bike has, read piece by piece; nothing of it changes until the bike is counted. */
  whole(bike: CountedBike): Promise<Batch>;
  /** Ids of bikes with open changes, upwards from `after`. */
  openBikes(after: string): Promise<string[]>;
  /** Forgets the open changes of a bike that is no more. */
  drop(bikeId: string): Promise<void>;
}

const pageSize = 1000;

/** Ids of bikes that documents with an open change belong to, upwards from `after`, by the index on `change.bikeId`. */
export async function bikesWithChanges<T extends { change?: Change }>(
  rows: Collection<T>,
  after: string,
): Promise<string[]> {
  const beyond = { 'change.bikeId': { $gt: after } };
  const found = await rows
    .find(beyond as unknown as Filter<T>)
    .project<Pick<T, 'change'>>({ change: 1 })
    .sort({ 'change.bikeId': 1 })
    .limit(pageSize)
    .toArray();
  return [...new Set(found.flatMap(({ change }) => change?.bikeId ?? []))];
}
