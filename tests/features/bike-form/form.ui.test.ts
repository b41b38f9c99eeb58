import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { addBikePage } from '#contract/pages.ts';
import { phone } from '#tests/kit/browser.ts';
import { LossyProxy } from '#tests/kit/lossy-proxy.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider, type Upload } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';
import { nightly } from '#tests/run/tiers.ts';

let proxy: LossyProxy;
let site: Site;
let ana: Rider;
let photo: Upload;
const named = (name: string): Upload => ({ ...photo, name });
beforeAll(async () => {
  proxy = await LossyProxy.open();
  site = await Site.start({ origin: proxy.origin });
  proxy.aimAt(site.port);
  ana = await Rider.join(site, 'ana');
  const buffer = await cameraPhoto({ width: 640, height: 480 });
  photo = { name: 'trail.jpg', mimeType: 'image/jpeg', buffer };
});
afterAll(async () => {
  await ana?.close();
  await site?.close();
  await proxy?.close();
});
beforeEach(async () => {
  proxy.judge = () => 'pass';
  proxy.delay = () => Promise.resolve();
  await ana.page.setViewportSize(phone);
  await ana.go('/user/bike/add');
  await ana.page.getByRole('button', { name: 'Skip for now' }).waitFor();
});

const brand = () => ana.page.getByRole('combobox', { name: 'Brand' });
const option = (name: string | RegExp) => ana.page.getByRole('option', { name }).first();
const pick = (...files: Upload[]) => ana.page.locator('input[type=file]').setInputFiles(files);

test('a maker is found by another name and with a typo, and saved under its listed name', async () => {
  await ana.toStep('bike');
  await brand().fill("C'dale");
  await option(/^Cannondale/).waitFor();
  await brand().fill('canonndale');
  await option(/^Cannondale/).click();
  expect(await brand().inputValue()).toBe('Cannondale');
  await ana.page.getByLabel('Model').fill('supersix');
  await ana.page
    .getByRole('button', { name: /SuperSix/i })
    .first()
    .waitFor();
  await brand().fill('VO');
  await brand().press('Tab');
  expect(await brand().inputValue()).toBe('Velo Orange');
});

test('an unknown maker is Other, with a field for the name, by keyboard alone', async () => {
  await ana.toStep('bike');
  // As long as the makers are on their way, the list changes while a member chooses from it.
  await brand().fill('Surl');
  await option(/^Surly/).waitFor();
  await brand().fill('Bob’s Welding');
  await brand().press('ArrowUp');
  await brand().press('Enter');
  await ana.page.getByText('We don’t know this brand yet.').waitFor();
  expect(await brand().inputValue()).toBe('Bob’s Welding');
  await ana.page.getByText('Saved on this device').waitFor();
  await ana.page.reload();
  await expect.poll(() => brand().inputValue()).toBe('Bob’s Welding');
});

test('the gears are three Tab stops with arrow keys inside, and a draft is continued at its step', async () => {
  const { page } = ana;
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return focused();
  };
  await ana.toStep('bike');
  await page.getByLabel('Model').fill('Homemade');
  await page.getByText('Saved on this device').waitFor();
  await ana.toStep('gears');
  await page.getByRole('button', { name: '1 × 8', exact: true }).focus();
  expect(await press('ArrowRight', 'ArrowDown')).toBe('1 × 10');
  expect(await press('Tab')).toBe('2 × 8');
  expect(await press('Tab')).toBe('Singlespeed');
  expect(await press('ArrowLeft')).toBe('Other');
  expect(await press('Home', 'ArrowRight')).toBe('Fixed gear');
  expect(await press('Shift+Tab', 'End')).toBe('3 × 10');
  expect(await press('Shift+Tab', 'ArrowRight')).toBe('1 × 9');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Almost there' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#publish');
  await expect.poll(() => page.getByText('Saving', { exact: true }).count()).toBe(0);
  await ana.go('/user/bikes');
  await page.getByRole('link', { name: 'Continue' }).first().click();
  await page.getByRole('heading', { name: 'Almost there' }).waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: '1 × 9', exact: true, pressed: true }).waitFor();
});

test('Back pressed twice on the second step leads to the first, not out of the form', async () => {
  const { page } = ana;
  const stepIs = (number: number) => page.getByText(`Step ${number} of 4`).waitFor();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await stepIs(2);
  // The second press comes before the browser has gone back.
  await page.getByRole('button', { name: 'Back', exact: true }).evaluate((back: HTMLElement) => {
    back.click();
    back.click();
  });
  await stepIs(1);
  // The form can still be used.
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await stepIs(2);
});

