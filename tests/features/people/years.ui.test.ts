import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';
import { updateText } from '#contract/profile.ts';
import { userPage, userYearPage } from '#contract/user-page.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { fetchRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let id: string;
/** A username may look like a year. */
const name = '2024';
beforeAll(async () => {
  site = await Site.start();
  const member = await joinSite(site, name);
  const photo = newId();
  await member.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  const db = await site.db();
  id = String((await db.collection('users').findOne({ username: name }))?._id);
  const bikes = db.collection<{ _id: string }>('bikes');
  for (const [model, at, week] of [
    ['Ogre', '2024-02-02', '2024-W09'],
    ['Straggler', '2024-06-06', null],
    ['Pugsley', '2023-03-03', null],
  ] as const) {
    const bikeId = newId();
    await member.call(putBike, { params: { bikeId }, body: bikeWith([photo], { model }) });
    const won = week && { won: { week, votes: 3, at: new Date('2024-03-04') } };
    await bikes.updateOne({ _id: bikeId }, { $set: { publishedAt: new Date(at), ...won } });
    const userId = newId();
    await db
      .collection<{ _id: string }>('likes')
      .insertOne({ _id: `${bikeId}:${userId}`, bikeId, userId, at: new Date('2024-07-07') } as never);
  }
  // The last write is the site's own, as another process's appears later.
  await member.call(updateText, { body: { text: 'Rides to work.', seen: { version: 0, device: newId() } } });
});
afterAll(() => site?.close());

test('a year is rendered by the server with its share card, and another address of it names the right one', async () => {
  const path = userYearPage(id, name, 2024);
  const { status, text } = await fetchRendered(`${site.origin}/user/${id}/once.called/2024`);
  expect(status).toBe(200);
  expect(text).toContain(`<link rel="canonical" href="${site.origin}${path}"`);
  expect(text).toContain('name="twitter:card" content="summary_large_image"');
  const card = /property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '';
  expect(card).toContain(`/images/cards/years/${id}-2024/`);
  expect((await fetch(card)).headers.get('content-type')).toBe('image/jpeg');
  for (const line of ['2 new bikes.', '3 likes.', 'Most liked', 'Bike of the Week', 'Straggler'])
    expect(text).toContain(line);
  for (const [at, expected] of [
    [userYearPage(id, name, 2020), 404],
    [userYearPage(newId(), name, 2024), 404],
    [`${userPage(id, name)}/nonsense`, 404],
    // The page of the member who is called 2024.
    [userPage(id, name), 200],
  ] as const)
    expect([at, (await fetchRendered(site.origin + at)).status]).toEqual([at, expected]);
});

test("a member's page leads to the years, which open again without signal", async () => {
  const rider = await Rider.join(site, 'olga', { worker: true });
  const { page, device } = rider;
  const heading = page.getByRole('heading', { level: 1 });
  const years = page.getByRole('navigation', { name: 'Years' });
  await rider.settle();
  await rider.go(userPage(id, name));
  await years.getByRole('link', { name: '2024' }).press('Enter');
  await heading.filter({ hasText: `${name} in 2024` }).waitFor();
  await years.locator('[aria-current]').filter({ hasText: '2024' }).waitFor();
  const newBikes = page.getByRole('region', { name: 'New bikes' }).getByRole('article');
  await expect.poll(() => newBikes.count()).toBe(2);
  expect(await newBikes.first().innerText()).toContain('Ogre');
  await page.getByRole('region', { name: 'Most liked' }).getByText('1 like in 2024').waitFor();
  await assertAccessible(page);
  await years.getByRole('link', { name: '2023' }).press('Enter');
  await heading.filter({ hasText: `${name} in 2023` }).waitFor();
  await expect.poll(() => newBikes.count()).toBe(1);
  await page.goBack();
  await expect.poll(() => newBikes.count()).toBe(2);
  await rider.go(userYearPage(id, name, 2020));
  await page.getByRole('heading', { name: 'Nothing to show' }).waitFor();
  await device.context.setOffline(true);
  await rider.go(userYearPage(id, name, 2024));
  await heading.filter({ hasText: `${name} in 2024` }).waitFor();
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
  await expect.poll(() => newBikes.count()).toBe(2);
  await device.context.setOffline(false);
  const { YEAR_PICTURES: folder } = process.env;
  for (const colorScheme of folder ? (['light', 'dark'] as const) : []) {
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await rider.go(userYearPage(id, name, 2024));
      await expect.poll(() => newBikes.count()).toBe(2);
      await page.screenshot({ path: `${folder}/year-${colorScheme}-${width}.png`, fullPage: true });
      await rider.go(userPage(id, name));
      await years.waitFor();
      await page.screenshot({ path: `${folder}/member-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
  await rider.close();
});
