import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { putBike } from '#contract/bike-whole.ts';
import { listConversations, listMessages, sendMessage } from '#contract/conversations.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage, messagesPage } from '#contract/pages.ts';
import { getPreferences, putPreference } from '#contract/user-preferences.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { desktop } from '#tests/kit/browser.ts';
import { giveBike, season } from '#tests/kit/established.ts';
import { insertConversation } from '#tests/kit/long-conversation.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { replyOf } from '#tests/kit/reply-of.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt, joinSite } from '#tests/kit/site-member.ts';
import { endUndoPeriod } from '#tests/kit/undo.ts';
import { nightly } from '#tests/run/tiers.ts';

type Member = { rider: Rider; asks: TestBrowser; id: Id };

const elsewhere = newId();
/** Changes the setting for new conversations on a member's other device. */
const letBegin = async ({ asks }: Member, value: 'Everyone' | 'Nobody') => {
  const { version = 0 } = (await asks.call(getPreferences)).answer.data?.chosen.conversationsFrom ?? {};
  const seen = { version, device: elsewhere };
  const { status } = await asks.call(putPreference, { body: { name: 'conversationsFrom', value, seen } });
  expect(status).toBe(200);
};
let site: Site;
let ana: Member;
let ben: Member;
let bikeId: Id;
const idOf = async (username: string): Promise<Id> =>
  String((await (await site.db()).collection('users').findOne({ username }))?._id);
async function member(name: string): Promise<Member> {
  const rider = await Rider.join(site, name, { worker: true });
  const asks = browserAt(site);
  for (const { name: cookie, value } of await rider.device.context.cookies()) asks.cookies.set(cookie, value);
  await rider.settle();
  return { rider, asks, id: await idOf(name) };
}
beforeAll(async () => {
  site = await Site.start();
  [ana, ben] = [await member('ana'), await member('ben')];
  bikeId = await giveBike(await site.db(), ana.id, 'ana');
  await giveBike(await site.db(), ben.id, 'ben');
});
afterEach(async () => {
  for (const { rider } of [ana, ben]) await rider.device.context.setOffline(false);
});
afterAll(async () => {
  for (const one of [ana, ben]) await one?.rider.close();
  await site?.close();
});

const pageOf = ({ rider }: Member) => rider.page;
const log = (one: Member) => pageOf(one).getByRole('log');
const box = (one: Member, name: string) => pageOf(one).getByLabel(`Write to ${name}`);
const open = (one: Member, other: Member) => one.rider.go(messagesPage(other.id));
const account = (one: Member) =>
  pageOf(one)
    .getByRole('button', { name: /^Account/ })
    .getAttribute('aria-label');
const list = (one: Member) => pageOf(one).getByRole('navigation', { name: 'Conversations' });
/** Sends a message in the open conversation, and waits until it is shown. */
async function write(one: Member, name: string, text: string): Promise<void> {
  await box(one, name).fill(text);
  await pageOf(one).getByRole('button', { name: 'Send', exact: true }).click();
  await log(one).getByText(text, { exact: true }).waitFor();
  await expect.poll(() => box(one, name).inputValue()).toBe('');
}
const arrived = (one: Member) =>
  expect
    .poll(() =>
      log(one)
        .getByText(/Waiting|Sending|Next try/)
        .count(),
    )
    .toBe(0);
const texts = async (one: Member, other: Member) =>
  ((await one.asks.call(listMessages, { params: { userId: other.id } })).answer.data?.items ?? [])
    .map(({ text }) => text)
    .toReversed();
const say = async (one: Member, other: Member, text: string) =>
  expect((await one.asks.call(sendMessage, { params: { userId: other.id }, body: { id: newId(), text } })).status).toBe(
    201,
  );
const menu = async (one: Member, message: string, entry: string) => {
  const item = log(one).getByRole('listitem').filter({ hasText: message });
  await item.hover();
  await item.getByRole('button', { name: /^Message from/ }).click();
  await pageOf(one).getByRole('menuitem', { name: entry }).click();
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('placeholder'));

test('without messages the page says so, and how to get some', async () => {
  await ana.rider.go(messagesPage());
  await pageOf(ana).getByText('No messages yet.').waitFor();
  expect(await faultsOf(pageOf(ana))).toEqual([]);
});

