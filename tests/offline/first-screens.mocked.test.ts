import 'fake-indexeddb/auto';
import '#src/registry.ts';
import { join } from 'node:path';
import { createElement } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { withEveryField } from '#contract/bike-defaults.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';
import { App } from '#src/app/app.tsx';
import { screenOf } from '#src/app/screens.ts';
import { saveBike } from '#src/cache/values/bikes.ts';
import { type FeedKey, saveFeed } from '#src/cache/values/feeds.ts';
import { saveThread } from '#src/cache/values/threads.ts';
import { likeBikeMutation } from '#src/features/likes/likes.mutations.ts';
import { triesToLoad } from '#src/outbox/registry.ts';
import { showStored } from '#src/session/session.ts';
import { setMeta, userDb } from '#src/storage/user-db.ts';
import { beginWarmStart, type EarlyRead, type EarlyRow, endWarmStart } from '#src/warm-start/warm-start.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana } from '#tests/kit/harness/people.ts';

/**
 * The reads of the screen while the warm start lasts, those of them that had to wait for IndexedDB, and how often the
 * queue was counted.
 */
const seen = vi.hoisted(() => ({ isWarm: false, reads: new Set<string>(), missed: new Set<string>(), summaries: 0 }));

vi.mock(import('#src/outbox/outbox-summary.ts'), async (original) => {
  const real = await original();
  const outboxSummary = (...args: Parameters<typeof real.outboxSummary>) => {
    seen.summaries += 1;
    return real.outboxSummary(...args);
  };
  return { ...real, outboxSummary };
});

vi.mock(import('#src/warm-start/warm-start.ts'), async (original) => {
  const real = await original();
  const earlyRow = (...read: EarlyRead) => {
    const found = real.earlyRow(...read);
    if (seen.isWarm) seen.reads.add(read.join(' '));
    if (seen.isWarm && !found) seen.missed.add(read.join(' '));
    return found;
  };
  return { ...real, earlyRow };
});

const readerFile = join(import.meta.dirname, '../../src/warm-start/reader.ts');
const card = cardNumber(1);
const bike = withEveryField({
  ...card,
  ...{ photos: [], components: [], history: [], tags: [], story: '', won: null },
} as unknown as Bike);
const draft = {
  id: newId(),
  userId: ana.id,
  state: 'editing',
  fields: { model: 'Half Done' },
  ofPublished: false,
  createdAt: Date.now(),
  savedAt: Date.now(),
} as const;
const lists: FeedKey[] = ['winners', 'popular', 'recent', 'random', `own:${ana.id}`];

for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);

/** The reader's result for an address; null when it reads nothing for it. */
async function rowsAt(path: string): Promise<EarlyRow[] | null> {
  vi.stubGlobal('location', { pathname: path });
  try {
    // The reader reads when it is imported.
    const reader: typeof import('#src/warm-start/reader.ts') = await import(/* @vite-ignore */ `${readerFile}?${path}`);
    return await reader.earlyRows();
  } finally {
    vi.stubGlobal('location', undefined);
  }
}

/** Shows the screen of an address from the early rows alone. */
async function show(path: string, rows: EarlyRow[]): Promise<string> {
  await screenOf(path)?.prepare();
  await triesToLoad();
  void beginWarmStart(rows);
  await showStored();
  seen.isWarm = true;
  try {
    const router = (page: React.ReactNode) => createElement(StaticRouter, { location: path, children: page });
    const { prelude } = await prerender(createElement(App, { renderRouter: router }));
    return await new Response(prelude).text();
  } finally {
    seen.isWarm = false;
    endWarmStart();
  }
}

test.each(['/', `/bike/${card.id}/${card.slug}`, '/user/bikes'])(
  'the first screen of %s needs just the rows that were read before the scripts came',
  async (path) => {
    await setMeta('authUser', ana);
    await userDb.outbox.put(likeBikeMutation.create({ kind: 'bike', id: newId(), title: '', picture: null }, ana.id));
    await userDb.drafts.put(draft);
    for (const key of lists) await saveFeed(key, { items: [card], next: null });
    await saveBike(bike);
    await saveThread(card.id, { items: [], next: null });
    seen.reads.clear();
    seen.missed.clear();
    seen.summaries = 0;
    const rows = await rowsAt(path);
    const html = await show(path, rows ?? []);
    expect(html).toContain(card.model);
    expect([...seen.missed]).toEqual([]);
    // Status bar, account menu and account area share one pass.
    expect(seen.summaries).toBe(1);
    const early = (rows ?? []).map(([read]) => read).filter(([, table]) => table !== 'meta');
    expect(early.map((read) => read.join(' ')).filter((read) => !seen.reads.has(read))).toEqual([]);
  },
);