test('tags of any writing are kept, and text that can be no tag stays in its field with the reason', async () => {
  await ana.page.setViewportSize({ width: 800, height: 900 });
  await ana.page.getByText('Why this bike?').click();
  const field = ana.page.getByRole('textbox', { name: 'Tags' });
  await field.fill('гравий、Bmx');
  await ana.page.getByRole('button', { name: 'Remove the tag гравий' }).waitFor();
  await ana.page.getByRole('button', { name: 'Remove the tag bmx' }).waitFor();
  await field.fill('???, 自転車');
  await ana.page.getByRole('button', { name: 'Remove the tag 自転車' }).waitFor();
  await ana.page.getByText('Use 2 to 30 lowercase letters, digits or dashes.').waitFor();
  expect(await field.inputValue()).toBe('???');
});

test('a photo that is being processed can be canceled, and so can those behind it', async () => {
  await ana.page.evaluate(() => {
    const decode = window.createImageBitmap.bind(window);
    const delayed = async (image: ImageBitmapSource, options?: ImageBitmapOptions) => {
      await new Promise((go) => addEventListener('go on', go, { once: true }));
      return decode(image, options);
    };
    Object.assign(window, { createImageBitmap: delayed });
  });
  await pick(named('1.jpg'), named('2.jpg'), named('3.jpg'));
  await ana.page.getByText('Adding').waitFor();
  await ana.page.getByRole('button', { name: 'Cancel 2.jpg' }).click();
  await ana.page.getByRole('button', { name: 'Cancel 1.jpg' }).click();
  await until(async () => {
    await ana.page.evaluate(() => dispatchEvent(new Event('go on')));
    expect(await ana.page.getByText('1 of 24').count()).toBe(1);
  });
  await expect.poll(() => ana.page.getByRole('button', { name: /^Cancel / }).count()).toBe(0);
  expect(await ana.page.getByRole('button', { name: /^Edit photo/ }).count()).toBe(1);
});

