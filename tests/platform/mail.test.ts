import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EveryAnswer } from '#api/platform/http/every-answer.ts';
import { errorAnswer, type Visitor } from '#api/platform/http/kit.ts';
import { createLog } from '#api/platform/logs.ts';
import { type Letter, mailKind } from '#api/platform/mail/letter.ts';
import { Mailer } from '#api/platform/mail/mail.ts';
import { mailboxCode, mailboxRoutes } from '#api/platform/mail/mailbox.ts';
import { SiteSettings } from '#api/platform/settings/site-settings.ts';
import { newId } from '#contract/ids.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { smtpServer } from '#tests/kit/smtp.ts';

let database: TestDatabase;
let clock = Date.now();
beforeAll(async () => {
  database = await TestDatabase.open();
});
afterAll(() => database.close());

const origin = 'https://headbadge.example';
const open = (url: string, folder: string, db = database.db) =>
  new Mailer({
    db,
    url,
    tls: 'required',
    folder,
    origin,
    site: new SiteSettings(database.db, () => new Date(clock)),
    now: () => new Date(clock),
    log: createLog({ level: 'silent' }),
  });
const mails = () =>
  database.db.collection<{
    to: string;
    state: string;
    subject?: string;
    text?: string;
    html?: string;
    attempts: number;
    expired?: boolean;
  }>('mails');
const rowTo = (to: string) => mails().findOne({ to });

const note = mailKind<Letter>({
  name: 'note',
  when: 'A test asks for it.',
  sample: { to: 'ann@example.org', subject: 'Note', body: ['Hello.'] },
  write: (letter) => letter,
});

/** A mail server; `refuse` returns whether it accepts nothing for now. */
const smtp = (refuse: () => boolean) =>
  smtpServer({ refuse: (step) => (step === 'content' && refuse() ? [450, 'Try later'] : null) });

const code = mailboxCode('a secret of the site');
/** A browser that has opened the address that the start prints. */
const knowing = { headers: { Cookie: `mailbox=${code}` } };

test('the mailbox opens by its code only, also behind a proxy that names no visitor', async () => {
  const folder = join(database.folder, randomUUID());
  await open('file:', folder).send(note, { to: 'ann@example.org', subject: 'A link to log in with', body: ['one'] });
  const letter = `/mailbox/${(await readdir(folder))[0]?.replace('.eml', '')}`;
  const box = new Hono<Visitor>().route('/', mailboxRoutes(folder, code));
  const site = 'http://127.0.0.1:8787';
  for (const path of [
    '/mailbox',
    '/mailbox?code=',
    `/mailbox?code=${'é'.repeat(12)}`,
    `/mailbox?code=x${code}`,
    letter,
  ]) {
    const closed = await box.request(site + path);
    expect(closed.status, path).toBe(403);
    expect(await closed.text()).not.toContain('A link to log in with');
  }
  const opened = await box.request(`${site}/mailbox?code=${code}`);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/mailbox']);
  const [cookie = ''] = opened.headers.getSetCookie();
  // With Strict, a click in a terminal on a web page would set the cookie, but not send it after the redirect.
  expect(cookie).toMatch(/^mailbox=.*; Path=\/mailbox; HttpOnly; SameSite=Lax$/);
  const shown = await box.request(`${site}/mailbox`, { headers: { Cookie: cookie.split(';')[0] ?? '' } });
  expect(await shown.text()).toContain('A link to log in with');
});

