import { type Beside, besideBike } from '#contract/beside.ts';
import type { Id } from '#contract/ids.ts';
import { besideOf, saveBeside } from '#src/offline/cache/beside.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { opening } from '#src/reading/given.ts';
import type { Read } from '#src/reading/read.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { tracked } from '#src/results/results.ts';

/** Other bikes that go with one; null asks for nothing. */
export const useBeside = (id: Id | null): Read<Beside> =>
  useReading({
    name: 'beside',
    key: id,
    first: id === null ? undefined : opening(besideBike, { params: { bikeId: id } }, (beside): Beside | null => beside),
    kept: async () => {
      const kept = id && (await besideOf(id));
      return { data: kept ? kept.beside : null, savedAt: kept ? kept.savedAt : null };
    },
    ask: async () =>
      id &&
      renew(
        () => tracked('GetBeside', (call) => call(besideBike, { params: { bikeId: id } })),
        (beside) => saveBeside(id, beside),
      ),
  });
