import { serve } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEml } from '#api/platform/mail/eml.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { refreshTokens } from '#contract/auth.ts';
import { blockMember } from '#contract/blocks.ts';
import { addComment } from '#contract/comments.ts';
import { endDigest, resumeDigest } from '#contract/digest.ts';
import { followThing } from '#contract/follows.ts';
import { newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { getPreferences, putTimeZone } from '#contract/user-preferences.ts';
import { weekOf, weeksAfter } from '#contract/week-dates.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { smtpServer } from '#tests/kit/smtp.ts';
import { chooseWeeklyMail, weeklyToken } from '#tests/kit/weekly-mail.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const hour = 3_600_000;
const day = 24 * hour;
/** A Friday, 8:00 in Berlin. */
const friday = Date.parse('2026-12-04T07:00:00Z');
const job = 'weekly mails';

/** A process that writes mails to files, and another of the same site that sends them to a server. */
let filing: TestApp;
let app: TestApp;
let mailServer: Awaited<ReturnType<typeof smtpServer>>;
type Member = { browser: TestBrowser; id: string; name: string };
let count = 0;
let [ann, ben, cleo] = [] as unknown as [Member, Member, Member];

async function join(name: string): Promise<Member> {
  const { browser, user } = await filing.member(`${name}${count++}`);
  return { browser, id: user.id, name: user.username };
}
const at = (time: number) => vi.setSystemTime(time);
const follow = (by: Member, whom: Member) =>
  by.browser.call(followThing, { params: { kind: 'member', key: whom.id }, body: { name: '' } });
const like = (by: Member, bikeId: string) => by.browser.call(likeBike, { params: { bikeId } });
/** Browsers refresh their access token, which lasts some minutes. */
const fresh = async ({ browser }: Member) => {
  expect((await browser.call(refreshTokens)).status).toBe(200);
  return browser;
};
const choose = async (by: Member, value: 'On' | 'Off', timeZone = 'Europe/Berlin', version = 0) =>
  expect((await chooseWeeklyMail(await fresh(by), value, timeZone, version)).status).toBe(200);
const comment = async (by: Member, bikeId: string) => {
  const body = { id: newId(), text: 'Lovely.' };
  expect((await by.browser.call(addComment, { params: { bikeId }, body })).status).toBe(201);
};
const rowOf = ({ id }: Member) => app.db.collection('digests').findOne({ _id: id as never });
const dueOf = async (member: Member) => ((await rowOf(member))?.dueAt as Date | undefined)?.toISOString();
const rawTo = ({ name }: Member) =>
  mailServer.received.filter(({ to }) => to.includes(`${name}@example.org`)).map(({ mail }) => mail);
const mailsTo = (member: Member) => rawTo(member).map((mail) => readEml(mail));

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(friday - 3 * day);
  mailServer = await smtpServer();
  filing = await TestApp.open({}, { still: true });
  app = await TestApp.open({ MAIL_URL: mailServer.url }, { still: true, database: filing.database });
});
afterAll(async () => {
  await app.close();
  await filing.close();
  await mailServer.close();
  vi.useRealTimers();
});
beforeEach(async () => {
  at(friday - 3 * day);
  mailServer.received.length = 0;
  for (const name of ['limits', 'bikes', 'digests', 'mails', 'leases', 'winners'])
    await app.db.collection(name).deleteMany({});
  [ann, ben, cleo] = [await join('ann'), await join('ben'), await join('cleo')];
});

