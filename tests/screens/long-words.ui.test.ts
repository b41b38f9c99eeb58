import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { type Endpoint, pathOf } from '#contract/endpoint.ts';
import { addFavorite, defaultFolderOf, putFolder } from '#contract/favorites.ts';
import { addFlag } from '#contract/flags.ts';
import { newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import type { Person } from '#contract/people.ts';
import { updateLinks, updateText } from '#contract/profile.ts';
import { userPage, userYearPage } from '#contract/user-page.ts';
import { screens } from '#src/app/screens.ts';
import { Device } from '#tests/kit/browser.ts';
import { insertConversation } from '#tests/kit/long-conversation.ts';
import { callOf, filled, freeTexts, longAddress, longWord } from '#tests/kit/long-words.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { replyOf } from '#tests/kit/reply-of.ts';
import { allCalls } from '#tests/kit/schemas.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice, joinSite } from '#tests/kit/site-member.ts';
import { runsAll } from '#tests/run/tiers.ts';

/** Free texts that no screen shows, or only a form of operators or applicants, which has a test of its own. */
const unshown = [
  ...['answer', 'invitation', 'question', 'blockedDomains', 'blockedAddresses', 'blockedNetworks', 'blockedNames'],
  // What browsers and other sites hand over.
  ...['returnTo', 'flow', 'clientDataJSON', 'attestationObject', 'transports', 'authenticatorData', 'signature'],
  'userHandle',
  'rules',
  'link',
  'endpoint',
  'timeZone',
  'token',
  'password',
  'current',
  'identifier',
  'subject',
  'message',
  'brandId',
];
const shareId = 'QqQqQqQqQqQqQqQqQqQqQq';
// The narrowest screen fails first; the others run in the second tier.
const widths = runsAll ? [320, 390, 1280] : [320];

let site: Site;
let device: Device;
let page: Page;
/** URLs with long words for each screen whose path has a parameter. */
const addresses: Record<string, readonly string[]> = {};
const met = new Set<string>();

type Row = { _id: string; owner: Person; slug: string; components: object[]; publishedAt: Date };
const day = {
  ...{ id: newId(), date: '2024-05-14', title: 'New', text: 'Shoes', photoIds: [] },
  componentChanges: [{ slot: 'Saddle', before: 'Old', after: 'New' }],
};
const motor = {
  ...{ motorBrand: 'Own', motorModel: 'Own', motorPosition: null, assistClass: null },
  ...{ motorW: null, torqueNm: null, batteryWh: null, rangeKm: null },
};

beforeAll(async () => {
  site = await Site.start({ demo: true });
  device = await Device.open(site.origin);
  const friend = await joinSite(site, 'friend');
  await joinDevice(device.context, site, 'ana');
  const db = await site.db();
  const ana = await db
    .collection<{ _id: string }>('users')
    .findOneAndUpdate({ username: 'ana' }, { $set: { operator: true } });
  const anaId = ana?._id ?? '';
  const friendId = (await db.collection<{ _id: string }>('users').findOne({ username: 'friend' }))?._id ?? '';
  const friendly = { id: friendId, username: 'friend', avatar: '' };
  const rows = db.collection<Row>('bikes');
  const [own, other, flagged] = await rows
    .find({ status: 'Active', 'components.3': { $exists: true } })
    .limit(3)
    .toArray();
  if (!own || !other || !flagged) throw new Error('There are no such sample bikes.');
  const optionalFields = { tags: ['own'], history: [day], eBike: motor, ownership: 'Stolen' };
  const flag = { reason: 'Own', at: new Date(), open: true, fixed: false };
  const byAna = { owner: { id: anaId, username: 'ana', avatar: '' } };
  await rows.updateOne({ _id: other._id }, { $set: optionalFields });
  await rows.updateOne({ _id: flagged._id }, { $set: { ...byAna, status: 'Flagged', flag } });
  await rows.updateOne({ _id: own._id }, { $set: { ...optionalFields, ...byAna } });
  // Written by ana herself, with the cookies of her device.
  const write = async <E extends Endpoint>(call: E, params: Record<string, string>, data?: object) => {
    const answer = await device.context.request.fetch(site.origin + pathOf(call, params as never), {
      method: call.method,
      headers: { 'Idempotency-Key': newId(), 'Sec-Fetch-Site': 'same-origin' },
      ...(data && { data }),
    });
    if (!answer.ok()) throw new Error(`${call.path}: ${await answer.text()}`);
  };
  const folderId = newId();
  await write(putFolder, { folderId }, { name: 'Own' });
  await write(addFavorite, { folderId, bikeId: other._id });
  await write(addFavorite, { folderId: defaultFolderOf(anaId), bikeId: other._id });
  await write(updateText, {}, { text: 'Own', seen: { version: 0, device: newId() } });
  await write(
    updateLinks,
    {},
    { links: [{ label: 'Own', url: 'https://example.org' }], seen: { version: 0, device: newId() } },
  );
  const send = async <E extends Endpoint>(call: E, options: Parameters<typeof friend.call<E>>[1]) => {
    const { status } = await friend.call(call, options);
    if (status >= 300) throw new Error(`${call.path}: ${status}`);
  };
  await insertConversation(db, friendly, byAna.owner, 3);
  await send(addComment, { params: { bikeId: own._id }, body: { id: newId(), text: 'Nice, @ana' } });
  await send(addComment, { params: { bikeId: other._id }, body: { id: newId(), text: 'Nice, @ana' } });
  const said = { id: newId(), targetType: 'Post', targetId: other._id, reason: 'Other', note: 'That one was stolen.' };
  await send(addFlag, { body: said });
  await db
    .collection<{ _id: string }>('folders')
    .updateOne(
      { _id: other.owner.id },
      { $set: { folders: [{ id: newId(), name: 'Own', shareId }], leaving: [], rev: 9 } },
      { upsert: true },
    );
  Object.assign(addresses, {
    '/bike/search': ['/bike/search', `/bike/search?keywords=${longWord}`, `/bike/search?tag=${longWord}`],
    '/bike/:bikeId/*': [bikePage(other._id, other.slug), bikePage(own._id, own.slug)],
    '/user/:userId/*': [userPage(other.owner.id, other.owner.username), userPage(anaId, 'ana')],
    '/user/:userId/:name/:year': [
      userYearPage(other.owner.id, other.owner.username, other.publishedAt.getUTCFullYear()),
    ],
    '/user/bike/edit/:bikeId': [`/user/bike/edit/${own._id}`],
    '/user/bike/update/:bikeId/:updateId?': [`/user/bike/update/${own._id}`, `/user/bike/update/${own._id}/${day.id}`],
    '/user/messages': [`/user/messages?with=${friendId}`],
    '/user/favorites': ['/user/favorites', `/user/favorites?folder=${folderId}`],
    '/favorites/:shareId': [`/favorites/${shareId}`],
    '/help/:policy': [],
  });

  const [calls, texts] = [await allCalls(), await freeTexts()];
  await device.context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'));
  await device.context.route('**/api/v1/**', async (route) => {
    const request = route.request();
    const call = callOf(calls, request.method(), new URL(request.url()).pathname);
    const answer = await replyOf(route);
    const envelope = (await answer.json().catch(() => null)) as { data?: unknown } | null;
    if (request.method() !== 'GET' || !call || !envelope?.data) return route.fulfill({ response: answer });
    const data = filled(envelope.data, call.reply, texts, (name) => met.add(name));
    return route.fulfill({ response: answer, json: { ...envelope, data } });
  });
  page = await device.context.newPage();
});
afterAll(async () => {
  // The page polls until it is closed.
  await device?.context.unrouteAll({ behavior: 'ignoreErrors' });
  await device?.close();
  await site?.close();
});

/** Runs in the page: types long words into every field that accepts text. */
function fillFields([word, both]: [string, string]): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:is([type="text"], [type="search"], [type="url"], :not([type]))',
  );
  for (const field of fields) {
    if (field.disabled || field.readOnly) continue;
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
    const maxLength = field.maxLength > 0 ? field.maxLength : Number.POSITIVE_INFINITY;
    setter?.call(field, (field instanceof HTMLTextAreaElement ? both : word).slice(0, maxLength));
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Runs in the page: elements wider than the window or their scroll container. */
function tooWideHere(): string[] {
  const named = (one: Element) => `${one.scrollWidth} in ${one.clientWidth}: ${one.outerHTML.slice(0, 140)}`;
  // Fields that scroll themselves, elements translated on purpose, and visually hidden ones.
  const isMeant = (one: Element) => {
    const { scrollSnapType, textOverflow, overflowX, scrollbarWidth } = getComputedStyle(one);
    return (
      one.matches('input, select') ||
      one.clientWidth <= 1 ||
      overflowX === 'visible' ||
      scrollSnapType !== 'none' ||
      scrollbarWidth === 'none' ||
      textOverflow === 'ellipsis'
    );
  };
  const wide = [...document.querySelectorAll('body *')].filter(
    (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && !isMeant(one),
  );
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= innerWidth) return wide.map(named);
  const beyond = [...document.querySelectorAll('body *')].filter(
    (one) => one.getBoundingClientRect().right > innerWidth + 1,
  );
  return [`${scrollWidth} pixels`, ...beyond.slice(0, 6).map((one) => one.outerHTML.slice(0, 140)), ...wide.map(named)];
}

const faults: string[] = [];
async function look(name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const fault of await page.evaluate(tooWideHere)) faults.push(`${name} at ${width}: ${fault}`);
  }
}

