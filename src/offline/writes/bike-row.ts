import { type PublishedBike, putBike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { type OutboxRow, rowOf, type Subject } from '../rows.ts';
import type { BikePart } from './bike-subject.ts';

const laneOf = (bikeId: Id): string => `draft:${bikeId}`;

/** The row that publishes a bike, or what was changed of one. Its photos are rows of their own in the same lane. */
export const bikeRow = (subject: Subject, userId: Id, bike: PublishedBike, part: BikePart, now: number): OutboxRow => {
  const kind = bike.version ? ('bike.edit' as const) : ('bike.put' as const);
  const facts = { userId, lane: laneOf(subject.id), kind, targetId: subject.id, subject, part };
  return rowOf(putBike, { bikeId: subject.id }, { ...facts, title: subject.title, body: bike }, now);
};