describe('the choice', () => {
  test('is off until it is chosen, and the mail comes at 8:00 on Friday by the clock of the device', async () => {
    await follow(ann, ben);
    await publishBike(ben.browser);
    at(friday);
    await app.runJob(job);
    expect(mailServer.received).toEqual([]);
    at(friday - day);
    await choose(ann, 'On');
    at(friday - 1000);
    await app.runJob(job);
    expect(mailServer.received).toEqual([]);
    at(friday);
    for (let i = 0; i < 3; i += 1) await app.runJob(job);
    expect(rawTo(ann)).toHaveLength(1);
    at(friday + 7 * day);
    await app.runJob(job);
    expect(rawTo(ann)).toHaveLength(1);
  });

  test('knows the zone that a device told last, and forgets it with the choice', async () => {
    await choose(ann, 'On');
    expect(await dueOf(ann)).toBe('2026-12-04T07:00:00.000Z');
    const told = await (await fresh(ann)).call(putTimeZone, { body: { timeZone: 'America/New_York' } });
    expect(told.answer.data?.timeZone).toBe('America/New_York');
    expect(await dueOf(ann)).toBe('2026-12-04T13:00:00.000Z');
    await choose(ann, 'Off', undefined, 1);
    const { answer } = await ann.browser.call(getPreferences);
    expect([answer.data?.timeZone, await rowOf(ann)]).toEqual([undefined, { _id: ann.id }]);
    await (await fresh(ann)).call(putTimeZone, { body: { timeZone: 'Asia/Tokyo' } });
    expect((await ann.browser.call(getPreferences)).answer.data?.timeZone).toBeUndefined();
    expect((await (await fresh(ann)).call(putTimeZone, { body: { timeZone: 'Mars/Olympus' } })).status).toBe(422);
    // A zone that this server does not know does not refuse the choice.
    await choose(ann, 'On', 'Mars/Olympus', 2);
    expect(await dueOf(ann)).toBe('2026-12-04T08:00:00.000Z');
  });

  test('off and on again on Friday, or in another zone, brings no second mail that week', async () => {
    await follow(ann, ben);
    await choose(ann, 'On', 'Pacific/Auckland');
    await publishBike(ben.browser);
    const inAuckland = Date.parse('2026-12-03T19:00:00Z');
    at(inAuckland);
    await app.runJob(job);
    expect(rawTo(ann)).toHaveLength(1);
    await (await fresh(ann)).call(putTimeZone, { body: { timeZone: 'America/Los_Angeles' } });
    expect(await dueOf(ann)).toBe('2026-12-11T16:00:00.000Z');
    await choose(ann, 'Off', undefined, 1);
    await choose(ann, 'On', 'America/Los_Angeles', 2);
    expect(await dueOf(ann)).toBe('2026-12-11T16:00:00.000Z');
    for (let time = inAuckland; time < inAuckland + 6 * day; time += 6 * hour) {
      at(time);
      await app.runJob(job);
    }
    expect(rawTo(ann)).toHaveLength(1);
  });

  test('brings no mail to a member who left, was banned or has no confirmed address', async () => {
    for (const member of [ann, ben, cleo]) {
      await choose(member, 'On');
      const whom = member === cleo ? ann : cleo;
      await follow(member, whom);
    }
    await publishBike(cleo.browser);
    await publishBike(ann.browser);
    const users = app.db.collection('users');
    await users.updateOne({ username: ann.name }, { $set: { status: 'Banned' } });
    await users.updateOne({ username: ben.name }, { $set: { status: 'Unconfirmed' } });
    // A new address is confirmed meanwhile.
    await users.updateOne(
      { username: cleo.name },
      { $set: { email: 'new@example.org', typedEmail: 'New@example.org' } },
    );
    await like(await join('dora'), String((await app.db.collection('bikes').findOne({ 'owner.id': cleo.id }))?._id));
    at(friday);
    await app.runJob(job);
    expect(mailServer.received.map(({ to }) => to)).toEqual([['New@example.org']]);
  });
});

