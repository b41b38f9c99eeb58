import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contactOperator, contactTopics } from '#contract/contact.ts';
import { newId } from '#contract/ids.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { type Interposer, interposed } from '#tests/kit/interposed.ts';
import { lettersIn } from '#tests/kit/mails.ts';
import { Site } from '#tests/kit/site.ts';

const hour = 3_600_000;
const operator = 'help@headbadge.example';
let app: TestApp;
let days = 0;

beforeAll(async () => {
  app = await TestApp.open({ OPERATOR_EMAIL: operator, TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + ++days * 25 * hour);
});
afterEach(() => {
  vi.useRealTimers();
});

const letter = (more: Record<string, unknown> = {}) => ({
  ...{ id: newId(), topic: 'Question', name: 'Ann Rider', email: 'ann@example.org', subject: 'Which fenders' },
  ...{ message: 'Which fenders fit an Ogre?', ...more },
});
const send = (body: Record<string, unknown>, from = '192.0.2.1'): Promise<Answered<null>> =>
  new TestBrowser(app).call(contactOperator, { body, headers: { 'X-Forwarded-For': from } });
const mailsTo = async (email: string) => (await lettersIn(app.database.folder)).filter(({ to }) => to === email);
/** The mails that a message sent to the operator. */
const operatorGot = async (subject: string) =>
  (await mailsTo(operator)).filter((mail) => mail.subject.includes(subject));

test.each(contactTopics)(
  'a message about a %s reaches the operator, and the reply reaches the sender',
  async (topic) => {
    const email = `${topic.toLowerCase()}@example.org`;
    const message = 'Grüße,\n\nwhich fenders fit an Ogre?';
    expect((await send(letter({ topic, email, subject: `About ${topic} <1>`, message }))).answer).toMatchObject({
      successful: true,
      data: null,
    });
    const [mail, ...others] = await operatorGot(`About ${topic}`);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ replyTo: email, subject: `${topic}: About ${topic} <1>` });
    for (const line of [`Topic: ${topic}`, 'Name: Ann Rider', `E-mail: ${email}`, '> Grüße,\n>\n> which fenders fit'])
      expect(mail?.text).toContain(line);
    expect(mail?.html).toContain('which fenders fit an Ogre?');
  },
);

