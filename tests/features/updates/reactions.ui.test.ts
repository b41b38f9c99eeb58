import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { countRows } from '#tests/kit/count-rows.ts';
import { giveBike } from '#tests/kit/established.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';

let site: Site;
let ana: Rider;
let ben: Rider;
let bikeId: Id;
let path: string;
const [wheelsId, saddleId] = [newId(), newId()];
const entry = (id: Id, title: string, date: string) => ({
  id,
  title,
  date,
  text: '',
  photoIds: [],
  componentChanges: [],
  photos: [],
  postedAt: `${date}T10:00:00.000Z`,
});
beforeAll(async () => {
  site = await Site.start();
  [ana, ben] = [await Rider.join(site, 'ana', { worker: true }), await Rider.join(site, 'ben', { worker: true })];
  for (const rider of [ana, ben]) await rider.settle();
  const db = await site.db();
  const owner = await db.collection('users').findOne({ username: 'ana' });
  bikeId = await giveBike(db, String(owner?._id), 'ana');
  const history = [entry(wheelsId, 'New wheels', '2026-05-01'), entry(saddleId, 'A better saddle', '2026-04-01')];
  await db.collection<{ _id: string }>('bikes').updateOne({ _id: bikeId }, { $set: { history } });
  path = bikePage(bikeId, 'surly');
});
afterEach(async () => {
  for (const rider of [ana, ben]) await rider.device.context.setOffline(false);
});
afterAll(async () => {
  for (const rider of [ana, ben]) await rider?.close();
  await site?.close();
});

const update = ({ main }: Pick<Rider, 'main'>, id: Id) => main.locator(`li[id="u-${id}"]`);
const comment = ({ main }: Pick<Rider, 'main'>, text: string) => main.locator('li[id^="c-"]').filter({ hasText: text });
const stored = async (name: 'updateLikes' | 'comments') => (await site.db()).collection(name).find().toArray();
const sent = (rider: Rider) => expect.poll(() => countRows(rider.page, 'vault', 'outbox')).toBe(0);

test('a member likes an update and comments on it without signal; both are shown at once and sent later', async () => {
  await ben.go(path);
  const wheels = update(ben, wheelsId);
  const like = wheels.getByRole('button', { name: 'Like the update New wheels' });
  await like.waitFor();
  await expect.poll(() => countRows(ben.page, 'cache', 'threads', `${bikeId} counts`)).toBe(1);
  await expect.poll(() => countRows(ben.page, 'cache', 'threads', bikeId)).toBe(1);
  await ben.device.context.setOffline(true);
  await like.press('Enter');
  await wheels.getByRole('button', { name: 'Liked: the update New wheels', pressed: true }).waitFor();
  await wheels.getByText('1 like').waitFor();

  await wheels.getByRole('button', { name: 'Comment on the update New wheels' }).press('Enter');
  const composer = ben.page.getByLabel('Write a comment');
  expect(await composer.evaluate((box) => box === document.activeElement)).toBe(true);
  await ben.main.getByText('About the update “New wheels”').waitFor();
  await composer.fill('Which hubs are those?');
  await composer.press('Control+Enter');
  await comment(ben, 'Which hubs').getByRole('link', { name: 'About: New wheels' }).waitFor();
  await wheels.getByRole('link', { name: '1 comment' }).press('Enter');
  await ben.main.getByRole('link', { name: 'Show all comments' }).waitFor();
  await comment(ben, 'Which hubs').waitFor();
  expect(await faultsOf(ben.page)).toEqual([]);
  expect([await stored('updateLikes'), await stored('comments')]).toEqual([[], []]);

  await ben.device.context.setOffline(false);
  await sent(ben);
  expect(await stored('updateLikes')).toMatchObject([{ bikeId, updateId: wheelsId }]);
  expect(await stored('comments')).toMatchObject([{ bikeId, updateId: wheelsId, text: 'Which hubs are those?' }]);
  await ben.go(path);
  await wheels.getByText('1 like').waitFor();
  await wheels.getByRole('link', { name: '1 comment' }).waitFor();
  await comment(ben, 'Which hubs').getByRole('link', { name: 'About: New wheels' }).press('Enter');
  await ben.page.locator(`li[id="u-${wheelsId}"]:focus`).waitFor();
});

test('a like that is chosen and taken back without signal is sent as it was chosen last', async () => {
  await ben.go(path);
  const saddle = update(ben, saddleId);
  const button = saddle.getByRole('button', { name: /the update A better saddle$/ }).first();
  await button.waitFor();
  await ben.device.context.setOffline(true);
  await button.press('Enter');
  await saddle.getByText('1 like').waitFor();
  await saddle.getByRole('button', { name: 'Liked: the update A better saddle' }).press('Enter');
  await saddle.getByText('1 like').waitFor({ state: 'detached' });
  await ben.device.context.setOffline(false);
  await sent(ben);
  expect(await stored('updateLikes')).toMatchObject([{ updateId: wheelsId }]);
});

test('the owner reads which update was liked and commented, replies about it, and cannot like it', async () => {
  await ana.go(path);
  const wheels = update(ana, wheelsId);
  await wheels.getByText('1 like').waitFor();
  expect(await wheels.getByRole('button', { name: /^Like/ }).count()).toBe(0);
  await ana.page.getByRole('button', { name: /^Alerts/ }).click();
  await ana.page.getByRole('link', { name: /ben commented on your update “New wheels”/ }).waitFor();
  await ana.page.getByRole('link', { name: /ben likes your update “New wheels”/ }).click();
  await ana.page.locator(`li[id="u-${wheelsId}"]:focus`).waitFor();
  await comment(ana, 'Which hubs').getByRole('button', { name: 'Reply to ben' }).press('Enter');
  const composer = ana.page.getByLabel('Write a comment');
  await composer.fill('Shimano.');
  await composer.press('Control+Enter');
  await comment(ana, 'Shimano.').getByRole('link', { name: 'About: New wheels' }).waitFor();
  await sent(ana);
  expect(await stored('comments')).toMatchObject([{ updateId: wheelsId }, { updateId: wheelsId, text: 'Shimano.' }]);
});

test('an update that is gone leaves its comments, which say so', async () => {
  await update(ana, wheelsId).getByRole('button', { name: 'Delete the update New wheels' }).press('Enter');
  await comment(ana, 'Which hubs').first().getByText('About an update that is gone.').waitFor();
  await expect.poll(() => stored('updateLikes'), { timeout: 20_000 }).toEqual([]);
  expect(await stored('comments')).toHaveLength(2);
});

test('without script, a visitor reads the comments about one update', async () => {
  const reader = await Device.open(site.origin, { javaScriptEnabled: false });
  const page = await reader.page(`${path}?update=${wheelsId}`);
  await page.getByText('Which hubs are those?').first().waitFor();
  await page.getByRole('link', { name: 'Show all comments' }).waitFor();
  expect(await page.getByRole('link', { name: 'Log in to comment' }).count()).toBe(1);
  await reader.close();
});
