import { triesToLoad } from '#src/outbox/registry.ts';
import { showRemembered } from '#src/session/session.ts';
import { fetchWriting } from '#src/ui/viewer.ts';
import { beginWarmStart, type EarlyRow } from '#src/warm-start/warm-start.ts';
import { screenOf } from './screens.ts';

/** Milliseconds that a page shows nothing for what is shown at once then: longer where its files are here already. */
const patience = () => (navigator.serviceWorker?.controller ? 1_000 : 150);

async function early(): Promise<EarlyRow[] | null> {
  // A screen's file that does not come is complained about by the screen.
  const screen = screenOf(location.pathname)
    ?.prepare()
    .catch(() => undefined);
  // The page names this file before all others, so it has begun long ago.
  const { earlyRows } = await import('#src/warm-start/reader.ts');
  const rows = await earlyRows();
  if (rows) await screen;
  // React shows a skeleton while it waits for a file, so what lays the queue over the rows is here before.
  const isQueued = ([[, table], found]: EarlyRow) => table === 'outbox' && (found as unknown[]).length > 0;
  if (rows?.some(isQueued)) await triesToLoad();
  return rows;
}

/**
 * Gets what this device has kept of the address, with who is here, so that the first thing shown is it.
 * @returns null where that takes too long, or cannot be; else `over` resolves when it is on the screen
 */
export async function takeFirstLook(): Promise<{ over: Promise<void> } | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience()));
  const here = Promise.all([early().catch(() => null), fetchWriting()]);
  const rows = await Promise.race([here.then(([found]) => found), late]);
  if (!rows) return null;
  const over = beginWarmStart(rows);
  await showRemembered();
  return { over };
}
