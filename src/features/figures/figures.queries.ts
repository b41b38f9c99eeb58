import { type SiteFigures, siteFigures } from '#contract/figures.ts';
import { figuresKept, saveFigures } from '#src/offline/cache/figures.ts';
import { opening } from '#src/reading/given.ts';
import type { Read } from '#src/reading/read.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { tracked } from '#src/results/results.ts';

const first = opening(siteFigures, {}, (figures) => figures);

/** How much there is on the site. */
export const useFigures = (): Read<SiteFigures> =>
  useReading<SiteFigures>({
    name: 'figures',
    key: 'figures',
    first,
    kept: async () => {
      const kept = await figuresKept();
      return { data: kept?.value ?? null, savedAt: kept?.savedAt ?? null };
    },
    ask: async () => saveFigures(await tracked('GetFigures', (call) => call(siteFigures))),
  });
