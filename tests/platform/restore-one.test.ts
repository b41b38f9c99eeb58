import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '#contract/accounts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { addComment, deleteComment, editComment, listComments } from '#contract/comments.ts';
import { addFavorite } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { updateText } from '#contract/profile.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { goodPassword, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { testServer } from '#tests/kit/server.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt, joinSite } from '#tests/kit/site-member.ts';

const cli = join(import.meta.dirname, '../../api/cli/db.ts');
let site: Site;
let backups: string;
let from: string;
const people = {} as Record<'ann' | 'ben' | 'cem', { browser: TestBrowser; id: Id }>;
const bikes = { lost: newId(), dropped: newId(), kept: newId() };
const photos = { lost: newId(), dropped: newId(), kept: newId() };
const comments = { first: newId(), second: newId(), edited: newId() };

/** Runs the real command beside the running site, as an operator does. */
const db = (...args: string[]) =>
  new Promise<{ code: number; out: string; said: string }>((resolve) => {
    const env = { ...process.env, DATA_DIR: site.folder, PUBLIC_ORIGIN: site.origin };
    const child = execFile(process.execPath, [cli, ...args], { env }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, out, said }),
    );
  });
const restore = (...args: string[]) => db('restore', ...args, '--from', from);
const rows = async (name: string) => (await site.db()).collection<{ _id: string } & Record<string, unknown>>(name);
const bikeOf = async (bikeId: Id) => (await browserAt(site).call(getBike, { params: { bikeId } })).answer.data;
const textsOn = async (bikeId: Id) =>
  (await browserAt(site).call(listComments, { params: { bikeId } })).answer.data?.items.map(({ text }) => text);
const say = (by: TestBrowser, bikeId: Id, id: Id, text: string) =>
  by.call(addComment, { params: { bikeId }, body: { id, text } });
/** Deletes what there is of a bike, as an accident would. */
async function lose(bikeId: Id, photoId: Id): Promise<void> {
  await (await rows('bikes')).deleteOne({ _id: bikeId });
  for (const name of ['comments', 'likes', 'favorites']) await (await rows(name)).deleteMany({ bikeId });
  await (await rows('photos')).deleteOne({ _id: photoId });
  await rm(join(site.folder, 'photos', 'bikes', photoId.slice(-2), photoId), { recursive: true });
}

