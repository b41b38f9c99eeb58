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
/** What this tab shows: Back finds it again, whatever other tabs have drawn. */
let here: BikeCard | null = null;
/** Counts what was asked for: whoever asks for another does not see an earlier answer after theirs. */
let turn = 0;

function keep(card: BikeCard | null): Promise<void> {
  here = card;
  return saveFeed('random', { items: card ? [card] : [], next: null });
}

async function draw(): Promise<void> {
  const asked = { query: seen.length > 0 ? { seen: seen.join() } : {} };
  turn += 1;
  const mine = turn;
  const keepNewest = async (card: BikeCard | null) => (mine === turn ? keep(card) : undefined);
  const card = await renew(() => tracked('GetRandom', (call) => call(randomBike, asked)), keepNewest);
  if (card) seen = [...seen.filter((id) => id !== card.id), card.id].slice(-mostSeen);
}

/** Without signal, another of the bikes that are kept here; false where there is none. */
async function drawKept(): Promise<boolean> {
  const bikes = (await keptBikes()).filter(({ bike }) => bike.status === 'Active');
  const fresh = bikes.filter(({ id }) => !seen.includes(id));
  const pool = fresh.length > 0 ? fresh : bikes.filter(({ id }) => id !== seen.at(-1));
  const kept = pool[Math.floor(Math.random() * pool.length)];
  if (!kept) return false;
  seen = [...seen.filter((id) => id !== kept.id), kept.id].slice(-mostSeen);
  await keep(cardOf(kept.bike));
  return true;
}

/** Shows another bike: any of the site, or of those on this device where there is no signal. @throws ApiFailure */
export async function drawAnother(): Promise<void> {
  try {
    await draw();
  } catch (cause) {
    if (failureFrom(cause).kind !== 'network' || !(await drawKept())) throw cause;
  }
}

const first = opening(randomBike, {}, (card) => card);

/** Any bike; null where the site has none. */
export function useRandom(): Read<BikeCard | null> {
  const read = useReading<BikeCard | null>({
    name: 'feed',
    key: 'random',
    // What came with the page is no news to who has asked for another.
    first: here ? undefined : first,
    kept: async () => {
      const feed = await feedOf('random');
      const kept = feed?.items[0] ?? null;
      return { data: kept && here && kept.id !== here.id ? here : kept, savedAt: feed?.savedAt ?? null };
    },
    ask: async () => {
      if (!here || !(await feedOf('random'))?.items.length) await draw();
    },
  });
  return { ...read, data: read.data ?? here };
}
