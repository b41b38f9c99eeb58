import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { OpenIdLinkStore } from '#api/features/accounts/accounts.openid.links.store.ts';
import { PasskeyStore } from '#api/features/accounts/accounts.passkeys.store.ts';
import { forgotPassword, login, resetPassword, signup } from '#contract/accounts.ts';
import { refreshTokens } from '#contract/auth.ts';
import { newId } from '#contract/ids.ts';
import {
  cancelEmailChange,
  changeEmail,
  confirmNewEmail,
  getOwnAccount,
  readEmailUndo,
  readNewEmail,
  undoEmailChange,
} from '#contract/own-account.ts';
import { listSecurityEvents } from '#contract/security-record.ts';
import { changePassword, listSessions } from '#contract/sessions.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { interposed } from '#tests/kit/interposed.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const better = 'gravel under a low sun';
let app: TestApp;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open({ TRUSTED_PROXIES: '127.0.0.0/8' }, { still: true });
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
beforeEach(() => pass(61 * minute));

const outcomeOf = ({ status, answer }: Answered<unknown>) =>
  answer.error?.code ?? Object.keys(answer.validation ?? {})[0] ?? status;
const old = (name: string) => `${name}@example.org`;
const fresh = (name: string) => `${name}@new.example.org`;
const ask = async (browser: TestBrowser, email: string) => {
  // Mails are told apart by their time.
  pass(1000);
  return outcomeOf(await browser.call(changeEmail, { body: { email } }));
};
const confirm = async (token: string, browser = new TestBrowser(app), password?: string) =>
  outcomeOf(await browser.call(confirmNewEmail, { body: { token, ...(password && { password }) } }));
const undo = async (token: string, password = better, on = app) =>
  outcomeOf(await new TestBrowser(on).call(undoEmailChange, { body: { token, password } }));
const account = async (browser: TestBrowser) => {
  const { data } = (await browser.call(getOwnAccount)).answer;
  return { email: data?.email, pending: data?.pending?.email ?? null };
};
const logIn = async (identifier: string, password = goodPassword) =>
  outcomeOf(await new TestBrowser(app).call(login, { body: { identifier, password } }));
const mailsTo = async (email: string) =>
  (await app.mails()).flatMap((mail) =>
    mail.includes(`To: ${email}`) ? [/^Subject: (.+)$/m.exec(mail)?.[1] ?? ''] : [],
  );
/** A member who has asked for a new address, with the two links. */
async function asking(name: string) {
  const browser = await app.join(name);
  expect(await ask(browser, fresh(name))).toBe(200);
  return { browser, link: await app.tokenMailedTo(fresh(name)), undoLink: await app.tokenMailedTo(old(name)) };
}
/** The same, who has confirmed it. */
async function changed(name: string) {
  const { browser, link } = await asking(name);
  pass(1000);
  expect(await confirm(link, browser)).toBe(200);
  return { browser, link, undoLink: await app.tokenMailedTo(old(name)) };
}

test('an address changes once its link is used, and the former one is told twice', async () => {
  const { browser, link } = await asking('anna');
  expect(await account(browser)).toEqual({ email: old('anna'), pending: fresh('anna') });
  expect([await logIn(fresh('anna')), await logIn(old('anna'))]).toEqual(['LoginFailed', 200]);
  const { answer } = await browser.call(readNewEmail, { body: { token: link } });
  expect(answer.data).toEqual({ username: 'anna', email: fresh('anna'), needs: null });
  expect(await account(browser)).toMatchObject({ email: old('anna') });

  pass(1000);
  expect(await confirm(link, browser)).toBe(200);
  expect(await account(browser)).toEqual({ email: fresh('anna'), pending: null });
  expect([await logIn(fresh('anna')), await logIn(old('anna'))]).toEqual([200, 'LoginFailed']);
  expect(await confirm(link, browser)).toBe('EmailAlreadyConfirmed');
  const told = (await mailsTo(old('anna'))).filter((subject) => subject.includes('e-mail of your'));
  expect(told).toEqual([
    expect.stringMatching(/^Someone wants to change the e-mail/),
    expect.stringMatching(/^The e-mail of your .+ account was changed/),
  ]);
});

