import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { webManifest } from '#api/build/web-manifest.ts';
import { forgotPassword, login } from '#contract/accounts.ts';
import { signout } from '#contract/auth.ts';
import { listRecentBikes } from '#contract/bikes.ts';
import { actingUserHeader } from '#contract/envelope.ts';
import { newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { proveIdentity, sendProofCode } from '#contract/proof.ts';
import { recentFeed } from '#contract/sharing.ts';
import {
  changeMaintenance,
  changeSite,
  endAnnouncement,
  getSiteRules,
  getSiteSetup,
  publishAnnouncement,
} from '#contract/site.ts';
import { markIcon, markPicture } from '#contract/site-icon.ts';
import { getSiteServices } from '#contract/site-services.ts';
import { classifyResponse } from '#src/outbox/classify-response.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { newestCode } from '#tests/kit/mails.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

let database: TestDatabase;
/** Two processes of one site. */
let app: TestApp;
let other: TestApp;
let operator: TestBrowser;
let member: TestBrowser;
const visitor = () => new TestBrowser(app);
beforeAll(async () => {
  database = await TestDatabase.open();
  const page = database.folder;
  await writeFile(join(page, 'manifest.webmanifest'), JSON.stringify(webManifest()));
  await copyFile(join(import.meta.dirname, '../../../public/favicon.svg'), join(page, 'favicon.svg'));
  app = await TestApp.open({}, { database, still: true, page });
  other = await TestApp.open({}, { database, still: true, page });
  operator = await app.join('otto');
  member = await app.join('rider');
  await giveRole(app.db, 'otto');
});
afterEach(async () => {
  await operator.call(changeMaintenance, { body: { on: false } });
  await operator.call(changeSite, { body: { name: null, color: null, sender: null, rules: null } });
});
afterAll(async () => {
  await app.close();
  await other.close();
  await database.close();
});

const shownBy = async (browser: TestBrowser) => {
  const { answer } = await browser.call(getSiteServices);
  if (!answer.successful) throw new Error('The site tells nothing of itself.');
  return answer.data;
};
/** The other process's work of every two seconds. */
const look = () => other.runJob('settings of the site');

describe('an announcement', () => {
  test('is shown at once, replaced by the next one, and ended; also where answers were cached', async () => {
    const [first, second] = [newId(), newId()];
    expect((await shownBy(visitor())).announcement).toBeNull();
    expect((await shownBy(new TestBrowser(other))).announcement).toBeNull();
    const one = { id: first, text: 'We move\non Monday.', link: '/faq' };
    expect((await operator.call(publishAnnouncement, { body: one })).answer.data?.announcement).toMatchObject({
      id: first,
      by: 'otto',
    });
    const shown = { id: first, text: 'We move on Monday.', link: '/faq' };
    expect((await shownBy(visitor())).announcement).toEqual(shown);
    await look();
    expect((await shownBy(new TestBrowser(other))).announcement).toEqual(shown);

    await operator.call(publishAnnouncement, { body: { id: second, text: 'We have moved.' } });
    expect((await shownBy(visitor())).announcement).toEqual({ id: second, text: 'We have moved.', link: null });
    // Another operator still sees the first one.
    await operator.call(endAnnouncement, { params: { announcementId: first } });
    expect((await shownBy(visitor())).announcement?.id).toBe(second);
    await operator.call(endAnnouncement, { params: { announcementId: second } });
    expect((await shownBy(visitor())).announcement).toBeNull();
  });

  test.each([
    ['text', { text: '  ' }],
    ['text', { text: 'x'.repeat(201) }],
    ['link', { text: 'Look.', link: 'javascript:alert(1)' }],
    ['link', { text: 'Look.', link: '//elsewhere.example' }],
    ['link', { text: 'Look.', link: '/\\elsewhere.example' }],
    ['link', { text: 'Look.', link: 'https://' }],
  ])('with a wrong %s is refused', async (field, body) => {
    const { status, answer } = await operator.call(publishAnnouncement, { body: { id: newId(), ...body } });
    expect([status, Object.keys(answer.validation ?? {})]).toEqual([422, [field]]);
  });
});

describe('maintenance', () => {
  const begin = () => operator.call(changeMaintenance, { body: { on: true, text: 'Back at noon.' } });

  test('refuses every write with 503, Retry-After and its sentence, so that an outbox keeps it; then it arrives once', async () => {
    const { id: bikeId } = await strangeBike(app.db, 'Ogre');
    await begin();
    const key = newId();
    const refused = await member.call(likeBike, { params: { bikeId }, key });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect(refused.answer.error).toEqual({ code: 'maintenance', remedy: 'none', message: 'Back at noon.' });
    const answer = { kind: 'answer', status: 503, data: null, validation: null, retryAfter: 30_000 } as const;
    // A build that does not know the code does the same.
    for (const code of ['maintenance', 'unknown to this build'])
      expect(
        classifyResponse({ method: 'PUT', attempts: 50 }, { ...answer, error: { code, message: '' } }),
      ).toMatchObject({
        act: 'retry',
        retryAfter: 30_000,
      });
    const body = { email: 'rider@example.org' };
    expect((await visitor().call(forgotPassword, { body })).answer.error?.code).toBe('maintenance');
    const { message } = (await member.sendPhoto(Buffer.from('no photo'))).answer.error ?? {};
    expect(message).toBe('Back at noon.');

    await operator.call(changeMaintenance, { body: { on: false } });
    expect((await member.call(likeBike, { params: { bikeId }, key })).status).toBe(200);
    expect(await app.db.collection('likes').countDocuments({ bikeId })).toBe(1);
  });

  test('lets everybody read, and says why; sessions go on, and an operator can log in and end it', async () => {
    await begin();
    expect((await shownBy(visitor())).maintenance).toBe('Back at noon.');
    expect((await visitor().call(listRecentBikes)).status).toBe(200);
    const late = visitor();
    const identifier = 'otto';
    expect((await late.call(login, { body: { identifier, password: goodPassword } })).status).toBe(200);
    expect((await late.call(changeMaintenance, { body: { on: false } })).answer.error?.code).toBe('proof.needed');
    expect((await late.call(sendProofCode)).status).toBe(200);
    const code = await newestCode(app.database.folder, 'otto@example.org');
    expect((await late.call(proveIdentity, { body: { way: 'code', code } })).status).toBe(200);
    expect((await late.call(changeMaintenance, { body: { on: false } })).status).toBe(200);
    expect((await shownBy(visitor())).maintenance).toBeNull();
    await begin();
    expect((await late.call(signout)).status).toBe(200);
  });

  test('holds in another process within its next look, and jobs that write wait', async () => {
    const { id: bikeId } = await strangeBike(app.db, 'Cross-Check');
    const there = member.with(other);
    await begin();
    await look();
    expect((await there.call(likeBike, { params: { bikeId } })).answer.error?.code).toBe('maintenance');
    // A mail is due.
    const mail = { _id: 'a' as never, state: 'waiting', nextAt: new Date(0), attempts: 0, to: 'a@example.org' };
    await app.db.collection('mails').insertOne(mail);
    await other.runJob('mails');
    expect(await app.db.collection('mails').findOne({ _id: 'a' as never })).toMatchObject({
      state: 'waiting',
      attempts: 0,
    });
    await app.db.collection('mails').deleteOne({ _id: 'a' as never });
    await operator.call(changeMaintenance, { body: { on: false } });
    await look();
    expect((await there.call(likeBike, { params: { bikeId } })).status).toBe(200);
  });

  test('is asked for by an operator only, also while it holds', async () => {
    await begin();
    const call = changeMaintenance;
    expect((await member.call(call, { body: { on: false } })).status).toBe(404);
    expect((await visitor().call(call, { body: { on: false } })).status).toBe(401);
    const headers = { [actingUserHeader]: newId() };
    expect((await operator.call(call, { body: { on: false }, headers })).status).toBe(409);
    expect((await shownBy(visitor())).maintenance).toBe('Back at noon.');
  });
});

describe('the settings of the site', () => {
  test('change what was asked for and keep the rest; null is the default again', async () => {
    await operator.call(changeSite, { body: { name: 'Bicycle Club', sender: 'club@bikes.example' } });
    const { answer } = await operator.call(changeSite, { body: { rules: 'Be kind.' } });
    expect(answer.data?.settings).toEqual({
      name: 'Bicycle Club',
      color: null,
      sender: 'club@bikes.example',
      rules: 'Be kind.',
    });
    await operator.call(changeSite, { body: { name: null } });
    expect((await operator.call(getSiteSetup)).answer.data).toMatchObject({
      settings: { name: null, sender: 'club@bikes.example' },
      defaults: { name: 'Headbadge', color: '#fbcb19', sender: 'no-reply@localhost' },
    });
  });

  test('name and sender are in mails, and the name is in feeds, which were cached', async () => {
    const feed = async () => (await app.request(recentFeed())).text();
    expect(await feed()).toContain('<title>Headbadge</title>');
    await operator.call(changeSite, { body: { name: 'Bikes & <Co>', color: '#7ad0ff', sender: 'club@bikes.example' } });
    expect(await feed()).toContain('<title>Bikes &amp; &lt;Co&gt;</title>');
    await visitor().call(forgotPassword, { body: { email: 'rider@example.org' } });
    const mail = (await app.mails()).at(-1) ?? '';
    expect(mail).toMatch(/^From: "?Bikes & <Co>"? <club@bikes\.example>/m);
    expect(mail).toContain('Subject: Choose a new Bikes & <Co> password');
    expect(mail).toContain('>Bikes &amp; &lt;Co&gt;</td>');
    expect(mail).toContain('background:#7ad0ff');
    expect(mail).not.toContain('Headbadge');
  });

  test('the rules are public, and cached until they change', async () => {
    const text = async () => (await visitor().call(getSiteRules)).answer.data?.text;
    expect(await text()).toBeNull();
    await operator.call(changeSite, { body: { rules: 'Be kind.\n\n- No cars' } });
    expect(await text()).toBe('Be kind.\n\n- No cars');
  });

  test('a color that is too dark for its letters is refused with one that is not', async () => {
    const { answer, status } = await operator.call(changeSite, { body: { color: '#123456' } });
    expect(status).toBe(422);
    const [sentence = ''] = answer.validation?.color ?? [];
    const [lighter] = /#[\da-f]{6}/.exec(sentence) ?? [];
    expect(sentence).toBe(`This is too dark to read the letters on it. Use ${lighter} or lighter.`);
    expect((await operator.call(changeSite, { body: { color: lighter ?? '' } })).status).toBe(200);
    for (const color of ['red', '#fff', '#12345g', 'url(x)']) {
      expect((await operator.call(changeSite, { body: { color } })).status).toBe(422);
    }
  });

  test('manifest and icons follow name and color, and nobody has other icons drawn', async () => {
    const manifest = async () =>
      (await app.request('/manifest.webmanifest')).json() as Promise<Record<string, unknown>>;
    expect(await manifest()).toMatchObject({ name: 'Headbadge', theme_color: '#f8f9f9' });
    await operator.call(changeSite, { body: { name: 'Bicycle Club', color: '#7ad0ff' } });
    const own = await manifest();
    expect(own).toMatchObject({
      name: 'Bicycle Club',
      short_name: 'Bicycle Club',
      theme_color: '#7ad0ff',
      start_url: '/',
    });
    for (const { src, sizes } of own.icons as { src: string; sizes: string }[]) {
      const answer = await app.request(src);
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const badge = await app.request(markPicture('#7ad0ff'));
    expect(await badge.text()).toContain('fill="#7ad0ff"');
    for (const path of [markPicture('#ffffff'), markIcon('#ffffff', 192, false), markIcon('#7ad0ff', 193, false)])
      expect((await app.request(path)).status, path).toBe(404);
  });
});
