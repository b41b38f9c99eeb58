import { type SiteFigures, siteFigures } from '#contract/figures.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { initialQuery } from '#src/queries/initial-data.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
import { cachedFigures, saveFigures } from './figures.cache.ts';

const first = initialQuery(siteFigures, {}, (figures) => figures);

/** Totals of the site. */
export const useFigures = (): Read<SiteFigures> =>
  useCachedQuery<SiteFigures>({
    name: 'figures',
    key: 'figures',
    first,
    select: async () => {
      const kept = await cachedFigures();
      return { data: kept?.value ?? null, savedAt: kept?.savedAt ?? null };
    },
    fetch: async () => saveFigures(await runAction(siteFigures)),
  });