describe('the mail', () => {
  test('tells of what one follows, of own bikes and of the winner, in the language of the member', async () => {
    await follow(ann, ben);
    const news = await publishBike(ben.browser, { model: 'Ogre', nickname: 'Grendel' });
    const own = await publishBike(ann.browser, { model: 'Straggler' });
    const won = await publishBike(cleo.browser, { model: 'Krampus' });
    await like(ben, own);
    await like(cleo, own);
    await comment(cleo, own);
    const decidedAt = new Date();
    const places = [
      { rank: 1, bikeId: won, votes: 9 },
      { rank: 2, bikeId: own, votes: 7 },
    ];
    const week = weeksAfter(weekOf(new Date(friday)), -1);
    await app.db.collection('winners').insertOne({ _id: week as never, places, eligible: 9, decidedAt });
    await app.idle();
    await filing.idle();
    await choose(ann, 'On');
    at(friday);
    await app.runJob(job);
    const [mail] = mailsTo(ann);
    expect(mail?.subject).toBe('Your week on Headbadge');
    expect(mail?.text).toContain(`2021 Surly Ogre “Grendel”\nNew, by ${ben.name}.\nhttp://localhost/bike/${news}/`);
    expect(mail?.text).toContain('2021 Surly Straggler\nNumber 2 in the vote for Bike of the Week 48.\n');
    expect(mail?.text).toContain('\n2 new likes. 1 new comment.\n');
    expect(mail?.text).toContain(`Bike of the Week 48\n\n2021 Surly Krampus\nBy ${cleo.name}.`);
    expect(mail?.html.match(/<img/g)).toHaveLength(3);
    const picture = /src="http:\/\/localhost(\/images\/bikes\/[^"]+)"/.exec(mail?.html ?? '')?.[1] ?? '';
    const loaded = await app.request(picture);
    // Mail programs load it from another origin, without cookies.
    expect([loaded.status, loaded.headers.get('Cross-Origin-Resource-Policy')]).toEqual([200, 'cross-origin']);

    await app.db.collection('users').updateOne({ username: ann.name }, { $set: { language: 'ar' } });
    at(friday + 6 * day);
    await like(await join('dora'), own);
    await filing.idle();
    at(friday + 7 * day);
    await app.runJob(job);
    expect(mailsTo(ann)[1]?.html).toContain('<html lang="ar" dir="rtl">');
    expect(mailsTo(ann)[1]?.text).not.toContain('Krampus');
  });

  test('does not come for the winner alone', async () => {
    const won = await publishBike(cleo.browser);
    const week = weeksAfter(weekOf(new Date(friday)), -1);
    const places = [{ rank: 1, bikeId: won, votes: 9 }];
    await app.db.collection('winners').insertOne({ _id: week as never, places, eligible: 9, decidedAt: new Date() });
    await choose(ann, 'On');
    at(friday);
    await app.runJob(job);
    expect(mailServer.received).toEqual([]);
  });

  test('leaves out who is blocked, in both directions, and what is hidden or older than a week', async () => {
    const own = await publishBike(ann.browser);
    const dora = await join('dora');
    for (const one of [ben, cleo]) {
      await comment(one, own);
      await like(one, own);
    }
    await follow(ann, dora);
    const hidden = await publishBike(dora.browser, { model: 'Hidden' });
    const old = await publishBike(dora.browser, { model: 'Aged' });
    await app.db.collection('bikes').updateOne({ _id: hidden as never }, { $set: { status: 'Flagged' } });
    const publishedAt = new Date(friday - 8 * day);
    await app.db.collection('bikes').updateOne({ _id: old as never }, { $set: { publishedAt } });
    await ann.browser.call(blockMember, { params: { userId: ben.id } });
    await cleo.browser.call(blockMember, { params: { userId: ann.id } });
    await choose(ann, 'On');
    at(friday);
    await app.runJob(job);
    expect(mailServer.received).toEqual([]);
  });

  test('is left out if its pass comes two days late', async () => {
    await follow(ann, ben);
    await publishBike(ben.browser);
    await choose(ann, 'On');
    at(friday + 48 * hour + 1);
    await app.runJob(job);
    expect([mailServer.received, await dueOf(ann)]).toEqual([[], '2026-12-11T07:00:00.000Z']);
  });

  test('that the mail server refuses for now is tried again', async () => {
    const refusing = await smtpServer({ refuse: (step) => (step === 'content' ? [450, 'Try later'] : null) });
    const other = await TestApp.open({ MAIL_URL: refusing.url }, { still: true, database: filing.database });
    try {
      await follow(ann, ben);
      await publishBike(ben.browser);
      await choose(ann, 'On');
      at(friday);
      await other.runJob(job);
      expect(await app.db.collection('mails').findOne({ kind: 'weekly' })).toMatchObject({
        state: 'waiting',
        attempts: 1,
      });
      at(friday + 2 * 60_000);
      await app.runJob('mails');
      await app.runJob('mails');
      expect(rawTo(ann)).toHaveLength(1);
      const row = await app.db.collection('mails').findOne({ kind: 'weekly' });
      expect([row?.state, row?.html, row?.list]).toEqual(['sent', undefined, undefined]);
    } finally {
      await other.close();
      await refusing.close();
    }
  });
});

