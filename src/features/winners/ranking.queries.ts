import { callOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { weekOf } from '#contract/week-dates.ts';
import type { getWeekRanking, WeekRanking } from '#contract/winners.ts';
import { listRow } from '#src/cache/list-row.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { useNow } from '#src/ui/use-now.ts';

const row = listRow<WeekRanking>('ranking');

export const ranking = defineQuery({
  name: 'ranking',
  endpoint: callOf<typeof getWeekRanking>('GET', '/bikes/ranking'),
  request: (_: 'now') => ({}),
  read: async () => {
    const cached = await row.get();
    return withSavedAt(cached?.value, cached);
  },
  initial: (known) => known,
  save: (answer) => row.save(answer),
});

/** The first bikes of the week that runs. */
export const useWeekRanking = (): Read<WeekRanking> => useQuery(ranking, 'now');

/** Milliseconds after its publication in which a bike can win. */
const maxAgeMs = 28 * 86_400_000;

type Runner = { id: Id; publishedAt: string | null; won?: unknown };

/** The rank of a bike in the week that runs; null if it is not among the first. Asks only for bikes that can win. */
export function useWeekRank({ id, publishedAt, won }: Runner): number | null {
  const now = useNow();
  const isRunning = now !== null && !won && publishedAt !== null && now.getTime() - Date.parse(publishedAt) < maxAgeMs;
  const { data } = useQuery(ranking, isRunning ? 'now' : null);
  if (!now || data?.week !== weekOf(now)) return null;
  return data.places.find(({ bike }) => bike.id === id)?.rank ?? null;
}
