import { popular, recent, winners } from '#src/features/bikes/list/bike-lists.queries.ts';
import { initialRandom } from '#src/features/bikes/list/random.queries.ts';
import { figures } from '#src/features/figures/figures.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = () => [
  ...[winners, popular, recent].map((feed) => pathFor(feed, undefined)),
  initialRandom.path,
  pathFor(figures, undefined),
];
