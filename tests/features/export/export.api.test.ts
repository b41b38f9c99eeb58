import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { addComment, deleteComment } from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { countExport, downloadExport } from '#contract/export.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import type { Person } from '#contract/people.ts';
import { updateLinks, updateText } from '#contract/profile.ts';
import { likeUpdate } from '#contract/updates.ts';
import { putPreference } from '#contract/user-preferences.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { unzipped } from '#tests/kit/zip.ts';

let app: TestApp;
let ann: { browser: TestBrowser; user: Person };
let bert: { browser: TestBrowser; user: Person };
const annsBike = newId();
const bertsBike = newId();
const otherBike = newId();
const annsPhoto = newId();
const storedId = newId();

async function bikeBy(
  { browser }: { browser: TestBrowser },
  bikeId: Id,
  photoId: Id,
  fields: Record<string, unknown> = {},
) {
  await browser.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photoId });
  const { status } = await browser.call(putBike, { params: { bikeId }, body: bikeWith([photoId], fields) });
  expect(status).toBe(200);
}
async function archiveOf({ browser, user }: { browser: TestBrowser; user: Person }) {
  const response = await app.request(pathOf(downloadExport, {}, { as: user.id }), {
    headers: { Cookie: [...browser.cookies].map((cookie) => cookie.join('=')).join('; ') },
  });
  expect(response.status).toBe(200);
  const files = unzipped(Buffer.from(await response.arrayBuffer()));
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? '');
  return { response, files, json };
}

const updateId = newId();
const entry = { date: '2026-05-01', title: 'Wheels', text: '', photoIds: [], componentChanges: [] };

beforeAll(async () => {
  app = await TestApp.open();
  ann = await app.member('ann');
  bert = await app.member('bert');
  await bikeBy(ann, annsBike, annsPhoto, { model: 'Say "ahoy", twice', nickname: '=1+1', story: 'One\nTwo' });
  await bikeBy(bert, bertsBike, newId());
  await bikeBy(bert, otherBike, newId());
  await ann.browser.call(addComment, { params: { bikeId: bertsBike }, body: { id: storedId, text: 'A beauty.' } });
  const gone = newId();
  await ann.browser.call(addComment, { params: { bikeId: bertsBike }, body: { id: gone, text: 'Taken back.' } });
  await ann.browser.call(deleteComment, { params: { commentId: gone } });
  await bert.browser.call(addComment, { params: { bikeId: annsBike }, body: { id: newId(), text: 'Not hers.' } });
  const seen = { version: 0, device: newId() };
  await ann.browser.call(updateText, { body: { text: 'I ride to work.', seen } });
  await ann.browser.call(updateLinks, { body: { links: [{ label: '', url: 'https://ann.example/' }], seen } });
  for (const bikeId of [bertsBike, otherBike]) await ann.browser.call(likeBike, { params: { bikeId } });
  const $set = { history: [{ ...entry, id: updateId }] };
  await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: bertsBike }, { $set });
  await ann.browser.call(likeUpdate, { params: { bikeId: bertsBike, updateId } });
  await ann.browser.call(unlikeBike, { params: { bikeId: otherBike } });
  await ann.browser.call(putPreference, { body: { name: 'units', value: 'Imperial', seen } });
});
afterAll(() => app.close());

test('a member downloads all data stored about them, and nothing of others', async () => {
  const { response, files, json } = await archiveOf(ann);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="headbadge-ann-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect([...files.keys()].sort()).toEqual([
    'account.json',
    'bikes.csv',
    'bikes.json',
    'blocked.json',
    'comments.json',
    'favorites.json',
    'flags.json',
    'following.json',
    'kept-lists.json',
    'liked-lists.json',
    'liked-updates.json',
    'likes.json',
    'messages.json',
    'passkeys.json',
    `photos/${annsPhoto}.webp`,
    'preferences.json',
    'profile.json',
    'security.json',
  ]);
  expect(json('account.json')).toMatchObject({ username: 'ann', email: 'ann@example.org' });
  expect(Object.keys(json('account.json'))).not.toContain('passwordHash');
  expect(json('profile.json')).toMatchObject({ text: 'I ride to work.', links: [{ url: 'https://ann.example/' }] });
  expect(json('bikes.json')).toMatchObject([{ id: annsBike, story: 'One\nTwo', photos: [{ id: annsPhoto }] }]);
  const written = (json('comments.json') as { text: string }[]).map(({ text }) => text);
  expect(written.sort()).toEqual(['A beauty.', 'Taken back.']);
  expect(json('likes.json')).toMatchObject([{ bikeId: bertsBike }]);
  expect(json('liked-updates.json')).toMatchObject([{ bikeId: bertsBike, updateId }]);
  const photo = await sharp(files.get(`photos/${annsPhoto}.webp`)).metadata();
  expect(photo).toMatchObject({ format: 'webp', width: 640, height: 480 });
  expect(json('preferences.json')).toEqual({ units: 'Imperial' });
  expect([...files.values()].join()).not.toContain('Not hers.');
});

test('the bikes table opens in a spreadsheet as typed, and executes nothing', async () => {
  const { files } = await archiveOf(ann);
  const [heading = '', row = ''] = files.get('bikes.csv')?.toString().split('\r\n') ?? [];
  expect(heading).toMatch(/^id,status,brand,.*,photos,likes,comments,views,favorites$/);
  expect(row).toContain('"Say ""ahoy"", twice"');
  expect(row).toContain(",'=1+1,");
  expect(row).toContain('"One\nTwo"');
});

test('a member without data gets an archive that says so', async () => {
  const empty = await app.member('carla');
  expect((await empty.browser.call(countExport)).answer.data).toEqual({
    bikes: 0,
    photos: 0,
    'liked updates': 0,
    comments: 0,
    'kept lists': 0,
    'liked lists': 0,
    likes: 0,
    favorites: 0,
    flags: 0,
    messages: 0,
    blocked: 0,
    following: 0,
    preferences: 0,
  });
  const { json } = await archiveOf(empty);
  for (const name of ['bikes.json', 'comments.json', 'likes.json', 'liked-updates.json'])
    expect(json(name)).toEqual([]);
});

test("the archive's content is counted in advance, and both calls are rate limited", async () => {
  const { answer } = await ann.browser.call(countExport);
  expect(answer.data).toEqual({
    bikes: 1,
    photos: 1,
    'liked updates': 1,
    comments: 2,
    'kept lists': 0,
    'liked lists': 0,
    likes: 1,
    favorites: 0,
    flags: 0,
    messages: 0,
    blocked: 0,
    following: 0,
    preferences: 1,
  });
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 10; attempt += 1) statuses.add((await ann.browser.call(countExport)).status);
  expect([...statuses]).toEqual([200, 429]);
});