test("the mailbox page shows sent mails, newest first, with their links, and each one's HTML without scripts", async () => {
  const folder = join(database.folder, randomUUID());
  const mailer = open('file:', folder);
  const page = `/account/confirm-email?token=${'t'.repeat(43)}&more=1`;
  const box = new Hono<Visitor>()
    .use(new EveryAnswer({ secure: false, version: '1' }).setHeaders)
    .route('/', mailboxRoutes(folder, code));
  box.onError(errorAnswer);
  const ask = (path: string) => box.request(path, knowing);
  const read = async () => (await ask('/mailbox')).text();
  expect(await read()).toContain('No mail yet');
  await mailer.send(note, { to: 'ann@example.org', subject: 'First', body: ['one'] });
  clock += 1000;
  const wide = `Größe = <b>${'é'.repeat(60)}</b>`;
  const subject = `Zweiter Brief über ${'Größe und '.repeat(12)}<i>`;
  await mailer.send(note, {
    ...{ to: 'ann@example.org', replyTo: 'bob@example.org', subject },
    body: [wide, { action: 'Open', page }],
  });
  const list = await read();
  expect(list).toContain(`<a href="${origin}${page.replace('&', '&amp;')}">`);
  expect(list).toContain(`Größe = &lt;b&gt;${'é'.repeat(60)}`);
  expect(list).toContain(`<h2>${subject.replace('<i>', '&lt;i&gt;')}</h2>`);
  expect(list).toContain('answers go to bob@example.org');
  expect(list.indexOf('Zweiter')).toBeLessThan(list.indexOf('First'));
  expect((await box.request('/mailbox.css')).headers.get('Content-Type')).toContain('text/css');

  const at = /href="(\/mailbox\/[\w-]+)"/.exec(list)?.[1] ?? '';
  const shown = await ask(at);
  expect(await shown.text()).toContain(`Größe = &lt;b&gt;${'é'.repeat(60)}&lt;/b&gt;</p>`);
  const policy = shown.headers.get('Content-Security-Policy') ?? '';
  for (const part of ["default-src 'none'", 'sandbox', "form-action 'none'"])
    expect(policy.split('; ')).toContain(part);
  expect(policy).not.toMatch(/script|allow-/);
  const listed = (await ask('/mailbox')).headers.get('Content-Security-Policy');
  expect(listed).toContain("script-src 'self'");
  for (const nowhere of ['/mailbox/..%2F..%2Fkeys', `/mailbox/${newId()}`, '/mailbox/x'])
    expect((await ask(nowhere)).status, nowhere).toBe(404);
});

test.each([
  ['http://localhost:8787', 200],
  ['http://127.0.0.1:8787', 200],
  ['http://[::1]:8787', 200],
  ['http://headbadge.example', 404],
  ['http://elsewhere.example:8787', 404],
  ['http://127.elsewhere.example:8787', 404],
  ['http://localhost.elsewhere.example:8787', 404],
])('a page of %s that shows the mailbox under its own name gets %i', async (there, status) => {
  const folder = join(database.folder, randomUUID());
  const subject = 'A link to log in with';
  await open('file:', folder).send(note, { to: 'ann@example.org', subject, body: ['one'] });
  const box = new Hono<Visitor>().route('/', mailboxRoutes(folder, code));
  box.onError(errorAnswer);
  const list = await box.request(`${there}/mailbox`, knowing);
  const letter = `/mailbox/${(await readdir(folder))[0]?.replace('.eml', '')}`;
  expect([list.status, (await box.request(there + letter, knowing)).status]).toEqual([status, status]);
  expect((await list.text()).includes(subject)).toBe(status === 200);
});

test.each([
  ['X-Forwarded-For', '203.0.113.7'],
  ['X-Real-IP', '203.0.113.7'],
  ['Forwarded', 'for=203.0.113.7'],
  ['Via', '1.1 proxy'],
])('the mailbox is closed behind a proxy that sends %s', async (name, value) => {
  const box = new Hono<Visitor>().route('/', mailboxRoutes(join(database.folder, randomUUID()), code));
  box.onError(errorAnswer);
  const asked = 'http://127.0.0.1:8787/mailbox';
  expect((await box.request(asked, knowing)).status).toBe(200);
  expect((await box.request(asked, { headers: { ...knowing.headers, [name]: value } })).status).toBe(404);
});

