import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEml } from '#api/platform/mail/eml.ts';
import { forgotPassword } from '#contract/accounts.ts';
import {
  changeMailText,
  listMails,
  listMailTexts,
  type MailItem,
  type MailTexts,
  previewMailText,
  resendMail,
  resendMails,
  restoreMailText,
  type UnsentState,
} from '#contract/mails.ts';
import { getOverview } from '#contract/overview.ts';
import { changePassword } from '#contract/sessions.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { smtpServer } from '#tests/kit/smtp.ts';

/** A process that writes mails to files, and another of the same site that sends them to a server. */
let filing: TestApp;
let app: TestApp;
let server: Awaited<ReturnType<typeof smtpServer>>;
let operator: TestBrowser;
let refusal: readonly [number, string] | null = null;
beforeAll(async () => {
  server = await smtpServer({ refuse: (step) => (step === 'recipient' ? refusal : null) });
  filing = await TestApp.open({}, { still: true });
  app = await TestApp.open({ MAIL_URL: server.url }, { still: true, database: filing.database });
  operator = (await filing.join('otto')).with(app);
  for (const name of ['ann', 'ben', 'cheap.shop']) await filing.join(name);
  await giveRole(app.db, 'otto');
});
afterAll(async () => {
  await app.close();
  await filing.close();
  await server.close();
});

const users = () => app.db.collection('users');
const rows = () => app.db.collection('mails');
/** A member forgets the password, and the mail about it is tried. */
async function forget(name: string): Promise<void> {
  await new TestBrowser(app).call(forgotPassword, { body: { email: `${name}@example.org` } });
  await app.idle();
}
async function unsent(state: UnsentState): Promise<MailItem[]> {
  const { answer } = await operator.call(listMails, { query: { state } });
  return answer.data?.items ?? [];
}
const mailsTo = (email: string) =>
  server.received.filter(({ to }) => to.includes(email)).map(({ mail }) => readEml(mail));

test('an operator reads why a mail was given up, and sends it again: one, then all', async () => {
  refusal = [550, '5.7.1 <ann@example.org>: we know no such person'];
  for (const name of ['ann', 'ben']) {
    await forget(name);
    await expect.poll(() => rows().countDocuments({ to: `${name}@example.org`, attempts: 1 })).toBe(1);
  }
  const [waits] = await unsent('waiting');
  expect(waits).toMatchObject({ state: 'waiting', when: 'A member forgot the password.', attempts: 1, expired: false });
  expect(Date.parse(waits?.nextAt ?? '')).toBeGreaterThan(Date.now());

  // The last of its attempts.
  await rows().updateMany({ state: 'waiting' }, { $set: { attempts: 6, nextAt: new Date(0) } });
  await app.runJob('mails');
  expect(await unsent('waiting')).toEqual([]);
  const [, ann] = await unsent('given up');
  expect(ann).toMatchObject({ to: 'a…@example.org', attempts: 7, nextAt: null });
  expect(ann?.failure).toMatchObject({
    reason: 'recipient',
    answer: '550 5.7.1 <a…@example.org>: we know no such person',
  });
  expect((await operator.call(getOverview)).answer.data?.mailsGivenUp).toBe(2);

  const again = () => operator.call(resendMail, { params: { mailId: ann?.id ?? '' } });
  refusal = [450, '4.2.1 Try later'];
  expect((await again()).answer.data).toMatchObject({ state: 'waiting', attempts: 1, failure: { reason: 'later' } });
  refusal = null;
  await rows().updateOne({ _id: ann?.id as never }, { $set: { nextAt: new Date(Date.now() + 300_000) } });
  expect((await again()).answer.data?.state).toBe('sent');
  expect(mailsTo('ann@example.org')).toHaveLength(1);

  const all = await operator.call(resendMails, { body: { state: 'given up' } });
  expect(all.answer.data).toEqual({ count: 1 });
  await app.idle();
  expect(mailsTo('ben@example.org')).toHaveLength(1);
  expect(await unsent('given up')).toEqual([]);
  expect((await operator.call(getOverview)).status).toBe(200);
});

test('a list of many unsent mails has pages', async () => {
  const at = (n: number) => new Date(Date.now() + 3_600_000 + n);
  const expiresAt = at(86_400_000);
  const many = Array.from({ length: 25 }, (_, n) => ({
    _id: `many.${n}` as never,
    ...{ to: 'x@example.org', text: 'x', state: 'waiting', attempts: 1, nextAt: at(n), expiresAt },
  }));
  await rows().insertMany(many);
  const first = (await operator.call(listMails, { query: { state: 'waiting' } })).answer.data;
  const second = (await operator.call(listMails, { query: { state: 'waiting', cursor: first?.next } })).answer.data;
  expect([first?.items.length, second?.items.length, second?.next]).toEqual([20, 5, null]);
  expect([...(first?.items ?? []), ...(second?.items ?? [])].map(({ id }) => id)).toEqual(
    many.map(({ _id }) => String(_id)),
  );
  expect(first?.items[0]).toMatchObject({ when: null, to: '…@example.org', writtenAt: null, failure: null });
  await rows().deleteMany({ to: 'x@example.org' });
});

