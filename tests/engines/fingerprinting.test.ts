import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profilePage } from '#contract/pages.ts';
import { photoPath } from '#contract/photo-paths.ts';
import type { Engine } from '#tests/kit/engines/engine.ts';
import { inEachEngine } from '#tests/kit/engines/engines.ts';
import { firefoxWith } from '#tests/kit/engines/firefox.ts';
import { Phone } from '#tests/kit/engines/phone.ts';
import type { Tab } from '#tests/kit/engines/tab.ts';
import { cameraPhoto, look } from '#tests/kit/photos.ts';
import { riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

const minute = 60_000;

/** Sends photos from a browser whose canvas gives noise instead of what was drawn. */
function photos(engine: Engine): void {
  let folder: string;
  let site: Site;
  let phone: Phone;
  let tab: Tab;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headbadge-uploads-'));
    await writeFile(join(folder, 'a.jpg'), await cameraPhoto({ width: 2400, height: 1801, orientation: 6 }));
    site = await Site.start();
    await joinSite(site, 'ana');
    phone = await Phone.start(engine, site.origin);
    tab = await phone.newTab('/account/login');
    await tab.click('OK');
    await tab.type('Username or e-mail', 'ana');
    await tab.type('Password', riderPassword);
    await tab.click('Log In', 'main button');
    await tab.becomes('Logged in', () => location.pathname !== '/account/login');
  });
  afterAll(async () => {
    await phone?.close();
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const bytesAt = async (path: string) => Buffer.from(await (await fetch(site.origin + path)).arrayBuffer());

  test("a bike's photo arrives as it was picked, without its metadata", async () => {
    await tab.open('/user/bike/add');
    await tab.shows('Add photos');
    await tab.upload([join(folder, 'a.jpg')]);
    await tab.shows('1 of 24', minute);
    await tab.click('Next');
    await tab.type('Brand', 'Surl');
    await tab.click(/^Surly/, '[role=option]');
    await tab.type(/^Model/, 'Straggler');
    await tab.type(/^Year/, '2021');
    await tab.click('Gravel');
    await tab.click('Next');
    await tab.click('1 × 11');
    await tab.shows(/Ready to publish/);
    // Sooner the press would count as the second one of a double press.
    await setTimeout(600);
    await tab.click('Publish', 'main button');
    await tab.becomes('The page of the new bike', () => /^\/bike\/[\da-f-]{36}\/(?!new$)/.test(location.pathname));
    const photos = (await site.db()).collection<{ _id: string }>('photos');
    const pathOf = async () => photoPath((await photos.findOne())?._id ?? '', 1280);
    await expect.poll(async () => (await fetch(site.origin + (await pathOf()))).ok, { timeout: minute }).toBe(true);
    expect(await look(await bytesAt(await pathOf()))).toMatchObject({ upright: true, metadata: false });
  });

  test.each(['Avatar', 'Banner'] as const)('the %s is the picked photo, cropped as shown', async (name) => {
    await tab.open(profilePage());
    await tab.shows(name === 'Avatar' ? 'Choose an avatar' : 'Choose a banner');
    await tab.upload([join(folder, 'a.jpg')], `input[aria-label="${name}"]`);
    await tab.click('Save', 'dialog button');
    const members = (await site.db()).collection(name === 'Avatar' ? 'users' : 'profiles');
    const pathOf = async () => String((await members.findOne({}))?.[name.toLowerCase()] ?? '');
    await expect.poll(pathOf, { timeout: minute }).toMatch(/^\//);
    expect(await look(await bytesAt(await pathOf()))).toMatchObject({ upright: true, metadata: false });
  });
}

await inEachEngine('a photo', photos, [firefoxWith({ 'privacy.resistFingerprinting': true })]);