test('a mail is sent as text and HTML in short lines, marked as automatic, and identical at each attempt', async () => {
  const server = await smtpServer();
  const mailer = open(server.url, database.folder);
  try {
    const long = `${'An unbroken line of words. '.repeat(80)}${'x'.repeat(1200)}`;
    await mailer.send(note, {
      to: 'cleo@example.org',
      subject: 'Grüße',
      hello: 'cleo',
      body: [long, { action: 'Open', page: '/' }],
    });
    await expect.poll(() => server.received.length).toBe(1);
    const { mail = '' } = server.received[0] ?? {};
    const header = (name: string) => new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'm').exec(mail)?.[1];
    expect(header('From')).toBe('Headbadge <no-reply@headbadge.example>');
    expect(header('Auto-Submitted')).toBe('auto-generated');
    expect([header('Sender'), header('Reply-To'), header('X-Mailer')]).toEqual([undefined, undefined, undefined]);
    expect(header('Message-ID')).toMatch(/^<[\w-]{36}@headbadge\.example>$/);
    const boundary = /^multipart\/alternative;\s+boundary="([^"]+)"$/.exec(header('Content-Type') ?? '')?.[1];
    const parts = mail.split(`--${boundary}`).slice(1, -1);
    expect(parts.map((part) => /Content-Type: (\S+); charset=utf-8/i.exec(part)?.[1])).toEqual([
      'text/plain',
      'text/html',
    ]);
    for (const part of parts) expect(part).toContain('Content-Transfer-Encoding: quoted-printable');
    expect(Math.max(...mail.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(mail.replaceAll('\r\n', '')).not.toMatch(/[\r\n]|\P{ASCII}/u);
  } finally {
    await mailer.close();
    await server.close();
  }
});

test('no value can add a header or a recipient', async () => {
  const server = await smtpServer();
  const mailer = open(server.url, database.folder);
  try {
    const subject = 'Hello\r\nBcc: all@example.org\r\n\r\nA body\u2028of my own';
    await mailer.send(note, { to: 'dora@example.org', replyTo: 'eve@example.org', subject, body: ['Hello.'] });
    await expect.poll(() => server.received.length).toBe(1);
    const { mail = '', to } = server.received[0] ?? {};
    expect(to).toEqual(['dora@example.org']);
    const head = mail.slice(0, mail.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^Bcc/im);
    expect(head).toContain('Reply-To: eve@example.org');
    expect(head).not.toContain('Auto-Submitted');
    const addresses = [
      ...['dora@example.org, all@example.org', 'dora@example.org\r\nBcc: all@example.org', 'Dora <all@example.org>'],
      ...['dora@example.org;all@example.org', '"x@y"@example.org', 'group:dora@example.org', 'dora', ''],
    ];
    for (const address of addresses) {
      await expect(mailer.send(note, { to: address, subject: 'x', body: ['x'] }), address).rejects.toThrow(
        'one mail address',
      );
      const answers = { to: 'dora@example.org', replyTo: address, subject: 'x', body: ['x'] };
      if (address) await expect(mailer.send(note, answers), address).rejects.toThrow('one mail address');
    }
    expect(server.received).toHaveLength(1);
  } finally {
    await mailer.close();
    await server.close();
  }
});

test('a mail about the same thing is sent once, however often and concurrently it is requested', async () => {
  const server = await smtpServer();
  const mailer = open(server.url, database.folder);
  try {
    const letter = { to: 'finn@example.org', subject: 'Once', body: ['Hello.'] };
    const about = newId();
    await Promise.all([mailer.send(note, letter, about), mailer.send(note, letter, about)]);
    await mailer.send(note, letter, about);
    await mailer.send(note, letter, newId());
    await expect.poll(() => server.received.length).toBe(2);
    await mailer.close();
    expect(server.received).toHaveLength(2);
    expect(server.received.map(({ mail }) => mail).filter((mail) => mail.includes(`<note.${about}@`))).toHaveLength(1);
  } finally {
    await server.close();
  }
});

