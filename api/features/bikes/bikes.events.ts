import type { AppEvent } from '#api/platform/events.ts';
import type { CountedBike, CountKind, Tally } from './bikes.counts.store.ts';

type Counted = Extract<AppEvent, { op: string }>['what'];

/** Event names. Views emit no events. */
const names: Partial<Record<CountKind, Record<1 | -1, Counted>>> = {
  likes: { 1: 'liked', [-1]: 'unliked' },
  favorites: { 1: 'favorited', [-1]: 'unfavorited' },
  comments: { 1: 'commented', [-1]: 'comment.hidden' },
};

/** The events of the changes that a bike counted last. */
export const eventsOf = (
  { id: bikeId, ownerId }: Pick<CountedBike, 'id' | 'ownerId'>,
  marks: Tally['marks'],
): AppEvent[] =>
  marks.flatMap(({ of, mark }) => {
    const named = names[of];
    return named
      ? mark.changes.map(({ id, op, by, userId }) => ({ what: named[by], bikeId, ownerId, id, userId, op }))
      : [];
  });
