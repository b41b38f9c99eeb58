import { type SiteFigures, siteFigures } from '#contract/figures.ts';
import { figuresKept, saveFigures } from '#src/offline/cache/figures.ts';
import { initialQuery } from '#src/reading/given.ts';
import type { Read } from '#src/reading/read.ts';
import { useCachedQuery } from '#src/reading/use-reading.ts';
import { runAction } from '#src/results/results.ts';

const first = initialQuery(siteFigures, {}, (figures) => figures);

/** How much there is on the site. */
export const useFigures = (): Read<SiteFigures> =>
  useCachedQuery<SiteFigures>({
    name: 'figures',
    key: 'figures',
    first,
    select: async () => {
      const kept = await figuresKept();
      return { data: kept?.value ?? null, savedAt: kept?.savedAt ?? null };
    },
    fetch: async () => saveFigures(await runAction('GetFigures', (call) => call(siteFigures))),
  });
