import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import type { FeedCard, FeedKey } from '#src/cache/values/feeds.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import type { OptimisticView } from '#src/outbox/optimistic.ts';
import type { Waiting } from '#src/outbox/waiting.ts';

/** State of the queued mutations of a bike. `moving`: only its status changes. */
type QueuedChange = { waiting: Waiting | null; moving?: boolean };
/** Card of a bike, with what is queued for it. */
export type ShownCard = FeedCard & QueuedChange;
/** Bike, with what is queued for it. */
export type ShownBike = Bike & QueuedChange;

/** Adds the state of the queued mutations. `fits` selects the mutations to consider. */
export function withQueued<T extends { id: Id }>(
  view: OptimisticView | null,
  bike: T,
  fits?: (mutation: QueuedMutation) => boolean,
): T & QueuedChange {
  const content = view?.waitingFor(bike.id, ['bike.put', 'bike.edit'], fits) ?? null;
  const move = view?.waitingFor(bike.id, ['bike.status'], fits) ?? null;
  if (!move) return { ...bike, waiting: content };
  return { ...bike, waiting: content ?? move, moving: content === null };
}

/**
 * Selects the queued mutations that a list shows: all but reopened drafts in the owner's list, only visible changes in
 * a public one.
 */
export const shownIn =
  (key: FeedKey) =>
  ({ kind, state }: QueuedMutation): boolean => {
    if (key.startsWith('own:')) return state !== 'editing';
    return state !== 'editing' && state !== 'failed' && (key === 'recent' || kind === 'bike.status');
  };

/** Wraps a bike without queued changes. */
export const plainly = <T extends object>(bike: T): T & QueuedChange => ({ ...bike, waiting: null });

/** State of a queued bike together with its photos. */
export const wholeOf = (waiting: Waiting): Waiting =>
  waiting.look === 'blocked'
    ? { ...waiting, look: waiting.isStuck ? 'failed' : waiting.isMoving ? 'sending' : 'waiting' }
    : waiting;
