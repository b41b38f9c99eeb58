import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import type { FeedCard, FeedKey } from '#src/cache/values/feeds.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import type { OptimisticView } from '#src/outbox/optimistic.ts';
import type { Waiting } from '#src/outbox/waiting.ts';

/** The status of what is queued for a bike. `moving`: it changes the bike's status and nothing else. */
type QueuedChange = { waiting: Waiting | null; moving?: boolean };
/** A bike in a list. */
export type ShownCard = FeedCard & QueuedChange;
/** A bike on its page. */
export type ShownBike = Bike & QueuedChange;

/** A bike with the status of what is queued for it. `fits`: which mutations are told. */
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

/** Which queued mutations a list tells of: its owner's all but those that are drafts again, a public one what it shows. */
export const toldIn =
  (key: FeedKey) =>
  ({ kind, state }: QueuedMutation): boolean => {
    if (key.startsWith('own:')) return state !== 'editing';
    return state !== 'editing' && state !== 'failed' && (key === 'recent' || kind === 'bike.status');
  };

/** A bike as it came, with nothing queued. */
export const plainly = <T extends object>(bike: T): T & QueuedChange => ({ ...bike, waiting: null });
