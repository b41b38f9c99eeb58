import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProfileService } from '#api/features/profile/profile.service.ts';
import { ProfileStore } from '#api/features/profile/profile.store.ts';
import { type Id, newId } from '#contract/ids.ts';
import {
  getProfile,
  type Profile,
  profileParts,
  updateDiscipline,
  updateLinks,
  updateLocation,
  updateText,
} from '#contract/profile.ts';
import { type Answered, TestApp, type TestBrowser } from '#tests/kit/app.ts';

const day = 86_400_000;
const [phone, laptop] = [newId(), newId()];

let app: TestApp;
let ana: TestBrowser;
let anaId: Id;
let networks = 0;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
});
beforeEach(async () => {
  await app.db.collection('limits').deleteMany({});
  networks += 1;
  const { browser, user } = await app.member(`ana${networks}`);
  [ana, anaId] = [browser, user.id];
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const seen = (version: number, device: Id = phone) => ({ version, device });
const profile = async (who = ana): Promise<Profile> => {
  const { data } = (await who.call(getProfile)).answer;
  if (!data) throw new Error('There is no profile.');
  return data;
};
const said = ({ status, answer }: Answered<unknown>) => answer.error?.code ?? answer.validation ?? status;
const write = (text: string, version: number, device: Id = phone, key = newId()) =>
  ana.call(updateText, { body: { text, seen: seen(version, device) }, key });
/** A profile as others see it. */
const shown = async (now: Date) => {
  const member = await app.db.collection<{ _id: string; createdAt: Date }>('users').findOne({ _id: anaId });
  const service = new ProfileService({
    profiles: new ProfileStore(app.db),
    memberOf: async () => null,
    places: { countryName: () => 'Switzerland', regionName: () => 'Bern' },
    moveBikes: (_, change) => change(),
    now: () => now,
  });
  return service.shown({ id: anaId, avatar: '', createdAt: member?.createdAt ?? now });
};

test('a new member has an empty profile', async () => {
  expect(await profile()).toEqual({
    ...{ avatarImage: '', bannerImage: '', discipline: '', links: [], text: '' },
    location: { country: '', countryName: '', region: '', regionName: '' },
    versions: { discipline: 0, links: 0, location: 0, text: 0 },
    linksFrom: expect.stringMatching(/^\d{4}-/),
  });
});

test('each section is saved by its own call, and all are read together', async () => {
  const links = [
    { label: 'Blog', url: 'https://ana.example/rides?year=2026' },
    { label: '', url: 'http://club.example' },
  ];
  await ana.call(updateDiscipline, { body: { discipline: 'Gravel', seen: seen(0) } });
  await ana.call(updateLinks, { body: { links, seen: seen(0) } });
  await ana.call(updateLocation, { body: { country: 'CH', region: 'CH-BE', seen: seen(0) } });
  const { answer } = await write('  Steel is real.\nSo is rust.  ', 0);
  const profileData = {
    ...{ discipline: 'Gravel', links, text: 'Steel is real.\nSo is rust.' },
    location: { country: 'CH', countryName: 'Switzerland', region: 'CH-BE', regionName: 'Bern' },
    versions: { discipline: 1, links: 1, location: 1, text: 1 },
  };
  expect(answer.data).toMatchObject(profileData);
  expect(await profile()).toEqual(answer.data);
});

describe('an invalid value gets a sentence at its field:', () => {
  const notListed = ['Choose one from the list.'];
  test.each<[string, Parameters<TestBrowser['call']>[0], Record<string, unknown>, Record<string, string[]>]>([
    ['another discipline', updateDiscipline, { discipline: 'Unicycling' }, { discipline: notListed }],
    ['no discipline', updateDiscipline, {}, { discipline: notListed }],
    ['another country', updateLocation, { country: 'XX', region: '' }, { country: notListed }],
    ['no code', updateLocation, { country: 'Switzerland', region: '' }, { country: notListed }],
    ["another country's region", updateLocation, { country: 'CH', region: 'FR-01' }, { region: notListed }],
    ['a region without its country', updateLocation, { country: '', region: 'CH-BE' }, { region: notListed }],
    ['a region that there is not', updateLocation, { country: 'CH', region: 'CH-XX' }, { region: notListed }],
    ['a long text', updateText, { text: 'x'.repeat(1001) }, { text: ['Keep it under 1,000 characters.'] }],
    [
      'many links',
      updateLinks,
      { links: Array.from({ length: 6 }, () => ({ label: '', url: 'https://a.example' })) },
      { links: ['A profile can have up to 5 links.'] },
    ],
    ['no list', updateLinks, { links: 'x' }, { links: ['Send a list of links.'] }],
    ['no address', updateLinks, { links: [{ label: 'Blog', url: ' ' }] }, { 'links.0.url': ['Enter a web address.'] }],
    [
      'a long label',
      updateLinks,
      { links: [{ label: 'y'.repeat(31), url: 'https://a.example' }] },
      { 'links.0.label': ['Keep the label under 30 characters.'] },
    ],
    [
      'a long address',
      updateLinks,
      { links: [{ label: '', url: `https://a.example/${'y'.repeat(200)}` }] },
      { 'links.0.url': ['Keep the address under 200 characters.'] },
    ],
  ])('%s', async (_, call, body, validation) => {
    expect(said(await ana.call(call, { body: { ...body, seen: seen(0) } }))).toEqual(validation);
    expect((await profile()).versions).toEqual({ discipline: 0, links: 0, location: 0, text: 0 });
  });

  test.each([
    'javascript:alert(1)',
    'ftp://a.example',
    'data:text/html,x',
    'mailto:a@a.example',
    'a.example',
    '//a.example',
    'https://',
    'https://bank.example@evil.example',
    'https://me:pw@a.example',
  ])('the address %s', async (url) => {
    const links = [
      { label: 'Good', url: 'https://good.example' },
      { label: 'Bad', url },
    ];
    expect(said(await ana.call(updateLinks, { body: { links, seen: seen(0) } }))).toEqual({
      'links.1.url': ['Enter an address that begins with https:// or http://.'],
    });
  });
});

describe('a section that was edited elsewhere since is not overwritten:', () => {
  test('the other device is told so, and both keep what they have', async () => {
    expect((await write('By phone.', 0)).status).toBe(200);
    expect(said(await write('By laptop.', 0, laptop))).toBe('profile.changed');
    expect(await profile()).toMatchObject({ text: 'By phone.', versions: { text: 1 } });
    expect((await write('By laptop.', 1, laptop)).answer.data).toMatchObject({ text: 'By laptop.' });
    expect(said(await write('By phone again.', 1))).toBe('profile.changed');
    expect((await write('By phone again.', 2)).answer.data).toMatchObject({ text: 'By phone again.' });
  });

  test('earlier edits of the same device are no conflict', async () => {
    for (const text of ['One.', 'Two.', 'Three.']) expect((await write(text, 0)).status).toBe(200);
    expect(await profile()).toMatchObject({ text: 'Three.', versions: { text: 3 } });
  });

  test('a device that has not seen an edit between its own versions is refused', async () => {
    await write('One.', 0);
    await write('Two.', 1, laptop);
    await write('Three.', 2);
    expect(said(await write('Late.', 0))).toBe('profile.changed');
  });

  test('two equal edits are no conflict', async () => {
    await write('The same.', 0);
    expect((await write('The same.', 0, laptop)).answer.data).toMatchObject({ versions: { text: 1 } });
  });

  test('each section separately', async () => {
    await write('By phone.', 0);
    const { status } = await ana.call(updateDiscipline, { body: { discipline: 'Road', seen: seen(0, laptop) } });
    expect(status).toBe(200);
    expect(await profile()).toMatchObject({ text: 'By phone.', discipline: 'Road' });
  });

  test('one of many concurrent edits is first', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => write(`Number ${i}.`, 0, newId())));
    expect(all.map(said).filter((one) => one === 200)).toHaveLength(1);
    const parts = [
      ana.call(updateDiscipline, { body: { discipline: 'Track', seen: seen(0) } }),
      ana.call(updateLocation, { body: { country: 'FR', region: '', seen: seen(0) } }),
      ana.call(updateLinks, { body: { links: [], seen: seen(0) } }),
    ];
    expect((await Promise.all(parts)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await profile()).versions).toEqual(Object.fromEntries(profileParts.map((part) => [part, 1])));
  });
});