test('a conversation starts from a bike; new messages count in the header until they are read', async () => {
  await ben.rider.go(bikePage(bikeId, 'surly'));
  await pageOf(ben).getByRole('link', { name: 'Ask about this bike' }).click();
  await pageOf(ben).getByLabel('Write to ana').waitFor();
  await expect.poll(() => pageOf(ben).getByText('No messages yet.').count()).toBe(1);
  expect(
    await pageOf(ben)
      .getByText(/press “Ask about this bike”/)
      .count(),
  ).toBe(0);
  await write(ben, 'ana', 'Which rack is that?');
  expect(await focused(pageOf(ben))).toBe('Write to ana');
  await arrived(ben);
  await write(ben, 'ana', 'And those cages?');
  await arrived(ben);
  await ana.rider.go('/user/outbox');
  await expect.poll(() => account(ana)).toBe('Account, 2 unread messages');
  await pageOf(ana)
    .getByRole('button', { name: /^Account/ })
    .click();
  await pageOf(ana)
    .getByRole('menuitem', { name: /^Messages/ })
    .click();
  const entry = list(ana).getByRole('link', { name: /ben/ });
  expect(await entry.innerText()).toMatch(/And those cages\?[\s\S]*2/);
  await entry.click();
  await log(ana).getByText('Which rack is that?').waitFor();
  await expect.poll(() => account(ana)).toBe('Account');
  // An unknown member gets a warning.
  await pageOf(ana)
    .getByText(/ben's first message to you/)
    .waitFor();
  expect(await faultsOf(pageOf(ana))).toEqual([]);
  await write(ana, 'ben', 'A Tubus.');
  await pageOf(ana)
    .getByText(/first message to you/)
    .waitFor({ state: 'detached' });
  await arrived(ana);
  const polled = pageOf(ana).waitForResponse((response) => response.url().endsWith('/poll/alerts'));
  await ana.rider.go(messagesPage());
  await list(ana).getByText('You: A Tubus.').waitFor();
  await polled;
  await expect.poll(() => account(ana)).toBe('Account');
});

test("a message from a bike's page shows and links the bike, without signal and in the list of what waits too", async () => {
  const page = pageOf(ben);
  await ben.rider.go(bikePage(bikeId, 'surly'));
  await page.getByRole('link', { name: 'Ask about this bike' }).click();
  const form = page
    .getByRole('form')
    .or(page.locator('form'))
    .filter({ has: box(ben, 'ana') });
  const title = await form.getByRole('link').innerText();
  expect(title).toContain('Surly');
  await form.getByRole('button', { name: 'Leave the bike out' }).click();
  await form.getByRole('link').waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('link', { name: 'Ask about this bike' }).click();
  await form.getByRole('link').waitFor();
  await ben.rider.device.context.setOffline(true);
  await write(ben, 'ana', 'Is it for sale?');
  const message = (one: Member) => log(one).getByRole('listitem').filter({ hasText: 'Is it for sale?' });
  await message(ben).getByText('Waiting for signal').waitFor();
  const address = await message(ben).getByRole('link', { name: title }).getAttribute('href');
  expect(address).toMatch(new RegExp(`^/bike/${bikeId}/`));
  // The next one is not about it.
  expect(await form.getByRole('link').count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await message(ben).getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('link', { name: title }).waitFor();
  await write(ben, 'ana', 'Is it for sale?');
  await ben.rider.go('/user/outbox');
  await page.getByRole('region', { name: 'Waiting' }).getByText(`Message to ana about the ${title}`).waitFor();
  await ben.rider.device.context.setOffline(false);
  await open(ana, ben);
  await message(ana).getByRole('link', { name: title }).waitFor();
  expect(await message(ana).getByRole('link', { name: title }).getAttribute('href')).toBe(address);
  await message(ana).getByRole('link', { name: title }).click();
  await pageOf(ana).getByRole('heading', { name: 'Comments' }).waitFor();
});

test('two members write to each other while one of them is offline half of the time', { tags: nightly }, async () => {
  const before = await texts(ana, ben);
  await open(ana, ben);
  await open(ben, ana);
  const said: string[] = [];
  for (let round = 0; round < 6; round++) {
    const silent = round % 2 === 1;
    if (silent) await ana.rider.device.context.setOffline(true);
    await write(ana, 'ben', `From ana, ${round}.`);
    if (silent)
      await log(ana)
        .getByText(/^Waiting/)
        .first()
        .waitFor();
    await write(ben, 'ana', `From ben, ${round}.`);
    await write(ana, 'ben', `And again, ${round}.`);
    await arrived(ben);
    await ana.rider.device.context.setOffline(false);
    await arrived(ana);
    said.push(`From ana, ${round}.`, `From ben, ${round}.`, `And again, ${round}.`);
  }
  const all = await texts(ana, ben);
  expect(all.slice(0, before.length)).toEqual(before);
  expect(all.slice(before.length).sort()).toEqual(said.sort());
  // Each member's messages are in the order of writing.
  const own = all.filter((text) => /^(From ana|And again)/.test(text));
  expect(own).toEqual(Array.from({ length: 6 }, (_, i) => [`From ana, ${i}.`, `And again, ${i}.`]).flat());
  for (const one of [ana, ben]) {
    await open(one, one === ana ? ben : ana);
    await log(one).getByText('And again, 5.').waitFor();
    const shown = log(one)
      .getByRole('listitem')
      .filter({ hasText: /From|And again/ });
    await expect.poll(() => shown.count()).toBe(18);
  }
});

describe('offline', () => {
  test('conversations are readable, queued messages can be edited and undone, and a reading arrives later', async () => {
    await say(ben, ana, 'Read me later.');
    await ana.rider.go(messagesPage());
    await list(ana).getByText('Read me later.').waitFor();
    await list(ana).getByRole('link', { name: /ben/ }).click();
    await log(ana).getByText('Read me later.').waitFor();
    await expect.poll(() => account(ana)).toBe('Account');
    // No screen with an open conversation marks messages as read.
    await ana.rider.go(messagesPage());
    await say(ben, ana, 'And me.');
    await ana.rider.go(messagesPage());
    await expect.poll(() => account(ana)).toBe('Account, 1 unread message');
    await list(ana).getByRole('link', { name: /ben/ }).hover();
    await ana.rider.device.context.setOffline(true);
    await open(ana, ben);
    await log(ana).getByText('Read me later.').waitFor();
    await write(ana, 'ben', 'Sunday, nien?');
    await log(ana).getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => box(ana, 'ben').inputValue()).toBe('Sunday, nien?');
    await write(ana, 'ben', 'Sunday, nine?');
    await write(ana, 'ben', 'Or not.');
    await log(ana)
      .getByRole('listitem')
      .filter({ hasText: 'Or not.' })
      .getByRole('button', { name: "Don't send" })
      .press('Enter');
    await log(ana).getByText('Or not.').waitFor({ state: 'detached' });
    await expect.poll(() => log(ana).evaluate((box) => box === document.activeElement)).toBe(true);
    await ana.rider.go(messagesPage());
    await list(ana).getByText('Waiting for signal').waitFor();
    expect(await faultsOf(pageOf(ana))).toEqual([]);
    await ana.rider.device.context.setOffline(false);
    await expect.poll(() => texts(ben, ana)).toContain('Sunday, nine?');
    // The last written message would arrive last.
    await expect.poll(() => account(ana)).not.toMatch(/waiting to send/);
    const all = await texts(ben, ana);
    for (const text of ['Or not.', 'Sunday, nien?']) expect(all).not.toContain(text);
  });

  test('the owner of a cached bike can be messaged for the first time', { tags: nightly }, async () => {
    const cleo = await member('cleo');
    await giveBike(await site.db(), cleo.id, 'cleo');
    await cleo.rider.go(bikePage(bikeId, 'surly'));
    await pageOf(cleo).getByRole('link', { name: 'Ask about this bike' }).waitFor();
    await cleo.rider.device.context.setOffline(true);
    await pageOf(cleo).getByRole('link', { name: 'Ask about this bike' }).click();
    await write(cleo, 'ana', 'From far away.');
    await cleo.rider.device.context.setOffline(false);
    await expect.poll(() => texts(ana, cleo)).toEqual(['From far away.']);
    await cleo.rider.close();
  });
});

test('messages that arrive while the reply to a reading is late are counted once it is here', {
  tags: nightly,
}, async () => {
  const unread = async () => {
    const { conversations = [], unreadMessageCount: all } = (await ana.asks.call(pollAlerts)).answer.data ?? {};
    return { all, ofBen: conversations.find((one) => one.with?.username === 'ben')?.unreadCount ?? 0 };
  };
  const counted = (count = 0) => (count ? `Account, ${count} unread message${count > 1 ? 's' : ''}` : 'Account');
  await open(ana, ben);
  await expect.poll(async () => (await unread()).ofBen).toBe(0);
  const { all: ofOthers = 0 } = await unread();
  const [last] = (await ana.asks.call(listMessages, { params: { userId: ben.id } })).answer.data?.items ?? [];
  const { context } = ana.rider.device;
  const delayed = Promise.withResolvers<void>();
  onTestFinished(() => {
    delayed.resolve();
    return context.unroute('**/read');
  });
  await context.route('**/read', async (route) => {
    const response = await replyOf(route);
    // A reading of earlier messages may still be on its way, and this one would wait behind it.
    if (route.request().postDataJSON().upTo > (last?.number ?? 0)) await delayed.promise;
    await route.fulfill({ response }).catch(() => undefined);
  });
  // The open page may read it at once.
  await say(ben, ana, 'The first.');
  await open(ana, ben);
  await log(ana).getByText('The first.').waitFor();
  await expect.poll(async () => (await unread()).all).toBe(ofOthers);
  await ana.rider.go(messagesPage());
  await say(ben, ana, 'The second.');
  const polled = pageOf(ana).waitForResponse((response) => response.url().endsWith('/poll/alerts'));
  await ana.rider.go(messagesPage());
  await polled;
  // The reply arrives shortly before it is read and shown.
  await expect.poll(() => account(ana)).toBe(counted(ofOthers));
  delayed.resolve();
  await expect.poll(() => account(ana)).toBe(counted(ofOthers + 1));
});

test('a message is unsent and restored with Undo, another one is deleted from the own view', async () => {
  await open(ana, ben);
  await write(ana, 'ben', 'Not for you.');
  await write(ana, 'ben', 'For you.');
  await arrived(ana);
  await menu(ana, 'Not for you.', 'Unsend');
  await log(ana).getByText('Message deleted').waitFor();
  await pageOf(ana).getByRole('button', { name: 'Undo' }).click();
  await log(ana).getByText('Not for you.').waitFor();
  await menu(ana, 'Not for you.', 'Unsend');
  await log(ana).getByText('Message deleted').waitFor();
  await endUndoPeriod(pageOf(ana));
  await expect.poll(() => texts(ben, ana)).not.toContain('Not for you.');
  await menu(ana, 'For you.', 'Remove for me');
  await log(ana).getByText('For you.', { exact: true }).waitFor({ state: 'detached' });
  await endUndoPeriod(pageOf(ana));
  await expect.poll(() => texts(ana, ben)).not.toContain('For you.');
  expect(await texts(ben, ana)).toContain('For you.');
});

test('a hidden conversation returns with the next message', { tags: nightly }, async () => {
  await open(ana, ben);
  await pageOf(ana).getByRole('button', { name: 'More about this conversation' }).click();
  await pageOf(ana).getByRole('menuitem', { name: 'Hide conversation' }).click();
  await pageOf(ana).waitForURL(/\/user\/messages$/);
  await list(ana).getByRole('link', { name: /cleo/ }).waitFor();
  await expect.poll(() => list(ana).getByRole('link', { name: /ben/ }).count()).toBe(0);
  const here = async () =>
    ((await ana.asks.call(listConversations)).answer.data?.items ?? []).map((one) => one.with.username);
  await endUndoPeriod(pageOf(ana));
  await expect.poll(here).not.toContain('ben');
  await say(ben, ana, 'Still there?');
  await ana.rider.go(messagesPage());
  await list(ana).getByText('Still there?').waitFor();
});

test('a member is blocked after a confirmation, cannot write, and is unblocked again', async () => {
  await open(ana, ben);
  await pageOf(ana).getByRole('button', { name: 'More about this conversation' }).click();
  await pageOf(ana).getByRole('menuitem', { name: 'Block ben' }).click();
  await pageOf(ana).getByRole('alertdialog').waitFor();
  expect(await faultsOf(pageOf(ana))).toEqual([]);
  await pageOf(ana).getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await pageOf(ana).getByText('You have blocked ben. Unblock them to write.').waitFor();
  await expect.poll(async () => (await site.db()).collection('blocks').countDocuments()).toBe(1);
  await open(ben, ana);
  await pageOf(ben).getByText("ana isn't accepting new messages.").waitFor();
  expect(await box(ben, 'ana').count()).toBe(0);
  // Also after the site's reply.
  expect(await box(ana, 'ben').count()).toBe(0);
  await pageOf(ana).getByRole('button', { name: 'Unblock' }).click();
  await box(ana, 'ben').waitFor();
  await expect.poll(async () => (await site.db()).collection('blocks').countDocuments()).toBe(0);
  await ben.rider.page.reload();
  await box(ben, 'ana').waitFor();
});

test('a message that cannot be sent says why, and until when', { tags: nightly }, async () => {
  const dora = await member('dora');
  await open(dora, ana);
  await pageOf(dora)
    .getByText(/publish a bike or write three comments first/)
    .waitFor();
  await season(await site.db(), 'dora');
  await letBegin(ana, 'Nobody');
  await open(dora, ana);
  await pageOf(dora).getByText("ana isn't accepting new messages.").waitFor();
  await letBegin(ana, 'Everyone');
  for (const name of ['eve', 'fay', 'gil']) {
    await joinSite(site, name);
    await say(dora, { ...dora, id: await idOf(name) }, 'Hello.');
  }
  await open(dora, ana);
  await pageOf(dora)
    .getByText(/You can start the next one (today|tomorrow) at/)
    .waitFor();
  expect(await faultsOf(pageOf(dora))).toEqual([]);
  await open(dora, { ...ana, id: newId() });
  await pageOf(dora).getByText("This member doesn't exist or is no longer here.").waitFor();
  await open(dora, dora);
  await pageOf(dora).getByText('This is you.').waitFor();
  await dora.rider.close();
});

test('the setting for new conversations and the blocked members are in a menu', async () => {
  // A conflict would ask a member whose other device has chosen meanwhile.
  await ben.rider.go(messagesPage());
  const settings = pageOf(ben).getByRole('button', { name: 'Message settings' });
  const choose = async (label: string) => {
    await settings.click();
    await pageOf(ben).getByRole('menuitemradio', { name: label }).click();
  };
  await choose('Bike owners');
  const chosen = async () =>
    (await (await site.db()).collection('preferences').findOne({ _id: ben.id as never }))?.chosen.conversationsFrom
      ?.value;
  await expect.poll(chosen).toBe('Bike owners');
  await settings.click();
  expect(await pageOf(ben).getByRole('menuitemradio', { checked: true }).allInnerTexts()).toEqual(['Bike owners']);
  expect(await faultsOf(pageOf(ben))).toEqual([]);
  await pageOf(ben).keyboard.press('Escape');
  await choose('Everyone');
  await expect.poll(chosen).toBe('Everyone');
  await settings.click();
  await pageOf(ben).getByRole('menuitem', { name: 'Blocked members' }).click();
  await pageOf(ben).getByText("You haven't blocked anyone.").waitFor();
});

test('an unsent text survives a reload and another conversation', { tags: nightly }, async () => {
  await open(ana, ben);
  await box(ana, 'ben').fill('Half a thou');
  await ana.rider.go(messagesPage());
  await open(ana, ben);
  expect(await box(ana, 'ben').inputValue()).toBe('Half a thou');
  await box(ana, 'ben').fill('');
});

test('a long conversation opens at its end, loads earlier messages upwards, and keeps the reading position', {
  tags: nightly,
}, async () => {
  const hal = await member('hal');
  const people = [
    { id: hal.id, username: 'hal', avatar: '' },
    { id: ana.id, username: 'ana', avatar: '' },
  ] as const;
  await insertConversation(await site.db(), ...people, 230);
  await open(hal, ana);
  const end = log(hal).getByText('Message 230.', { exact: true });
  await end.waitFor();
  await expect.poll(() => end.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  expect(await log(hal).getByText('Message 180.', { exact: true }).count()).toBe(0);
  // The end stays in view when the window gets lower, as by turning a phone.
  await pageOf(hal).setViewportSize({ width: 844, height: 390 });
  const left = () => log(hal).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
  await expect.poll(left).toBeLessThan(2);
  await pageOf(hal).setViewportSize(desktop);
  await expect.poll(left).toBeLessThan(2);
  const first = log(hal).getByText('Message 181.', { exact: true });
  const topOf = () => first.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  // In one step, as earlier messages may load before another check.
  const before = await first.evaluate((element) => {
    const box = element.closest('[role=log]');
    if (box) box.scrollTop = 40;
    return Math.round(element.getBoundingClientRect().top);
  });
  await log(hal).getByText('Message 131.', { exact: true }).waitFor({ state: 'attached' });
  expect(Math.abs((await topOf()) - before)).toBeLessThan(4);
  for (const text of ['Message 81.', 'Message 31.', 'Message 1.']) {
    await log(hal).evaluate((element) => {
      element.scrollTop = 0;
    });
    await log(hal).getByText(text, { exact: true }).waitFor({ state: 'attached' });
  }
  await expect.poll(() => log(hal).getByRole('button', { name: 'Load earlier' }).count()).toBe(0);
  await hal.rider.close();
});

test('a message about a bike shows its photo to both; once the bike is hidden, both read that it is gone', async () => {
  const [photo, bike] = [newId(), newId()];
  await ana.asks.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  await ana.asks.call(putBike, { params: { bikeId: bike }, body: bikeWith([photo], { model: 'Krampus' }) });
  const page = pageOf(ben);
  await ben.rider.go(bikePage(bike, 'surly'));
  await page.getByRole('link', { name: 'Ask about this bike' }).click();
  await page.locator(`form img[src*="${photo}"]`).waitFor();
  await ben.rider.device.context.setOffline(true);
  await write(ben, 'ana', 'What is that bag?');
  const message = (one: Member) => log(one).getByRole('listitem').filter({ hasText: 'What is that bag?' });
  await message(ben).locator(`img[src*="${photo}"]`).waitFor();
  await ben.rider.device.context.setOffline(false);
  await open(ana, ben);
  await message(ana).locator(`img[src*="${photo}"]`).waitFor();
  await message(ana)
    .getByRole('link', { name: /Krampus/ })
    .waitFor();
  expect(await faultsOf(pageOf(ana))).toEqual([]);
  await (await site.db()).collection<{ _id: string }>('bikes').updateOne({ _id: bike }, { $set: { status: 'Draft' } });
  for (const one of [ana, ben]) {
    await open(one, one === ana ? ben : ana);
    await message(one).getByText('About a bike that is gone').waitFor();
    expect(await log(one).getByText('Krampus').count()).toBe(0);
  }
});

test('another member on the same device finds none of it', { tags: nightly }, async () => {
  const rider = await Rider.join(site, 'ivy');
  await rider.go(messagesPage(ana.id));
  await rider.page.getByText(/publish a bike/).waitFor();
  await rider.close();
  await ana.rider.go(messagesPage());
  await list(ana).getByRole('link', { name: /ben/ }).waitFor();
  await pageOf(ana)
    .getByRole('button', { name: /^Account/ })
    .click();
  await pageOf(ana).getByRole('menuitem', { name: 'Sign Out' }).click();
  await pageOf(ana).waitForURL(new URL('/', site.origin).href);
  const cachedRows = () =>
    pageOf(ana).evaluate(async () => {
      const open = await new Promise<IDBDatabase>((resolve) => {
        const asked = indexedDB.open('cache');
        asked.onsuccess = () => resolve(asked.result);
      });
      const rows = await new Promise<unknown[]>((resolve) => {
        const asked = open.transaction('marks').objectStore('marks').getAll();
        asked.onsuccess = () => resolve(asked.result);
      });
      open.close();
      return rows.length;
    });
  // The screen is left before the device has deleted everything.
  await expect.poll(cachedRows).toBe(0);
});

test('the list and a conversation fit on a phone, a tablet and a desktop, in light and dark', {
  tags: nightly,
}, async () => {
  await ben.rider.go(messagesPage());
  await list(ben).getByRole('link', { name: /ana/ }).waitFor();
  await assertAccessible(pageOf(ben));
  await ben.rider.go(messagesPage(ana.id));
  await log(ben).getByText('And again, 5.').waitFor();
  await assertAccessible(pageOf(ben));
});