// A server has copies of its own; the commands are the same there.
describe.skipIf(testServer)('one thing from a backup, beside the running site:', () => {
  beforeAll(async () => {
    backups = await mkdtemp(join(tmpdir(), 'headbadge-one-'));
    from = join(backups, 'today');
    site = await Site.start();
    for (const name of ['ann', 'ben', 'cem'] as const) {
      const browser = await joinSite(site, name);
      people[name] = { browser, id: (await browser.call(getAuthUser)).answer.data?.id as Id };
    }
    const { ann, ben, cem } = people;
    const photo = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
    for (const name of ['lost', 'dropped', 'kept'] as const) {
      await ann.browser.sendPhoto(photo, { id: photos[name] });
      const body = bikeWith([photos[name]], { nickname: `The ${name} one` });
      await ann.browser.call(putBike, { params: { bikeId: bikes[name] }, body });
    }
    await say(ben.browser, bikes.lost, comments.first, 'A beauty.');
    await say(cem.browser, bikes.lost, comments.second, 'So clean.');
    await say(ben.browser, bikes.kept, comments.edited, 'What tyres?');
    for (const { browser, id } of [ben, cem]) {
      await browser.call(likeBike, { params: { bikeId: bikes.lost } });
      await browser.call(addFavorite, { params: { folderId: id, bikeId: bikes.lost } });
    }
    const seen = { version: 0, device: newId() };
    await ben.browser.call(updateText, { body: { text: 'Ben rides to work.', seen } });
    expect((await db('backup', from, '--photos')).code).toBe(0);
  });
  afterAll(async () => {
    await site?.close();
    if (backups) await rm(backups, { recursive: true, force: true });
  });

  test('a lost bike comes back with photos, comments, likes and favorites of those who are still here', async () => {
    await lose(bikes.lost, photos.lost);
    // Cem has left for good since.
    await (await rows('users')).deleteOne({ _id: people.cem.id });
    const { code, out, said } = await restore('--bike', bikes.lost);
    expect([code, said]).toEqual([0, '']);
    expect(out).toBe(
      `Restored the bike ${bikes.lost}, the 2021 Surly Midnight Special of ann: 1 photo, 1 comment, 1 like, 1 favorite.\n`,
    );
    const bike = await bikeOf(bikes.lost);
    expect(bike).toMatchObject({ nickname: 'The lost one', counts: { likes: 1, comments: 1, favorites: 1 } });
    expect(await textsOn(bikes.lost)).toEqual(['A beauty.']);
    expect((await fetch(site.origin + photoPath(photos.lost, 640))).status).toBe(200);
    const found = async () =>
      (await browserAt(site).call(searchBikes, { query: { keywords: 'lost' } })).answer.data?.items.map(({ id }) => id);
    await expect.poll(found, { timeout: 15_000 }).toContain(bikes.lost);
  });

  test('a bike that is there is replaced only on demand, and keeps its comments', async () => {
    const { browser } = people.ann;
    const version = (await bikeOf(bikes.kept))?.version;
    const body = { ...bikeWith([photos.kept], { nickname: 'Ruined' }), version };
    expect((await browser.call(putBike, { params: { bikeId: bikes.kept }, body })).status).toBe(200);
    const refused = await restore('--bike', bikes.kept);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('The bike is there. Add --replace')]);
    expect((await restore('--bike', bikes.kept, '--replace')).code).toBe(0);
    await expect.poll(async () => (await bikeOf(bikes.kept))?.nickname, { timeout: 10_000 }).toBe('The kept one');
    expect(await textsOn(bikes.kept)).toEqual(['What tyres?']);
  });

  test('what its owner deleted stays away, unless that is asked for', async () => {
    await people.ann.browser.call(deleteBike, { params: { bikeId: bikes.dropped } });
    for (const more of [[], ['--replace']]) {
      const { code, said } = await restore('--bike', bikes.dropped, ...more);
      expect([code, said]).toEqual([1, expect.stringContaining('ann has deleted the bike. Add --even-deleted')]);
    }
    expect((await restore('--bike', bikes.dropped, '--even-deleted')).code).toBe(0);
    await expect.poll(async () => (await bikeOf(bikes.dropped))?.status, { timeout: 10_000 }).toBe('Active');

    await people.ben.browser.call(deleteComment, { params: { commentId: comments.first } });
    expect((await restore('--comment', comments.first)).said).toContain('ben has deleted the comment');
    expect((await restore('--comment', comments.first, '--even-deleted')).code).toBe(0);
    await expect.poll(() => textsOn(bikes.lost), { timeout: 10_000 }).toEqual(['A beauty.']);
    expect((await bikeOf(bikes.lost))?.counts.comments).toBe(1);
  });

  test('a comment’s text is put back, and a lost comment is counted once', async () => {
    const { browser } = people.ben;
    await browser.call(editComment, { params: { commentId: comments.edited }, body: { text: 'Nothing.' } });
    expect((await restore('--comment', comments.edited, '--replace')).code).toBe(0);
    await expect.poll(() => textsOn(bikes.kept), { timeout: 10_000 }).toEqual(['What tyres?']);
    expect((await restore('--comment', comments.second)).said).toContain(`--member ${people.cem.id}`);
    expect((await restore('--comment', newId())).said).toContain('has no comment');
  });

  test('an erased member comes back with what they left, but not when they asked for the erasure', async () => {
    const { id, browser } = people.ben;
    const profile = await (await rows('profiles')).findOne({ _id: id });
    for (const [name, filter] of [
      ['users', { _id: id }],
      ['profiles', { _id: id }],
      ['comments', { 'author.id': id }],
      ['likes', { userId: id }],
      ['favorites', { userId: id }],
    ] as const)
      await (await rows(name)).deleteMany(filter);
    const asked = { _id: newId(), at: new Date(), by: 'judge', what: 'account.erase', member: { id, username: 'ben' } };
    await (await rows('acts')).insertOne({ ...asked, reason: '', until: null, done: true });
    expect((await restore('--member', id)).said).toContain('ben was erased on request, by judge on ');
    await (await rows('acts')).deleteOne({ _id: asked._id });
    const { code, out, said } = await restore('--member', id);
    expect([code, said]).toEqual([0, '']);
    expect(out).toContain('2 comments, 1 like, 1 favorite');
    expect(await (await rows('profiles')).findOne({ _id: id })).toEqual(profile);
    expect((await browser.call(getAuthUser)).status).toBe(401);
    const back = await browserAt(site).call(login, { body: { identifier: 'ben', password: goodPassword } });
    expect(back.status).toBe(200);
    expect((await restore('--member', id)).said).toContain('The member ben is there. Add --replace');
  });
});
