import { type BikeCard, cardOf, mostSeen, randomBike } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { failureFrom } from '#src/ground/failure.ts';
import { keptBikes } from '#src/offline/cache/bikes.ts';
import { feedOf, saveFeed } from '#src/offline/cache/feeds.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { opening } from '#src/reading/given.ts';
import type { Read } from '#src/reading/read.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { tracked } from '#src/results/results.ts';

/** What this tab has shown last, so that it does not come again at once. */
let seen: Id[] = [];
/** Back finds the bike that was there. */
let drawn = false;

const keep = (card: BikeCard | null) => saveFeed('random', { items: card ? [card] : [], next: null });

async function draw(): Promise<void> {
  const asked = { query: seen.length > 0 ? { seen: seen.join() } : {} };
  const card = await renew(() => tracked('GetRandom', (call) => call(randomBike, asked)), keep);
  drawn = true;
  if (card) seen = [...seen.filter((id) => id !== card.id), card.id].slice(-mostSeen);
}

/** Without signal, another of the bikes that are kept here. */
async function drawKept(): Promise<void> {
  const bikes = (await keptBikes()).filter(({ bike }) => bike.status === 'Active');
  const fresh = bikes.filter(({ id }) => !seen.includes(id));
  const pool = fresh.length > 0 ? fresh : bikes.filter(({ id }) => id !== seen.at(-1));
  const kept = pool[Math.floor(Math.random() * pool.length)];
  if (!kept) return;
  seen = [...seen, kept.id].slice(-mostSeen);
  await keep(cardOf(kept.bike));
}

/** Shows another bike: any of the site, or of those on this device where there is no signal. @throws ApiFailure */
export async function drawAnother(): Promise<void> {
  try {
    await draw();
  } catch (cause) {
    if (failureFrom(cause).kind !== 'network') throw cause;
    await drawKept();
  }
}

const first = opening(randomBike, {}, (card) => card);

/** Any bike; null where the site has none. */
export const useRandom = (): Read<BikeCard | null> =>
  useReading<BikeCard | null>({
    name: 'feed',
    key: 'random',
    first,
    kept: async () => {
      const feed = await feedOf('random');
      return { data: feed?.items[0] ?? null, savedAt: feed?.savedAt ?? null };
    },
    ask: async () => {
      if (!drawn || !(await feedOf('random'))?.items.length) await draw();
    },
  });