describe("a mail program's request", () => {
  let origin = '';
  let stop = () => {};
  beforeAll(async () => {
    const fetch = (request: Request) => {
      const { pathname, search } = new URL(request.url);
      return app.request(pathname + search, request);
    };
    await new Promise<void>((resolve) => {
      const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
        origin = `http://127.0.0.1:${port}`;
        resolve();
      });
      stop = () => void server.close();
    });
  });
  afterAll(() => stop());

  /** The headers of the mail that a member gets, unfolded. */
  async function headersOf(member: Member): Promise<(name: string) => string> {
    await follow(member, ben);
    await publishBike(ben.browser);
    await choose(member, 'On');
    at(friday);
    await app.runJob(job);
    const head = (rawTo(member)[0] ?? '').split('\r\n\r\n')[0]?.replace(/\r\n[ \t]+/g, ' ') ?? '';
    return (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  }
  const wants = async ({ id }: Member) =>
    (await app.db.collection('preferences').findOne({ _id: id as never }))?.chosen.weeklyMail.value;
  const body = 'List-Unsubscribe=One-Click';
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  test('ends the mail without a log-in, a cookie or an origin, and opening the link does not', async () => {
    const header = await headersOf(ann);
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(header('List-Id')).toBe('<weekly.localhost>');
    expect([header('Precedence'), header('Auto-Submitted')]).toEqual(['bulk', 'auto-generated']);
    const [, link = ''] =
      /^<http:\/\/localhost(\/account\/weekly-mail\?token=[\w.-]+)>$/.exec(header('List-Unsubscribe')) ?? [];
    const url = origin + link;
    for (const method of ['GET', 'HEAD']) await fetch(url, { method });
    expect(await wants(ann)).toBe('On');
    // What is no request of a mail program.
    for (const other of ['', 'List-Unsubscribe=Yes']) {
      expect((await fetch(url, { method: 'POST', headers: form, body: other })).status).toBe(400);
    }
    const broken = await fetch(`${url}x`, { method: 'POST', headers: form, body });
    const others = await fetch(url.replace(ann.id, cleo.id), { method: 'POST', headers: form, body });
    expect([broken.status, others.status, await wants(ann)]).toEqual([404, 404, 'On']);
    for (let i = 0; i < 2; i += 1) {
      const answer = await fetch(url, { method: 'POST', headers: form, body });
      expect([answer.status, answer.redirected, answer.headers.getSetCookie()]).toEqual([204, false, []]);
    }
    expect([await wants(ann), await dueOf(ann)]).toEqual(['Off', undefined]);
  });

  test('may send its form in parts', async () => {
    const header = await headersOf(cleo);
    const link = header('List-Unsubscribe').replace(/^<http:\/\/localhost|>$/g, '');
    const parts = new FormData();
    parts.set('List-Unsubscribe', 'One-Click');
    expect((await fetch(origin + link, { method: 'POST', body: parts })).status).toBe(204);
    expect(await wants(cleo)).toBe('Off');
  });
});

describe('the link', () => {
  const end = (token: string) => new TestBrowser(app).call(endDigest, { body: { token } });
  const resume = (token: string) =>
    new TestBrowser(app).call(resumeDigest, { body: { token, timeZone: 'Europe/Paris' } });

  test('ends the mail and brings it back within a day', async () => {
    await choose(ann, 'On');
    const token = weeklyToken(app, ann.id);
    expect([(await resume(token)).status, await dueOf(ann)]).toEqual([200, '2026-12-04T07:00:00.000Z']);
    await end(token);
    expect(await dueOf(ann)).toBeUndefined();
    expect((await resume(token)).status).toBe(200);
    expect(await rowOf(ann)).toMatchObject({ timeZone: 'Europe/Paris', dueAt: new Date(friday) });
    await end(token);
    at(Date.now() + day + 1);
    expect((await resume(token)).answer.error?.code).toBe('digest.late');
    expect(await dueOf(ann)).toBeUndefined();
  });

  test('brings nothing back that the member has ended in the preferences, or to nobody', async () => {
    await choose(ann, 'On');
    await choose(ann, 'Off', undefined, 1);
    expect((await resume(weeklyToken(app, ann.id))).answer.error?.code).toBe('digest.late');
    const nobody = weeklyToken(app, '01910000-0000-7000-8000-000000000001');
    expect([(await end(nobody)).status, (await resume(nobody)).answer.error?.code]).toEqual([200, 'digest.late']);
    for (const token of ['', 'x', `${ann.id}.`, `${ann.id}.${'A'.repeat(43)}`])
      expect((await end(token)).answer.error?.code).toBe('digest.link');
  });

  test('works as long as its key is in KEYS', async () => {
    const [older, newer] = ['an older secret of the site '.repeat(2), 'a newer secret of the site '.repeat(2)];
    const keysOf = (...secrets: string[]) => new SigningKeys(secrets);
    const { DigestLinks } = await import('#api/features/digest/digest.links.ts');
    const token = new DigestLinks(keysOf(older)).tokenFor(ann.id);
    expect(new DigestLinks(keysOf(newer, older)).memberOf(token)).toBe(ann.id);
    expect(new DigestLinks(keysOf(newer)).memberOf(token)).toBeNull();
  });
});