test('the sender gets a receipt without the typed words', async () => {
  const email = 'bob@example.org';
  const typed = { name: 'Cheap pills', subject: 'Visit spam.example', message: 'Buy at https://spam.example now' };
  await send(letter({ email, ...typed }));
  const [confirmation, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(confirmation).toMatchObject({ replyTo: '', subject: 'We got your message' });
  expect(JSON.stringify(confirmation)).not.toMatch(/spam|pills|buy/i);
});

test('a repeated message, concurrent or after a lost reply, sends one mail to each', async () => {
  const email = 'cleo@example.org';
  const body = letter({ email, subject: 'Sent twice' });
  const both = await Promise.all([send(body), send(body)]);
  expect([...both, await send(body)].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await operatorGot('Sent twice')).toHaveLength(1);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('a message interrupted between the two mails is finished by the next attempt', async () => {
  const email = 'carl@example.org';
  const body = letter({ email, subject: 'Broken off' });
  let broken = true;
  const fail: Interposer = async (command, run) => {
    const isSecond = command === 'mails.insertOne' && (await operatorGot('Broken off')).length > 0;
    if (broken && isSecond) throw new Error('The database went away.');
    return run();
  };
  const frail = await TestApp.open(
    { OPERATOR_EMAIL: operator },
    { database: app.database, through: ({ db }) => interposed(db, ['mails'], fail) },
  );
  try {
    const take = () => new TestBrowser(frail).call(contactOperator, { body });
    expect((await take()).status).toBe(500);
    expect([(await operatorGot('Broken off')).length, (await mailsTo(email)).length]).toEqual([1, 0]);
    broken = false;
    expect((await take()).status).toBe(200);
    expect([(await operatorGot('Broken off')).length, (await mailsTo(email)).length]).toEqual([1, 1]);
  } finally {
    await frail.close();
  }
});

test('each field is validated, with its own sentence', async () => {
  const bad: [field: string, value: unknown, sentence: string][] = [
    ['topic', 'Spam', 'Choose what it is about.'],
    ['topic', '', 'Choose what it is about.'],
    ['name', ' \u200b ', 'Enter your name.'],
    ['name', 'x'.repeat(81), 'Use at most 80 characters.'],
    ['email', 'ann', 'Enter a valid e-mail address.'],
    ['email', 'ann@example.org, all@example.org', 'Enter a valid e-mail address.'],
    ['email', 'ann@example.org\r\nBcc: all@example.org', 'Enter a valid e-mail address.'],
    ['subject', '', 'Enter a subject.'],
    ['subject', 'ab', 'Use 3 to 100 characters.'],
    ['subject', '🚲'.repeat(101), 'Use 3 to 100 characters.'],
    ['message', '', 'Write a message.'],
    ['message', ' too few ', 'Use at least 10 characters.'],
    ['message', 'x'.repeat(5001), 'Use at most 5,000 characters.'],
    ['id', 'mine', 'Send a valid id.'],
  ];
  for (const [at, [field, value, sentence]] of bad.entries()) {
    const { status, answer } = await send(letter({ email: 'dora@example.org', [field]: value }), `198.51.100.${at}`);
    expect([field, status, answer.validation?.[field]?.[0]]).toEqual([field, 422, sentence]);
  }
  expect(await mailsTo('dora@example.org')).toEqual([]);
  const longest = { name: 'ü'.repeat(80), subject: '🚲'.repeat(100), message: 'é'.repeat(5000) };
  expect((await send(letter({ email: 'dora@example.org', ...longest }), '198.51.100.99')).status).toBe(200);
});

test('typed text cannot add a header, another line or markup', async () => {
  const name = 'Eve\r\nBcc: all@example.org\u2028Topic: Appeal';
  const subject = 'Hello\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>';
  const message = 'First\r\nE-mail: other@example.org\n-- \n</p><script>alert(1)</script><img src=//x>\u202e';
  expect((await send(letter({ email: 'eve@example.org', name, subject, message }))).status).toBe(200);
  const [mail] = await operatorGot('Hello Bcc');
  expect(mail?.subject).toBe('Question: Hello Bcc: all@example.org  <script>alert(1)</script>');
  expect(mail?.text).toContain('Name: Eve Bcc: all@example.org Topic: Appeal\n');
  expect(mail?.text).toContain('> First\n> E-mail: other@example.org\n> --\n> </p><script>');
  expect(mail?.text).not.toContain('\u202e');
  expect(mail?.html).not.toMatch(/<script|<img/);
  const raw = (await app.mails()).filter((one) => one.includes('Reply-To: eve@example.org'));
  expect(raw).toHaveLength(1);
  expect(raw[0]?.slice(0, raw[0].indexOf('\r\n\r\n'))).not.toMatch(/^Bcc/im);
});

test('an address gets at most five receipts a day, whatever its spelling; the messages still arrive', async () => {
  const addresses = ['fay@example.org', 'Fay@Example.org', 'fay+1@example.org', 'fay+2@example.org'];
  for (let at = 0; at < 8; at++) {
    const email = addresses[at % addresses.length];
    expect((await send(letter({ email, subject: 'From Fay' }), `203.0.113.${at}`)).status).toBe(200);
  }
  expect(await operatorGot('From Fay')).toHaveLength(8);
  const confirmations = async () => (await lettersIn(app.database.folder)).filter(({ to }) => /^fay[@+]/i.test(to));
  expect(await confirmations()).toHaveLength(5);
  vi.setSystemTime(Date.now() + 25 * hour);
  await send(letter({ email: 'fay@example.org' }));
  expect(await confirmations()).toHaveLength(6);
});

test('a network can send twenty messages an hour, and then gets the waiting time', async () => {
  const statuses = [];
  for (let at = 0; at < 22; at++) {
    const { status, answer, headers } = await send(letter({ email: `gus${at}@example.org` }), '203.0.113.200');
    statuses.push(status);
    if (status !== 429) continue;
    expect(answer.error).toMatchObject({ code: 'too_many_requests', details: { retryAfter: expect.any(Number) } });
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(3000);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429]);
  expect((await send(letter(), '203.0.113.201')).status).toBe(200);
});

test('another site cannot send a message for a visitor', async () => {
  const body = JSON.stringify(letter());
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' };
  expect((await app.request('/api/v1/contact', { method: 'POST', headers, body })).status).toBe(403);
});

test("without a setting the operator's address is on this host", async () => {
  const plain = await TestApp.open();
  try {
    await new TestBrowser(plain).call(contactOperator, { body: letter() });
    expect((await lettersIn(plain.database.folder)).map(({ to }) => to)).toContain('operator@localhost');
  } finally {
    await plain.close();
  }
});

test("a production site without an operator's address warns at startup", async () => {
  const origin = 'https://headbadge.example';
  const sites = [
    Site.start({ isAlone: true, origin }),
    Site.start({ isAlone: true, origin, env: { OPERATOR_EMAIL: operator } }),
  ];
  const [unnamed, named] = await Promise.all(sites);
  try {
    expect(unnamed?.log).toContain('OPERATOR_EMAIL is not set');
    expect(named?.log).not.toContain('OPERATOR_EMAIL');
  } finally {
    await Promise.all([unnamed?.close(), named?.close()]);
  }
});
