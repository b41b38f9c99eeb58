import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import type { NodeTab } from '#tests/kit/harness/node-tab.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => {
  await h.fresh();
  // A page waits for its device as long as in a browser.
  h.context.initScripts.length = 0;
  await h.page.close();
  h.page = await h.open();
  await h.page.evaluate(async () => {
    await window.headbadge.cache.saveBrands([]);
    await window.headbadge.getMeta('authUser');
  });
});

/** Another page that blocks both databases until it is closed, as WebKit does for a page that was left. */
async function blockDatabases(): Promise<NodeTab> {
  const other = await h.open();
  await other.evaluate(async () => {
    for (const name of ['vault', 'cache'])
      await new Promise<void>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const tables = [...opening.result.objectStoreNames];
          const store = opening.result.transaction(tables, 'readwrite').objectStore(tables[0] ?? '');
          const goOn = () => {
            store.count().onsuccess = goOn;
          };
          goOn();
          resolve();
        };
      });
  });
  return other;
}

const state = () => h.page.evaluate(() => window.headbadge.storageState());
const comment = (text: string, tab = h.page) =>
  tab.evaluate(([card, user, comment]) => window.headbadge.writeComment(card, user, comment), [
    cardNumber(1),
    ana.id,
    text,
  ] as const);
const waitingTexts = (tab: NodeTab) =>
  tab.evaluate(async (user) => {
    const rows = await window.headbadge.outbox.mutationsOf(user);
    return rows.toSorted((a, b) => a.seq - b.seq).map((row) => (row.body as { text: string }).text);
  }, ana.id);
const meta = (tab: NodeTab) =>
  tab.evaluate(async () => {
    const { getMeta } = window.headbadge;
    return { seq: await getMeta('seq'), device: await getMeta('device'), user: (await getMeta('authUser'))?.username };
  });

describe('a database that does not respond for three seconds', () => {
  test('blocks nothing: mutations wait in the tab, and are stored once it responds', async () => {
    h.server.down = true;
    await comment('First.');
    const other = await blockDatabases();
    await h.page.evaluate(() => window.headbadge.startTriggers());
    await comment('Second.');
    expect(await state()).toBe('hung');
    const draft = await h.page.evaluate(async (user) => {
      const { drafts } = window.headbadge;
      const id = await drafts.createDraft(user);
      await drafts.updateDraft(id, { model: 'Mehteh' });
      return id;
    }, ana.id);
    expect(await waitingTexts(h.page)).toEqual(['First.', 'Second.']);
    await other.close();
    await expect.poll(state).toBe('stored');
    const third = await h.open();
    expect(await waitingTexts(third)).toEqual(['First.', 'Second.']);
    expect(await third.evaluate((id) => window.headbadge.userDb.drafts.get(id), draft)).toMatchObject({
      fields: { model: 'Mehteh' },
    });
  });

  test('lets mutations go directly to the site, once', async () => {
    const other = await blockDatabases();
    await h.page.evaluate(() => window.headbadge.startTriggers());
    await comment('Straight.');
    expect(await state()).toBe('hung');
    expect(h.server.applied).toHaveLength(1);
    await other.close();
    await expect.poll(state).toBe('stored');
    await h.page.evaluate(() => window.headbadge.flushAndWait());
    expect(await waitingTexts(await h.open())).toEqual([]);
    expect(h.server.applied).toHaveLength(1);
  });

  test('loses no mutation that a page without access to it does not know', async () => {
    h.server.down = true;
    for (const text of ['First.', 'Second.']) await comment(text);
    await h.page.evaluate(() => window.headbadge.setMeta('device', '01890000-0000-7000-8000-00000000d001'));
    const before = await meta(h.page);
    const other = await blockDatabases();
    await h.page.close();
    h.page = await h.open();
    await h.page.evaluate(() => window.headbadge.startTriggers());
    await comment('Third.');
    await h.page.evaluate(() => window.headbadge.setMeta('device', '01890000-0000-7000-8000-00000000d002'));
    expect(await waitingTexts(h.page)).toEqual(['Third.']);
    await other.close();
    await expect.poll(state).toBe('stored');
    const third = await h.open();
    expect(await waitingTexts(third)).toEqual(['First.', 'Second.', 'Third.']);
    expect(await meta(third)).toEqual({ ...before, seq: (before.seq ?? 0) + 1 });
  });

  test('signs a member out meanwhile, and deletes their data', async () => {
    await h.page.evaluate(
      async ([user, bike]) => {
        const { cache, setMeta } = window.headbadge;
        await setMeta('lastUser', user);
        await cache.saveViewerState(user.id, bike, { liked: true, folderIds: [] } as never);
      },
      [ana, cardNumber(1).id] as const,
    );
    const other = await blockDatabases();
    await h.page.evaluate(async () => {
      const { startTriggers, startSession, signOut } = window.headbadge;
      startTriggers();
      await startSession();
      await signOut('keep');
    });
    expect(await state()).toBe('hung');
    await other.close();
    await expect.poll(state).toBe('stored');
    const third = await h.open();
    await expect
      .poll(() =>
        third.evaluate(async () => ({
          user: await window.headbadge.getMeta('authUser'),
          last: await window.headbadge.getMeta('lastUser'),
        })),
      )
      .toEqual({ user: null, last: null });
    const viewerState = () =>
      third.evaluate(([user, bike]) => window.headbadge.cache.viewerStateOf(user, bike), [
        ana.id,
        cardNumber(1).id,
      ] as const);
    await expect.poll(viewerState).toBeUndefined();
  });
});