test('a mail that its server refuses is sent on retry, once', async () => {
  let broken = true;
  const { url, received, close } = await smtp(() => broken);
  const mailer = open(url, database.folder);
  try {
    await mailer.send(note, { to: 'bob@example.org', subject: 'Hello', body: ['secret link'] });
    await expect.poll(async () => (await rowTo('bob@example.org'))?.attempts).toBe(1);
    await mailer.sweep();
    expect(received).toEqual([]);
    broken = false;
    clock += 61_000;
    await Promise.all([mailer.sweep(), mailer.sweep()]);
    await mailer.sweep();
    expect(received).toHaveLength(1);
    expect(received[0]?.mail).toContain('secret link');
    const row = await rowTo('bob@example.org');
    expect([row?.state, row?.subject, row?.text, row?.html]).toEqual(['sent', undefined, undefined, undefined]);
  } finally {
    await mailer.close();
    await close();
  }
});

test('a mail that another process has sent stays sent when a slow attempt fails afterwards', async () => {
  const to = 'hal@example.org';
  const slow = await smtp(() => true);
  const server = await smtpServer();
  const reached = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  const db = interposed(database.db, ['mails'], async (command, run) => {
    if (command === 'mails.updateOne') {
      reached.resolve();
      await resume.promise;
    }
    return run();
  });
  const first = open(slow.url, database.folder, db);
  const second = open(server.url, database.folder);
  try {
    await first.send(note, { to, subject: 'Hello', body: ['Hello.'] });
    await reached.promise;
    clock += 61_000;
    await second.sweep();
    resume.resolve();
    await first.close();
    clock += 61_000;
    await second.sweep();
    expect(server.received).toHaveLength(1);
    expect((await rowTo(to))?.state).toBe('sent');
  } finally {
    await second.close();
    await slow.close();
    await server.close();
  }
});

test('a mail queued by an earlier version, as text only, is still sent', async () => {
  const server = await smtpServer();
  const mailer = open(server.url, database.folder);
  try {
    const waits = { state: 'waiting', attempts: 0, nextAt: new Date(clock), expiresAt: new Date(clock + 86_400_000) };
    await mails().insertOne({ ...{ to: 'gus@example.org', subject: 'Old', text: 'An old line' }, ...waits } as never);
    await mailer.sweep();
    expect(server.received.map(({ to }) => to)).toEqual([['gus@example.org']]);
    expect(server.received[0]?.mail).toContain('An old line');
  } finally {
    await mailer.close();
    await server.close();
  }
});

test('all queued mails are sent at once when the server is back, and none is tried twice before', async () => {
  let isDown = true;
  const server = await smtp(() => isDown);
  const mailer = open(server.url, database.folder);
  const to = (n: number) => `waiting${n}@example.org`;
  for (let n = 0; n < 70; n += 1) await mailer.send(note, { to: to(n), subject: 'Late', body: ['Hello.'] });
  await mailer.close();
  const again = open(server.url, database.folder);
  clock += 10 * 60_000;
  await again.sweep();
  isDown = false;
  clock += 60 * 60_000;
  await again.sweep();
  await again.close();
  await server.close();
  const waited = await mails()
    .find({ to: /^waiting/ })
    .toArray();
  expect(waited.filter(({ state }) => state === 'sent')).toHaveLength(70);
  expect(waited.filter(({ attempts }) => attempts > 2)).toEqual([]);
  expect(server.received.flatMap(({ to: whom }) => whom).sort()).toEqual(waited.map((row) => row.to).sort());
});

/** Runs the sweeps of so many minutes. */
async function pass(mailer: Mailer, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 60) {
    clock += 60 * 60_000;
    await mailer.sweep();
  }
}

