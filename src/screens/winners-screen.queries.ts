import { allWinners } from '#src/features/bikes/list/all-winners.queries.ts';
import { ranking } from '#src/features/winners/ranking.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = () => [pathFor(ranking, 'now'), pathFor(allWinners, undefined)];
