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
    await window.headbadge.recall('authUser');
  });
});

/** Another page that blocks both databases until it is closed, as WebKit does for a page that was left. */
async function holdDevice(): Promise<NodeTab> {
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
  tab.evaluate(([card, user, words]) => window.headbadge.addComment(card, user, words), [
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
    const { recall } = window.headbadge;
    return { seq: await recall('seq'), device: await recall('device'), user: (await recall('authUser'))?.username };
  });

describe('a device that does not answer for three seconds', () => {
  test('holds up nobody: what is written waits in the tab, and is on the device once it answers', async () => {
    h.server.down = true;
    await comment('First.');
    const other = await holdDevice();
    await h.page.evaluate(() => window.headbadge.startTriggers());
    await comment('Second.');
    expect(await state()).toBe('silent');
    const draft = await h.page.evaluate(async (user) => {
      const { drafts } = window.headbadge;
      const id = await drafts.createDraft(user);
      await drafts.updateDraft(id, { model: 'Mehteh' });
      return id;
    }, ana.id);
    expect(await waitingTexts(h.page)).toEqual(['First.', 'Second.']);
    await other.close();
    await expect.poll(state).toBe('kept');
    const third = await h.open();
    expect(await waitingTexts(third)).toEqual(['First.', 'Second.']);
    expect(await third.evaluate((id) => window.headbadge.vault.drafts.get(id), draft)).toMatchObject({
      fields: { model: 'Mehteh' },
    });
  });

  test('lets what is written go straight to the site, once', async () => {
    const other = await holdDevice();
    await h.page.evaluate(() => window.headbadge.startTriggers());
    await comment('Straight.');
    expect(await state()).toBe('silent');
    expect(h.server.applied).toHaveLength(1);
    await other.close();
    await expect.poll(state).toBe('kept');
    await h.page.evaluate(() => window.headbadge.kickAndWait());
    expect(await waitingTexts(await h.open())).toEqual([]);
    expect(h.server.applied).toHaveLength(1);
  });

  test('loses nothing that a page which could not ask it does not know of', async () => {
    h.server.down = true;
    for (const text of ['First.', 'Second.']) await comment(text);
    await h.page.evaluate(() => window.headbadge.remember('device', '01890000-0000-7000-8000-00000000d001'));
    const before = await meta(h.page);
    const other = await holdDevice();
    await h.page.close();
    h.page = await h.open();
    await h.page.evaluate(() => window.headbadge.startTriggers());
    await comment('Third.');
    await h.page.evaluate(() => window.headbadge.remember('device', '01890000-0000-7000-8000-00000000d002'));
    expect(await waitingTexts(h.page)).toEqual(['Third.']);
    await other.close();
    await expect.poll(state).toBe('kept');
    const third = await h.open();
    expect(await waitingTexts(third)).toEqual(['First.', 'Second.', 'Third.']);
    expect(await meta(third)).toEqual({ ...before, seq: (before.seq ?? 0) + 1 });
  });

  test('forgets a member who signs out meanwhile, and what was kept for them', async () => {
    await h.page.evaluate(
      async ([user, bike]) => {
        const { cache, remember } = window.headbadge;
        await remember('lastUser', user);
        await cache.saveViewerState(user.id, bike, { liked: true, folderIds: [] } as never);
      },
      [ana, cardNumber(1).id] as const,
    );
    const other = await holdDevice();
    await h.page.evaluate(async () => {
      const { startTriggers, startSession, signOut } = window.headbadge;
      startTriggers();
      await startSession();
      await signOut('keep');
    });
    expect(await state()).toBe('silent');
    await other.close();
    await expect.poll(state).toBe('kept');
    const third = await h.open();
    await expect
      .poll(() =>
        third.evaluate(async () => ({
          user: await window.headbadge.recall('authUser'),
          last: await window.headbadge.recall('lastUser'),
        })),
      )
      .toEqual({ user: null, last: null });
    const marks = () =>
      third.evaluate(([user, bike]) => window.headbadge.cache.viewerStateOf(user, bike), [
        ana.id,
        cardNumber(1).id,
      ] as const);
    await expect.poll(marks).toBeUndefined();
  });
});