test('a mail is given up after a day, with what the server said, and sent once when an operator has it sent again', async () => {
  let refuses = true;
  const said = '5.1.1 <kim@example.org>: no such user, hunter2, try Ab3dEf6hIj9lMn2pQr5tUv8xYz1';
  const server = await smtpServer({ refuse: (step) => (step === 'recipient' && refuses ? [550, said] : null) });
  const mailer = open(server.url.replace('//', '//site:hunter2@'), database.folder);
  try {
    await mailer.send(note, { to: 'kim@example.org', subject: 'Hello', body: ['A line of text'] });
    await pass(mailer, 24 * 60);
    expect(await mailer.givenUpSince(new Date(clock - 86_400_000))).toBeGreaterThan(0);
    const find = async () => (await mailer.unsent('given up', 50)).items.find(({ to }) => to === 'kim@example.org');
    const row = await find();
    expect(row).toMatchObject({ kind: 'note', attempts: 7, failure: { reason: 'recipient' } });
    expect(row?.failure?.answer).toBe('550 5.1.1 <k…@example.org>: no such user, [hidden], try …');
    expect(JSON.stringify(row)).not.toContain('A line of text');
    const again = await mailer.sendAgain(row?._id ?? '');
    expect([again?.state, again?.attempts]).toEqual(['waiting', 1]);

    refuses = false;
    clock += 120_000;
    // Two operators and the next sweep at once.
    await Promise.all([mailer.makeDue('waiting'), mailer.sendAgain(row?._id ?? ''), mailer.sweep()]);
    await mailer.sweep();
    expect(server.received.filter(({ to }) => to.includes('kim@example.org'))).toHaveLength(1);
    expect((await rowTo('kim@example.org'))?.text).toBeUndefined();
    expect((await mailer.sendAgain(row?._id ?? ''))?.state).toBe('sent');
    expect(server.received).toHaveLength(1);
    expect(await mailer.sendAgain(newId())).toBeNull();
  } finally {
    await mailer.close();
    await server.close();
  }
});

test('a mail whose link has expired is not sent any more, and its content is gone', async () => {
  let refuses = true;
  const server = await smtpServer({ refuse: (step) => (step === 'connect' && refuses ? [421, 'Busy'] : null) });
  const mailer = open(server.url, database.folder);
  const linked = mailKind<Letter>({
    ...{ name: 'linked', when: 'A test asks for it.', linkMs: 3_600_000 },
    sample: { to: 'ann@example.org', subject: 'Note', body: ['Hello.'] },
    write: (letter) => letter,
  });
  try {
    await mailer.send(linked, { to: 'lea@example.org', subject: 'Hello', body: ['secret link'] });
    await expect.poll(async () => (await rowTo('lea@example.org'))?.attempts).toBe(1);
    refuses = false;
    clock += 2 * 3_600_000;
    await mailer.sweep();
    const row = await rowTo('lea@example.org');
    expect(row).toMatchObject({ state: 'given up', expired: true, failure: { reason: 'later' } });
    expect([row?.subject, row?.text, row?.html]).toEqual([undefined, undefined, undefined]);
    expect(await mailer.sendAgain(String(row?._id))).toMatchObject({ state: 'given up', attempts: 1 });
    expect(await mailer.makeDue('given up')).toBe(0);
    expect(server.received).toEqual([]);
  } finally {
    await mailer.close();
    await server.close();
  }
});

test.each([
  ['unreachable', null, 0],
  ['later', 'connect', 421],
  ['login', 'login', 535],
  ['sender', 'sender', 553],
  ['later', 'recipient', 450],
  ['recipient', 'recipient', 550],
  ['content', 'content', 554],
] as const)('the reason "%s" is told when a server refuses at %s with %i', async (reason, at, code) => {
  const server = await smtpServer({ refuse: (step) => (step === at ? [code, 'Not this one'] : null) });
  if (!at) await server.close();
  const mailer = open(at ? server.url.replace('//', '//site:secret@') : 'smtp://127.0.0.1:1', database.folder);
  const to = `${reason}.${code}@example.org`;
  try {
    await mailer.send(note, { to, subject: 'Hello', body: ['Hello.'] });
    await mailer.close();
    const { failure } = (await mails().findOne({ to })) as unknown as { failure: { reason: string; answer: string } };
    expect(failure.reason).toBe(reason);
    if (at) expect(failure.answer).toContain('Not this one');
  } finally {
    await mails().deleteMany({ to });
    await server.close();
  }
});
