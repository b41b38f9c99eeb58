import { withoutLanguage } from '#src/lib/own-language.ts';
import { triesToLoad } from '#src/outbox/registry.ts';
import { showStored } from '#src/session/session.ts';
import { fetchWriting } from '#src/ui/display-preferences.ts';
import { beginWarmStart, type EarlyRow } from '#src/warm-start/warm-start.ts';
import { screenOf } from './screens.ts';

/**
 * Milliseconds to wait for cached rows before rendering without them; longer with a worker, whose files load at once.
 */
const waitMs = () => (navigator.serviceWorker?.controller ? 1_000 : 150);

async function loadRows(): Promise<EarlyRow[] | null> {
  // The screen itself reports a chunk that does not load.
  const screen = screenOf(withoutLanguage(location.pathname))
    ?.prepare()
    .catch(() => undefined);
  // The page loads this file before all others, so it is already running.
  const { earlyRows } = await import('#src/warm-start/reader.ts');
  const rows = await earlyRows();
  if (rows) await screen;
  // React shows a fallback while it waits for a chunk, so the code that applies queued mutations is loaded before.
  const isQueued = ([[, table], found]: EarlyRow) => table === 'outbox' && (found as unknown[]).length > 0;
  if (rows?.some(isQueued)) await triesToLoad();
  return rows;
}

/**
 * Loads the address's cached rows and the remembered member, so that the first render already shows them.
 * @returns null if that fails or takes too long; otherwise `over` resolves when they are on the screen
 */
export async function takeWarmStart(): Promise<{ over: Promise<void> } | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), waitMs()));
  const here = Promise.all([loadRows().catch(() => null), fetchWriting()]);
  const rows = await Promise.race([here.then(([found]) => found), late]);
  if (!rows) return null;
  const over = beginWarmStart(rows);
  await showStored();
  return { over };
}