const place = { kind: 'reset', language: 'de' };
async function textsOf(kind: string, language = 'de'): Promise<MailTexts | undefined> {
  const { answer } = await operator.call(listMailTexts, { query: { language } });
  return answer.data?.find((one) => one.kind === kind);
}
const body = { subject: '{username}, hier geht es zurück', text: 'Hallo vom {site}.\n\nKlick auf den Knopf.' };

test("an operator's text is in the next mail of every process, with the link and the small print", async () => {
  const before = await textsOf('reset');
  expect(before).toMatchObject({ when: 'A member forgot the password.', own: null, changed: false, fault: null });
  expect(before?.ours.subject).toContain('{site}');
  const saved = await operator.with(filing).call(changeMailText, { params: place, body });
  expect(saved.answer.data).toMatchObject({ own: body, ours: before?.ours, changed: false });
  expect((await textsOf('reset', 'en'))?.own).toBeNull();

  await users().updateMany({}, { $set: { language: 'de' } });
  await forget('ben');
  await expect.poll(() => mailsTo('ben@example.org').length).toBe(2);
  const mail = mailsTo('ben@example.org').at(-1);
  expect(mail?.subject).toBe('ben, hier geht es zurück');
  expect(mail?.text).toMatch(/^Hallo ben,\n\nHallo vom Headbadge\.\n\nKlick auf den Knopf\.\n\n/);
  expect(mail?.text).toMatch(/reset-password\?token=[\w-]{43}/);
  expect(mail?.html).toContain('>Klick auf den Knopf.</p>');
  // A name that a mail program would turn into a link.
  await forget('cheap.shop');
  await expect.poll(() => mailsTo('cheap.shop@example.org').length).toBe(1);
  expect(mailsTo('cheap.shop@example.org')[0]?.text).not.toContain('Hallo vom');

  await operator.call(restoreMailText, { params: place });
  expect(await textsOf('reset')).toEqual(before);
});

test('saving the built-in text as it is, restores it', async () => {
  const ours = (await textsOf('reset'))?.ours ?? body;
  await operator.call(changeMailText, { params: place, body });
  const { answer } = await operator.call(changeMailText, { params: place, body: ours });
  expect(answer.data?.own).toBeNull();
  expect(await app.db.collection('mailTexts').countDocuments()).toBe(0);
});

test('the page says when the built-in text has changed, and when a text fits its mail no more: then ours is sent', async () => {
  const stored = app.db.collection('mailTexts');
  await operator.call(changeMailText, { params: place, body });
  await stored.updateOne({}, { $set: { 'ours.text': 'What an earlier version said.' } });
  expect(await textsOf('reset')).toMatchObject({ own: body, changed: true, fault: null });
  await stored.updateOne({}, { $set: { text: 'A {colour} that this mail had once.' } });
  expect((await textsOf('reset'))?.fault).toBe('This mail has no value {colour}. It has: {site}, {username}.');
  await forget('ben');
  await expect.poll(() => mailsTo('ben@example.org').length).toBe(3);
  expect(mailsTo('ben@example.org').at(-1)?.text).not.toContain('that this mail had once');
  await operator.call(restoreMailText, { params: place });
});

test('a preview writes the mail as the member gets it, and sends none', async () => {
  const sent = server.received.length;
  const { answer } = await operator.call(previewMailText, { params: place, body });
  expect(answer.data?.subject).toBe('ann, hier geht es zurück');
  expect(answer.data?.text).toContain('Hallo vom Headbadge.');
  expect(answer.data?.html).toContain('<html lang="de" dir="ltr">');
  expect(server.received).toHaveLength(sent);
  const asked = (params: Record<string, string>, text: Record<string, string>) =>
    operator.call(previewMailText, { params, body: text });
  expect((await asked(place, { ...body, text: '<b>Hi</b>' })).answer.validation).toEqual({
    text: ['Write plain text: <b> would be read as it is.'],
  });
  expect((await asked(place, { subject: '', text: 'x' })).status).toBe(422);
  for (const params of [
    { kind: 'contact', language: 'de' },
    { kind: 'reset', language: 'tlh' },
    { kind: 'constructor', language: 'en' },
  ])
    expect((await asked(params, body)).status).toBe(404);
});

test('the mail after a change of the password says which devices were signed out', async () => {
  const ben = await filing.join('bea');
  const change = { current: goodPassword, password: 'a quiet road along the river' };
  expect((await ben.with(app).call(changePassword, { body: change })).status).toBe(200);
  await app.idle();
  await expect.poll(() => mailsTo('bea@example.org').length).toBe(1);
  expect(mailsTo('bea@example.org')[0]?.text).toContain('all other devices were signed out');
});