test('the link works without a log-in for those who know the password, for 48 hours, until the next one', async () => {
  const { browser, link } = await asking('bela');
  const stranger = await app.join('stranger');
  for (const somebody of [new TestBrowser(app), stranger]) {
    const { answer } = await somebody.call(readNewEmail, { body: { token: link } });
    expect(answer.data?.needs).toBe('password');
    expect([await confirm(link, somebody), await confirm(link, somebody, 'a guess of mine')]).toEqual([
      'password',
      'password',
    ]);
  }
  expect(await account(browser)).toMatchObject({ email: old('bela') });
  expect(await ask(browser, 'bela@third.example.org')).toBe(200);
  expect(await confirm(link, new TestBrowser(app), goodPassword)).toBe('confirm.invalid');
  const next = await app.tokenMailedTo('bela@third.example.org');
  expect(await confirm(next, new TestBrowser(app), goodPassword)).toBe(200);

  pass(61 * minute);
  await browser.call(refreshTokens);
  await browser.call(login, { body: { identifier: 'bela', password: goodPassword } });
  expect(await ask(browser, fresh('bela'))).toBe(200);
  const late = await app.tokenMailedTo(fresh('bela'));
  pass(48 * 60 * minute);
  await browser.call(refreshTokens);
  expect(await confirm(late, new TestBrowser(app), goodPassword)).toBe('confirm.invalid');
  expect((await account(browser)).pending).toBeNull();
});

test('a member takes a change back; a proof is needed to ask, and the present address is refused', async () => {
  const { browser, link } = await asking('cara');
  expect(outcomeOf(await browser.call(cancelEmailChange))).toBe(200);
  expect(await account(browser)).toEqual({ email: old('cara'), pending: null });
  expect(await confirm(link, browser)).toBe('confirm.invalid');
  expect(await ask(browser, ` CARA@Example.org`)).toBe('email');
  pass(16 * minute);
  await browser.call(refreshTokens);
  expect(await ask(browser, fresh('cara'))).toBe('proof.needed');
});

test('a new password voids the link that waits, and a change voids the links to the former address', async () => {
  const { browser, link } = await asking('dora');
  await browser.call(changePassword, { body: { current: goodPassword, password: better } });
  expect([await confirm(link, browser), (await account(browser)).pending]).toEqual(['confirm.invalid', null]);

  await new TestBrowser(app).call(forgotPassword, { body: { email: old('dora') } });
  const reset = await app.tokenMailedTo(old('dora'));
  expect(await ask(browser, fresh('dora'))).toBe(200);
  expect(await confirm(await app.tokenMailedTo(fresh('dora')), browser)).toBe(200);
  const answer = await new TestBrowser(app).call(resetPassword, { body: { token: reset, password: goodPassword } });
  expect(outcomeOf(answer)).toBe('reset.invalid');
});

test('the former address undoes a change within 7 days, which ends all sessions and sets a password', async () => {
  const { browser, link, undoLink } = await changed('emil');
  // Somebody who holds the account changes everything.
  await browser.call(changePassword, { body: { current: goodPassword, password: 'a thief rides at night' } });
  expect(await ask(browser, 'emil@thief.example.org')).toBe(200);
  expect(await confirm(await app.tokenMailedTo('emil@thief.example.org'), browser)).toBe(200);
  pass(6 * day);

  const read = await new TestBrowser(app).call(readEmailUndo, { body: { token: undoLink } });
  expect(read.answer.data).toEqual({ username: 'emil', email: old('emil'), changed: true });
  expect(await undo(undoLink, 'password')).toBe('password');
  expect(await undo(undoLink)).toBe(200);
  expect((await browser.call(listSessions)).status).toBe(401);
  expect([await logIn('emil', 'a thief rides at night'), await logIn(old('emil'), better)]).toEqual([
    'LoginFailed',
    200,
  ]);
  expect([await undo(undoLink), await confirm(link)]).toEqual(['undo.invalid', 'confirm.invalid']);

  const late = await changed('fritz');
  pass(7 * day);
  expect(await undo(late.undoLink)).toBe('undo.invalid');
  await app.runJob('former addresses');
  expect(JSON.stringify(await app.db.collection('users').findOne({ username: 'fritz' }))).not.toContain(old('fritz'));
});