test('a photo that found no space can be retried or dismissed; another file only dismissed', async () => {
  await ana.page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      if (this.name === 'draftPhotos' && !document.documentElement.dataset.room)
        throw new DOMException('Full.', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  await pick(named('1.jpg'), { ...named('notes.jpg'), buffer: Buffer.from('no photo') });
  await ana.page.getByText('1.jpg wasn’t added.').waitFor();
  await ana.page.getByText('We couldn’t open notes.jpg. It may be damaged.').waitFor();
  expect(await ana.page.getByRole('button', { name: 'Try notes.jpg again' }).count()).toBe(0);
  await ana.page.getByRole('button', { name: 'Dismiss notes.jpg' }).click();
  await ana.page.getByText('notes.jpg').waitFor({ state: 'detached' });
  await ana.page.evaluate(() => {
    document.documentElement.dataset.room = 'yes';
  });
  await ana.page.getByRole('button', { name: 'Try 1.jpg again' }).click();
  await ana.page.getByText('1 of 24').waitFor();
  expect(await ana.page.getByText('wasn’t added').count()).toBe(0);
});

test('each waiting photo shows its state, can be retried and left out, also while it is being sent', {
  tags: nightly,
}, async () => {
  // Otherwise the photos are on the site with the draft before it is published.
  const isDraft = (path: string) => path.includes('/user/drafts/');
  proxy.judge = (_method, path) => (isDraft(path) ? 'refuse' : 'pass');
  await ana.fillIn('Long Way', [named('1.jpg'), named('2.jpg'), named('3.jpg')]);
  await ana.toStep('photos');
  await ana.page.getByRole('button', { name: /^Edit photo 1/ }).click();
  await ana.page.getByLabel('Year it was taken').fill('1700');
  await ana.page.getByText(/^Enter a year between 1826 and /).waitFor();
  // The error takes the member to its step.
  await ana.toStep('publish');
  const publish = ana.page.getByRole('button', { name: 'Publish' });
  const taken = () => ana.page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  await until(async () => {
    // The form takes a press soon after Next for a second press of it.
    if (await publish.isVisible()) await publish.click();
    expect(await taken()).toBe('1700');
  });
  await ana.page.getByLabel('Year it was taken').fill('1999');
  await ana.page.getByText(/^Enter a year between 1826 and /).waitFor({ state: 'detached' });
  await ana.toStep('publish');
  await ana.page.getByText('Saved on this device').waitFor();
  let pass = () => {};
  const gate = new Promise<void>((resolve) => {
    pass = resolve;
  });
  // A browser may retry the first one by itself.
  let first = '';
  let lost = false;
  const isPhoto = (method: string, path: string) => method === 'PUT' && path.includes('/photos/');
  proxy.judge = (method, path) => {
    if (isDraft(path)) return 'refuse';
    if (!isPhoto(method, path)) return 'pass';
    first ||= path;
    if (lost) return 'pass';
    lost = true;
    return 'drop answer';
  };
  proxy.delay = (method, path) => (isPhoto(method, path) && path !== first ? gate : Promise.resolve());
  await ana.device.context.setOffline(true);
  await ana.publish();
  await ana.page.getByRole('link', { name: 'See them' }).click();
  const bike = ana.main.getByRole('listitem').filter({ hasText: 'Long Way' }).first();
  await bike.getByText('The photos').click();
  await ana.device.context.setOffline(false);
  const part = (n: number) =>
    bike
      .getByRole('listitem')
      .filter({ hasText: `Photo ${n}` })
      .last();
  const again = part(1).getByRole('button', { name: 'Try Photo 1 now' });
  // It may be retried by itself before the button is pressed.
  if (await again.isVisible()) await again.click({ timeout: 2_000 }).catch(() => undefined);
  await part(2).getByText('Sending').waitFor();
  await part(1).getByText('Sent').waitFor();
  await part(2).getByRole('button', { name: 'Leave it out: Photo 2' }).click();
  await ana.page.getByText('Photo 2 left out.').waitFor();
  pass();
  await ana.page.getByText('Everything sent.').waitFor();
  const arrived = await (await site.db()).collection('bikes').findOne({ model: 'Long Way' });
  expect(arrived?.photos).toHaveLength(2);
  expect(arrived?.photos[0]?.takenYear).toBe(1999);
  await ana.go(`/bike/${arrived?._id}/x`);
  await ana.page.getByText('1999', { exact: true }).first().waitFor();
});

test('typing a tire size shows how it is understood, without moving the layout', async () => {
  await ana.page.setViewportSize({ width: 800, height: 900 });
  await ana.page.getByText('Wheels and tires').click();
  const width = ana.page.getByLabel('Tire width');
  const next = ana.page.getByText('Brakes and handlebar');
  const said = ana.page.getByRole('status').filter({ hasText: 'Read as 40 mm' });
  await width.fill('40');
  await ana.page.getByText('40 mm').waitFor();
  expect(await width.getAttribute('aria-describedby')).toBe(null);
  const place = await next.boundingBox();
  await width.fill('700x40c');
  await said.waitFor();
  expect(await width.getAttribute('aria-describedby')).toBe(await said.getAttribute('id'));
  expect(await next.boundingBox()).toEqual(place);
});

test('the URL of a missing draft says that it does not exist', async () => {
  await ana.go(addBikePage(newId()));
  await ana.page.getByRole('heading', { name: 'This draft is not on this device.' }).waitFor();
});

test('a bike takes nine taps and two typed words, and Back says that it is published', async () => {
  const { page } = ana;
  const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 800, height: 600 }) };
  let taps = 0;
  const tap = async (name: string) => {
    taps += 1;
    await page.getByRole('button', { name, exact: true }).tap();
  };
  await ana.go('/user/bike/add');
  const picker = page.waitForEvent('filechooser');
  await tap('Add photos');
  await (await picker).setFiles(file);
  // The photo, and Done.
  taps += 2;
  await tap('Next');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('brand');
  await page.keyboard.type('Surly');
  taps += 1;
  await page.getByLabel('Model').tap();
  await page.keyboard.type('Homemade');
  // Enter leads to what the step still needs.
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('category');
  await tap('Gravel');
  await tap('Next');
  await tap('1 × 11');
  await page.getByText('Gravel · 1 × 11').waitFor();
  // Publish is where Next was: a double press does not publish.
  await page.goBack();
  await page.getByRole('button', { name: 'Next' }).dblclick();
  await page.getByRole('heading', { name: 'Ready to publish' }).waitFor();
  const { pathname, search } = new URL(page.url());
  expect(search).toContain('draft=');
  await until(async () => {
    if (page.url().includes(pathname)) await page.getByRole('button', { name: 'Publish' }).tap({ timeout: 2_000 });
    expect(page.url()).not.toContain(pathname);
  });
  expect(taps + 1).toBe(9);
  await page.getByRole('heading', { name: 'Published' }).waitFor();
  await page.goBack();
  await page.waitForURL(`**${pathname}?draft=*`);
  await page.getByRole('heading', { name: 'This bike is published already.' }).waitFor();
});
