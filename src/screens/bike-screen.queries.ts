import type { Id } from '#contract/ids.ts';
import { bike } from '#src/features/bikes/page/bike.queries.ts';
import { related } from '#src/features/bikes/page/related.queries.ts';
import { fromOf, newest } from '#src/features/comments/comments.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = ({ bikeId }, search) => [
  pathFor(bike, bikeId as Id),
  pathFor(newest, { bikeId: bikeId as Id, from: fromOf(search) }),
  pathFor(related, bikeId as Id),
];
