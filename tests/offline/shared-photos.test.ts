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
    const { files, problems } = await window.headbadge.drafts.sharedFiles(draftId);
    return { files: files.map(({ name, size }) => [name, size]), problems: problems.map(({ problem }) => problem) };
  }, id ?? '');
const member = (who: typeof ana | null) =>
  h.page.evaluate(async (user) => {
    await window.headbadge.setMeta('authUser', user as never);
    await window.headbadge.setMeta('lastUser', user as never);
  }, who);
const blobs = () => h.page.evaluate(async () => (await window.headbadge.userDb.photoBlobs.all()).length);
const draftsOf = (who: typeof ana) =>
  h.page.evaluate(async (user) => (await window.headbadge.drafts.draftsOf(user)).map(({ id }) => id), who.id);

test('shared photos are a draft of the member, and only theirs', async () => {
  const id = await share([
    { name: 'one.jpg', bytes: 3 },
    { name: 'two.heic', type: '' },
  ]);
  expect(await draftsOf(ana)).toEqual([id]);
  expect(await found(id)).toEqual({
    files: [
      ['one.jpg', 3],
      ['two.heic', 10],
    ],
    problems: [],
  });
  await member(bert);
  await h.page.evaluate((user) => window.headbadge.drafts.claimShared(user), bert.id);
  expect(await draftsOf(bert)).toEqual([]);
  expect(await found(id)).toEqual({ files: [], problems: [] });
});

test('files that are no photos, too large or too many are named and not stored', async () => {
  const many = Array.from({ length: photoLimits.perBike - 2 }, (_, at) => ({ name: `${at}.jpg` }));
  const id = await share([
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

test('no more shares are taken while eight wait', async () => {
  const full = () => h.page.evaluate(() => window.headbadge.drafts.hasTooManyShares());
  for (let at = 0; at < 8; at += 1) {
    expect(await full()).toBe(false);
    await share([{ name: 'one.jpg' }]);
  }
  expect(await full()).toBe(true);
});

test('an empty share makes no draft', async () => {
  expect(await share([])).toBe(null);
  expect(await share([{ name: 'empty.jpg', bytes: 0 }])).toBe(null);
  expect(await draftsOf(ana)).toEqual([]);
});

test('what was shared while nobody was logged in goes to who logs in within a day', async () => {
  await member(null);
  const old = await share([{ name: 'old.jpg' }], 2);
  const id = await share([{ name: 'new.jpg' }]);
  const waiting = (draftId: string | null) =>
    h.page.evaluate((one) => window.headbadge.drafts.sharedWaiting(one), draftId ?? '');
  expect(await waiting(id)).toEqual({ count: 1, forADay: true });
  expect(await waiting(old)).toBe(null);
  expect(await found(id)).toEqual({ files: [], problems: [] });
  await member(ana);
  const claim = (who: typeof ana) => h.page.evaluate((user) => window.headbadge.drafts.claimShared(user), who.id);
  await claim(ana);
  expect(await draftsOf(ana)).toEqual([id]);
  expect(await blobs()).toBe(1);
  await claim(bert);
  expect(await draftsOf(bert)).toEqual([]);
});

test('a photo is taken by one tab only, and leaves no bytes behind', async () => {
  const id = await share([{ name: 'one.jpg' }, { name: 'two.jpg' }]);
  const taken = await h.page.evaluate(async (draftId) => {
    const { sharedFiles, releaseShared } = window.headbadge.drafts;
    const here = await sharedFiles(draftId);
    const there = await sharedFiles(draftId);
    const result: boolean[] = [];
    for (const file of [here.files[0], there.files[0], there.files[1], new File([], 'picked.jpg')])
      result.push(await releaseShared(file as File));
    return result;
  }, id ?? '');
  expect(taken).toEqual([true, false, true, true]);
  expect(await blobs()).toBe(0);
});

test('a draft is not sent before its form has taken the photos, and is deleted with them', async () => {
  const id = await share([{ name: 'one.jpg' }]);
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
