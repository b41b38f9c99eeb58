import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { deleteBike } from '#contract/bikes.ts';
import { addComment } from '#contract/comments.ts';
import { addFavorite } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { alertSwitches, type PreferenceName, putPreference } from '#contract/user-preferences.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { giveBike } from '#tests/kit/established.ts';
import { interposed } from '#tests/kit/interposed.ts';

let app: TestApp;
let ana: TestBrowser;
let ben: TestBrowser;
let benId: Id;
let bikeId: Id;
let commands: string[] = [];
beforeAll(async () => {
  app = await TestApp.open(
    {},
    {
      still: true,
      through: ({ db }) =>
        interposed(db, ['alerts', 'preferences'], async (name, run) => {
          commands.push(name);
          return run();
        }),
    },
  );
  const owner = await app.member('ana');
  ana = owner.browser;
  const other = await app.member('ben');
  [ben, benId] = [other.browser, other.user.id];
  bikeId = await giveBike(app.db, owner.user.id, owner.user.username);
});
beforeEach(async () => {
  for (const name of ['preferences', 'limits', 'alerts', 'likes', 'comments', 'favorites'])
    await app.db.collection(name).deleteMany({});
  commands = [];
});
afterAll(() => app.close());

const choose = (name: PreferenceName, value: string) =>
  ana.call(putPreference, { body: { name, value, seen: { version: 0, device: newId() } } });
const alertTypes = async () => (await ana.call(pollAlerts)).answer.data?.items.map(({ type }) => type).sort();
const deeds = {
  like: () => ben.call(likeBike, { params: { bikeId } }),
  comment: () => ben.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' } }),
  favorite: () => ben.call(addFavorite, { params: { folderId: benId, bikeId } }),
};
const kinds = Object.keys(deeds) as (keyof typeof deeds)[];

test.each(kinds)('a disabled kind creates no alert: %s', async (off) => {
  await choose(alertSwitches[off], 'Off');
  for (const kind of kinds) expect((await deeds[kind]()).status).toBeLessThan(300);
  expect(await alertTypes()).toEqual(kinds.filter((kind) => kind !== off).sort());
  expect(await app.db.collection('alerts').countDocuments({ type: off })).toBe(0);
  await choose(alertSwitches[off], 'Notify');
});

test('an alert with notifications off is still created', async () => {
  for (const kind of kinds) await choose(alertSwitches[kind], 'List');
  for (const kind of kinds) await deeds[kind]();
  expect(await alertTypes()).toEqual([...kinds].sort());
});

test('moderation alerts and unread messages cannot be disabled', async () => {
  expect(Object.entries(alertSwitches).flatMap(([type, by]) => (by ? [] : [type]))).toEqual([
    'bikeStatus',
    'commentStatus',
    'listStatus',
    'updateStatus',
  ]);
  expect((await choose('messageAlerts', 'Off')).status).toBe(422);
});

test('the setting costs one read for the notified owner, and a poll without news still one command', async () => {
  await deeds.like();
  await app.idle();
  expect(commands.filter((name) => name.startsWith('preferences'))).toHaveLength(1);
  const { headers } = await ana.call(pollAlerts);
  const tag = headers.get('etag') ?? '';
  commands = [];
  const { status } = await ana.call(pollAlerts, { headers: { 'If-None-Match': tag } });
  expect({ status, commands: commands.length }).toEqual({ status: 304, commands: 1 });
});

test('an event that only withdraws alerts reads no setting', async () => {
  await deeds.like();
  await app.idle();
  commands = [];
  await ana.call(deleteBike, { params: { bikeId } });
  expect(commands.filter((name) => name.startsWith('preferences'))).toEqual([]);
});
