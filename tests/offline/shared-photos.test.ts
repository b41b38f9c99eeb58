import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { photoLimits } from '#contract/photos.ts';
import { makeDraft } from '#tests/kit/harness/drafts.ts';
import { ana, bert, Harness } from '#tests/kit/harness/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

type Given = { name: string; bytes?: number; type?: string };

/** Shares files from another app; returns the id of the draft. */
const share = (files: Given[], daysAgo = 0) =>
  h.page.evaluate(
    async ([given, age]) => {
      const made = given.map(
        ({ name, bytes = 10, type = 'image/jpeg' }) => new File([new Uint8Array(bytes)], name, { type }),
      );
      return window.headbadge.drafts.keepShared(made, Date.now() - age * 86_400_000);
    },
    [files, daysAgo] as const,
  );
/** The photos that the form of a draft finds. */
const found = (id: string | null) =>
  h.page.evaluate(async (draftId) => {
    const { sharedFiles, shareProblemText } = window.headbadge.drafts;
    const { files, problems } = await sharedFiles(draftId);
    return { files: files.map(({ name, size }) => [name, size]), problems: problems.map(shareProblemText) };
  }, id ?? '');
const member = (who: typeof ana | null) =>
  h.page.evaluate(async (user) => {
    await window.headbadge.setMeta('authUser', user as never);
    await window.headbadge.setMeta('lastUser', user as never);
  }, who);
const blobs = () => h.page.evaluate(async () => (await window.headbadge.userDb.photoBlobs.all()).length);
const draftsOf = (who: typeof ana) =>
  h.page.evaluate(async (user) => (await window.headbadge.drafts.draftsOf(user)).map(({ id }) => id), who.id);

/** Questions of the form to a member. */
const offered = (who: typeof ana) =>
  h.page.evaluate(async (user) => {
    const { id, count } = (await window.headbadge.drafts.offeredShare(user)) ?? {};
    return id && { id, count };
  }, who.id);
const accept = (who: typeof ana, id: string | null) =>
  h.page.evaluate(([user, draftId]) => window.headbadge.drafts.acceptShare(user, draftId), [who.id, id ?? ''] as const);
/** Shares files, and the member says yes. */
async function shared(files: Given[]): Promise<string | null> {
  const id = await share(files);
  await accept(ana, id);
  return id;
}

test('shared photos are a draft once the member has said yes, and only theirs', async () => {
  const id = await share([
    { name: 'one.jpg', bytes: 3 },
    { name: 'two.heic', type: '' },
  ]);
  expect([await draftsOf(ana), await offered(ana), await offered(bert)]).toEqual([[], { id, count: 2 }, undefined]);
  await accept(bert, id);
  expect(await draftsOf(bert)).toEqual([]);
  await accept(ana, id);
  expect([await draftsOf(ana), await offered(ana)]).toEqual([[id], undefined]);
  expect(await found(id)).toEqual({
    files: [
      ['one.jpg', 3],
      ['two.heic', 10],
    ],
    problems: [],
  });
  await member(bert);
  expect(await draftsOf(bert)).toEqual([]);
  expect(await found(id)).toEqual({ files: [], problems: [] });
});

test('files that are no photos, too large or too many are named and not stored', async () => {
  const many = Array.from({ length: photoLimits.perBike - 2 }, (_, at) => ({ name: `${at}.jpg` }));
  const id = await shared([
    { name: 'film.mp4', type: 'video/mp4' },
    { name: 'huge.jpg', bytes: photoLimits.bytes + 1 },
    ...many,
    { name: 'over.jpg' },
    { name: 'over2.jpg' },
  ]);
  const { files, problems } = await found(id);
  expect(files).toHaveLength(many.length);
  expect(problems).toEqual([
    'film.mp4 is not a photo.',
    'huge.jpg is larger than 20 MB.',
    '2 more photos weren’t added. A bike can have up to 24 photos.',
  ]);
  expect(await blobs()).toBe(many.length);
});

test('a later share replaces one that nobody has accepted, and no draft', async () => {
  const draft = await shared([{ name: 'own.jpg' }]);
  const files = (bytes: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `${at}.jpg`, bytes }));
  for (let post = 0; post < 12; post += 1) await share(files(10, 3));
  const last = await share([{ name: 'last.jpg' }]);
  expect([await draftsOf(ana), await offered(ana), await blobs()]).toEqual([[draft], { id: last, count: 1 }, 2]);
  await h.page.evaluate((id) => window.headbadge.drafts.discardShare(id), last ?? '');
  expect([await draftsOf(ana), await offered(ana), await blobs()]).toEqual([[draft], undefined, 1]);
});

