import { callOf } from '#contract/endpoint.ts';
import type { getSiteFigures, SiteFigures } from '#contract/figures.ts';
import { listRow } from '#src/cache/list-row.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';

const row = listRow<SiteFigures>('figures');

export const figures = defineQuery({
  name: 'figures',
  endpoint: callOf<typeof getSiteFigures>('GET', '/figures', 'GetFigures'),
  read: async () => {
    const cached = await row.get();
    return withSavedAt(cached?.value, cached);
  },
  initial: (known) => known,
  save: (answer) => row.save(answer),
});

/** Totals of the site. */
export const useFigures = (): Read<SiteFigures> => useQuery(figures);