/** Screens with members' texts. The second tier opens all others, too. */
const first = ['/', '/bike/search', '/bike/:bikeId/*', '/user/:userId/*', '/user/bike/edit/:bikeId', '/user/messages'];
const places = () =>
  ['/', ...screens.map(({ path }) => path)]
    .filter((path) => runsAll || first.includes(path))
    .flatMap((path) => addresses[path] ?? (/[:*]/.test(path) ? [] : [path]));

test('no screen scrolls sideways with long words in any free text', async () => {
  for (const place of places()) {
    await page.goto(site.origin + place);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await untilIdle(page);
    await page.evaluate(fillFields, [longWord, `${longWord} ${longAddress}`] as [string, string]);
    await look(place);
  }
  expect(faults).toEqual([]);
  if (!runsAll) return;
  // A new free text in the contract has to be shown by a screen here, or listed as unshown.
  const unmet = [...(await freeTexts()).keys()].filter((name) => !met.has(name) && !unshown.includes(name));
  expect(unmet).toEqual([]);
});

test('dialogs and queued items do not scroll sideways with long words', async () => {
  const [bike = ''] = addresses['/bike/:bikeId/*'] ?? [];
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto(site.origin + bike);
  await page.getByRole('button', { name: 'In favorites' }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  await look('the folders');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await page.getByRole('menuitem').or(page.getByRole('dialog')).first().waitFor();
  await look('the alerts');
  await page.keyboard.press('Escape');
  await page.route('**/comments', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await page.getByRole('textbox', { name: /comment/i }).fill(`${longWord} ${longAddress}`);
  await page.getByRole('main').getByRole('button', { name: 'Post comment' }).click();
  await page
    .getByRole('main')
    .getByText(/^Waiting|^Sending/)
    .first()
    .waitFor();
  await look('a comment that waits');
  await page.goto(`${site.origin}/user/outbox`);
  await page.getByRole('main').getByText(longWord).first().waitFor();
  await look('what waits');
  expect(faults).toEqual([]);
});