test('one share has at most 200 MB', async () => {
  const large = Array.from({ length: 12 }, (_, at) => ({ name: `${at}.jpg`, bytes: 18 * 1024 * 1024 }));
  const id = await share(large);
  const { count, problems } = (await h.page.evaluate((user) => window.headbadge.drafts.offeredShare(user), ana.id)) as {
    count: number;
    problems: string[];
  };
  expect([id !== null, count, problems]).toEqual([true, 11, ['11.jpg wasn’t added. Share up to 200 MB at once.']]);
});

test('an empty share makes no draft', async () => {
  expect(await share([])).toBe(null);
  expect(await share([{ name: 'empty.jpg', bytes: 0 }])).toBe(null);
  expect(await draftsOf(ana)).toEqual([]);
});

test('what was shared while nobody was logged in is offered to who logs in within a day', async () => {
  await member(null);
  await share([{ name: 'old.jpg' }], 2);
  expect(await offered(ana)).toBe(undefined);
  const id = await share([{ name: 'new.jpg' }]);
  const waiting = (draftId: string | null) =>
    h.page.evaluate((one) => window.headbadge.drafts.sharedWaiting(one), draftId ?? '');
  expect(await waiting(id)).toEqual({ count: 1, forADay: true });
  expect(await found(id)).toEqual({ files: [], problems: [] });
  await member(ana);
  await accept(ana, id);
  expect([await draftsOf(ana), await offered(bert), await blobs()]).toEqual([[id], undefined, 1]);
  const old = await share([{ name: 'old.jpg' }], 2);
  await h.page.evaluate(() => window.headbadge.drafts.discardExpired());
  await accept(ana, old);
  expect([await draftsOf(ana), await blobs()]).toEqual([[id], 1]);
});

test('a photo whose page ended while it was taken is still there, and the member decides after two tries', async () => {
  const id = await shared([{ name: 'one.jpg' }]);
  const begin = () =>
    h.page.evaluate(async (draftId) => {
      const { files, unfinished } = await window.headbadge.drafts.sharedFiles(draftId);
      for (const file of files) await window.headbadge.drafts.countTry(file);
      return [files.length, unfinished.length];
    }, id ?? '');
  const states: number[][] = [];
  for (let page = 0; page < 3; page += 1) {
    states.push(await begin());
    await h.page.reload();
  }
  expect(states).toEqual([
    ...[
      [1, 0],
      [1, 0],
    ],
    [0, 1],
  ]);
  expect(await blobs()).toBe(1);
});

test('a photo is added by one tab only, and leaves no other bytes behind', async () => {
  const id = await shared([{ name: 'one.jpg' }, { name: 'two.jpg' }]);
  const taken = await h.page.evaluate(async (draftId) => {
    const { sharedFiles, releaseShared } = window.headbadge.drafts;
    const here = (await sharedFiles(draftId)).files;
    const there = (await sharedFiles(draftId)).files;
    const result: boolean[] = [];
    for (const file of [here[0], there[0], there[1], new File([], 'picked.jpg')])
      result.push(await releaseShared(file as File));
    return result;
  }, id ?? '');
  expect(taken).toEqual([true, false, true, true]);
  expect(await blobs()).toBe(0);
});

test('a draft is not sent before its form has taken the photos, and is deleted with them', async () => {
  const id = await shared([{ name: 'one.jpg' }]);
  await makeDraft(h, 0);
  await h.page.evaluate(() => window.headbadge.flushAndWait());
  const saved = h.server.applied.map(({ path }) => path).filter((path) => path.includes('/drafts/'));
  expect(saved).toHaveLength(1);
  expect(saved[0]).not.toContain(id);
  const unsent = () => h.page.evaluate((user) => window.headbadge.unsentOf(user), ana.id);
  expect(await unsent()).toMatchObject({ unqueued: 2 });
  await h.page.evaluate(async (draftId) => {
    const undo = await window.headbadge.discarding.discardDraft(draftId, 'here');
    await undo();
  }, id ?? '');
  expect((await found(id)).files).toHaveLength(1);
  await h.page.evaluate((user) => window.headbadge.deleteUnsent(user), ana.id);
  expect(await blobs()).toBe(0);
});
