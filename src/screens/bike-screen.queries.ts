import type { Id } from '#contract/ids.ts';
import { bike } from '#src/features/bikes/page/bike.queries.ts';
import { related } from '#src/features/bikes/page/related.queries.ts';
import { about, fromOf, newest, updateOf } from '#src/features/comments/comments.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

/** The comments that an address asks for. */
function commentsPath(bikeId: Id, search: string): string {
  const updateId = updateOf(search);
  return updateId ? pathFor(about, { bikeId, updateId }) : pathFor(newest, { bikeId, from: fromOf(search) });
}

export const calls: PageCalls = ({ bikeId }, search) => [
  pathFor(bike, bikeId as Id),
  commentsPath(bikeId as Id, search),
  pathFor(related, bikeId as Id),
];
