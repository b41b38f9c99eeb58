import { afterEach, beforeEach, expect, test } from 'vitest';
import { login } from '#contract/accounts.ts';
import { hideConversation, listConversations, listMessages, sendMessage } from '#contract/conversations.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';

const start = new Date('2026-11-21T12:00:00Z');
let app: TestApp;
beforeEach(async () => {
  app = await TestApp.open({}, { still: true });
});
afterEach(() => app.close());

const lettersOf = async (member: TestBrowser) => {
  await app.idle();
  return (await member.call(listConversations)).answer.data?.items ?? [];
};
/** Logs a member in on another device. */
async function again(username: string): Promise<TestBrowser> {
  const browser = new TestBrowser(app);
  await browser.call(login, { body: { identifier: username, password: goodPassword } });
  return browser;
}

test('a new member finds one letter and may answer it', async () => {
  await app.demo.seed(start);
  const ana = await app.join('ana');
  const [letter, ...others] = await lettersOf(ana);
  expect([letter?.unreadCount, others]).toEqual([1, []]);
  const params = { userId: letter?.with.id ?? '' };
  const [message] = (await ana.call(listMessages, { params })).answer.data?.items ?? [];
  expect(message?.text).toContain('Hi ana, welcome to Headbadge!');
  await Promise.all([again('ana'), again('ana')]);
  expect(await lettersOf(ana)).toMatchObject([{ unreadCount: 1 }]);
  expect((await ana.call(sendMessage, { params, body: { id: newId(), text: 'Thanks!' } })).status).toBe(201);

  await ana.call(hideConversation, { params, body: { upTo: 2 } });
  expect(await lettersOf(await again('ana'))).toEqual([]);
});

test('where there is no sample community nobody is written to', async () => {
  await app.demo.seed(start);
  await app.demo.remove();
  expect(await lettersOf(await app.join('ana'))).toEqual([]);
});

test('the letters go with the community', async () => {
  await app.demo.seed(start);
  const [ana, ben] = [await app.join('ana'), await app.join('ben')];
  expect([await lettersOf(ana), await lettersOf(ben)].map((all) => all.length)).toEqual([1, 1]);
  await app.demo.remove();
  expect([await lettersOf(ana), await lettersOf(ben)]).toEqual([[], []]);
  for (const name of ['conversations', 'messages']) expect(await app.db.collection(name).countDocuments()).toBe(0);
});