test('undoing a change removes passkeys and links that were added since, and no earlier ones', async () => {
  const { browser, link } = await asking('petra');
  const row = await app.db.collection<{ _id: string }>('users').findOne({ username: 'petra' });
  const userId = row?._id ?? '';
  const [passkeys, links] = [new PasskeyStore(app.db), new OpenIdLinkStore(app.db)];
  await passkeys.handleOf(userId);
  const add = async (name: string) => {
    const more = { publicKey: '', counter: 0, transports: [], addedAt: new Date(), usedAt: null };
    expect(await passkeys.add(userId, { id: name, name, ...more })).toBe('added');
    const identity = { issuer: 'https://club.example.org', subject: name, provider: 'Club', name };
    expect(await links.add(userId, identity, new Date())).not.toBeNull();
  };
  await add('earlier');
  pass(1000);
  expect(await confirm(link, browser)).toBe(200);
  pass(1000);
  await add('since');
  expect(await undo(await app.tokenMailedTo(old('petra')))).toBe(200);
  const left = [...(await passkeys.of(userId)), ...(await links.of(userId))];
  expect(left.map(({ name }) => name)).toEqual(['earlier', 'earlier']);
  const again = new TestBrowser(app);
  await again.call(login, { body: { identifier: 'petra', password: better } });
  const record = (await again.call(listSecurityEvents, { query: {} })).answer.data?.items ?? [];
  expect(record.map(({ kind, about }) => [kind, about])).toEqual(
    expect.arrayContaining([
      ['email.changed', 'p***@new.example.org'],
      ['email.restored', 'p***@example.org'],
    ]),
  );
});

test('the former address stops a change that waits, also where it is confirmed at the same moment', async () => {
  const waiting = await asking('gina');
  expect(await undo(waiting.undoLink)).toBe(200);
  expect(await confirm(waiting.link, new TestBrowser(app), better)).toBe('confirm.invalid');
  expect(await logIn(old('gina'), better)).toBe(200);

  const racing = await asking('hugo');
  let raced = 0;
  const other = await TestApp.open(
    {},
    {
      database: app.database,
      still: true,
      through: ({ db }) =>
        interposed(db, ['users'], async (command, run) => {
          // The change is confirmed after the undo has read the account, and before it writes.
          if (command === 'users.updateOne' && raced++ === 0) {
            expect(await confirm(racing.link, racing.browser)).toBe(200);
          }
          return run();
        }),
    },
  );
  expect(await undo(racing.undoLink, better, other)).toBe(200);
  await other.close();
  expect(raced).toBe(2);
  expect([await logIn(old('hugo'), better), await logIn(fresh('hugo'), better)]).toEqual([200, 'LoginFailed']);
});

test("another member's address gets the same answer, and that member is told", async () => {
  const browser = await app.join('ida');
  await app.join('jana');
  const seen = async (email: string) => {
    pass(61 * minute);
    await browser.call(login, { body: { identifier: 'ida', password: goodPassword } });
    const { status, answer } = await browser.call(changeEmail, { body: { email } });
    return JSON.stringify([status, answer, await account(browser)]).replaceAll(email, 'TYPED');
  };
  expect(await seen(old('jana'))).toBe(await seen(old('nobody')));
  expect((await mailsTo(old('jana'))).at(-1)).toMatch(/^You already have a .+ account/);
  expect((await mailsTo(old('nobody'))).at(-1)).toMatch(/^Confirm your new e-mail/);
  expect((await mailsTo(old('ida'))).filter((subject) => subject.startsWith('Someone wants'))).toHaveLength(2);
});

test('one of two members who confirm one address at the same moment gets it', async () => {
  const [kai, lea] = [await app.join('kai'), await app.join('lea')];
  const shared = 'shared@example.org';
  const links: string[] = [];
  for (const browser of [kai, lea]) {
    expect(await ask(browser, shared)).toBe(200);
    links.push(await app.tokenMailedTo(shared));
  }
  // An unconfirmed sign-up with the address is in nobody's way.
  const sent = { id: newId(), username: 'typed', email: shared, password: goodPassword, terms: true };
  await new TestBrowser(app).call(signup, { body: sent });
  const outcomes = await Promise.all([confirm(links[0] ?? '', kai), confirm(links[1] ?? '', lea)]);
  expect(outcomes.toSorted()).toEqual([200, 'email.taken']);
  const emails = (await Promise.all([kai, lea].map(account))).map(({ email }) => email);
  expect(emails.filter((email) => email === shared)).toHaveLength(1);
});

test('asking for many addresses is limited', async () => {
  const browser = await app.join('mia');
  const outcomes: unknown[] = [];
  for (let n = 0; n < 11; n++) outcomes.push(await ask(browser, `mia${n}@example.org`));
  expect([outcomes.slice(0, 10).every((outcome) => outcome === 200), outcomes[10]]).toEqual([
    true,
    'too_many_requests',
  ]);
});