test('an edit with a lost reply is applied once, also when another device edited since', async () => {
  const key = newId();
  const first = await write('By phone.', 0, phone, key);
  await write('By laptop.', 1, laptop);
  expect((await write('By phone.', 0, phone, key)).answer).toEqual(first.answer);
  expect((await profile()).text).toBe('By laptop.');
});

test("a new member's links are public after seven days, and visible to themselves at once", async () => {
  const links = [{ label: 'Shop', url: 'https://shop.example' }];
  await ana.call(updateLinks, { body: { links, seen: seen(0) } });
  const { links: own, linksFrom } = await profile();
  expect(own).toEqual(links);
  const from = Date.parse(linksFrom ?? '');
  expect(Math.abs(from - Date.now() - 7 * day)).toBeLessThan(60_000);
  expect((await shown(new Date(from - 1))).links).toEqual([]);
  expect((await shown(new Date(from))).links).toEqual(links);
  await app.db
    .collection('users')
    .updateOne({ _id: anaId as never }, { $set: { createdAt: new Date(Date.now() - 8 * day) } });
  expect((await profile()).linksFrom).toBeNull();
});

test("others see a member's profile without its versions", async () => {
  await write('Hello.', 0);
  expect(await shown(new Date())).toEqual({
    ...{ avatarImage: '', bannerImage: '', discipline: '', links: [], text: 'Hello.' },
    location: { country: '', countryName: '', region: '', regionName: '' },
  });
});
