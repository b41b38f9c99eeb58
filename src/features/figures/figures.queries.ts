import { type SiteFigures, siteFigures } from '#contract/figures.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { found } from '#src/queries/use-cached-query.ts';
import { cachedFigures, saveFigures } from './figures.cache.ts';

const figures = defineQuery({
  name: 'figures',
  endpoint: siteFigures,
  read: async () => {
    const kept = await cachedFigures();
    return found(kept?.value, kept);
  },
  initial: (known) => known,
  save: (answer) => saveFigures(answer),
});

/** Totals of the site. */
export const useFigures = (): Read<SiteFigures> => useQuery(figures);
