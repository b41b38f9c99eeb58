import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmEmail, deleteAccount, forgotPassword, login, readReset, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';

const typed = 'Ann.Rider@bikes.example.org';
const otherwise = 'ann.rider@bikes.EXAMPLE.org';
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());

const signUp = (username: string, email: string) =>
  new TestBrowser(app).call(signup, { body: { id: newId(), username, email, password: goodPassword, terms: true } });
const user = () => app.db.collection('users').findOne({ username: 'ann' });
const receivers = async () =>
  (await app.mails()).map((mail) => [/^Subject: (.*?)\r?$/m.exec(mail)?.[1], /^To: (.*?)\r?$/m.exec(mail)?.[1]]);

test('mail goes to the address as typed, which is compared case-insensitively', async () => {
  await signUp('ann', ` ${typed} `);
  const token = await app.tokenMailedTo(typed);
  const ann = new TestBrowser(app);
  expect((await ann.call(confirmEmail, { body: { token, password: goodPassword } })).status).toBe(200);
  expect(await user()).toMatchObject({ email: typed.toLowerCase(), typedEmail: typed });

  await signUp('annabel', otherwise);
  expect((await new TestBrowser(app).call(forgotPassword, { body: { email: otherwise } })).status).toBe(200);
  const reset = await app.tokenMailedTo(typed);
  const read = await new TestBrowser(app).call(readReset, { body: { token: reset } });
  expect(read.answer.data).toEqual({ username: 'ann', email: typed });
  const again = { identifier: otherwise, password: goodPassword };
  expect((await new TestBrowser(app).call(login, { body: again })).status).toBe(200);
  expect(await receivers()).toEqual(
    expect.arrayContaining([
      ['Confirm your e-mail for Headbadge', typed],
      ['You already have a Headbadge account', typed],
      ['Choose a new Headbadge password', typed],
    ]),
  );
  await ann.call(deleteAccount, { body: { username: 'ann' } });
  const mails = await receivers();
  expect(mails).toContainEqual(['You deleted your Headbadge account', typed]);
  for (const [, to] of mails) expect(to).toBe(typed);
});

test('an older account with only a lower-cased address still receives mail there', async () => {
  const old = await app.member('olga');
  const typedEmail = 'olga@example.org';
  await app.db.collection('users').updateOne({ username: 'olga' }, { $unset: { typedEmail: '' } });
  await new TestBrowser(app).call(forgotPassword, { body: { email: 'Olga@Example.org' } });
  expect(await app.tokenMailedTo(typedEmail)).toBeTruthy();
  expect(old.user.username).toBe('olga');
});

test('a member with a domain of other letters signs up and logs in with it, in either form', async () => {
  const ascii = 'berta@xn--bcher-kva.example';
  await signUp('berta', 'berta@bücher.example');
  const token = await app.tokenMailedTo(ascii);
  await new TestBrowser(app).call(confirmEmail, { body: { token, password: goodPassword } });
  for (const identifier of ['berta@bücher.example', 'Berta@BÜCHER.example', ascii]) {
    const { status } = await new TestBrowser(app).call(login, { body: { identifier, password: goodPassword } });
    expect([identifier, status]).toEqual([identifier, 200]);
  }
});
