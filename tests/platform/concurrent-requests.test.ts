import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureBuilt } from '#api/cli/build.ts';
import { randomFrom } from '#api/embedded-mongo/tests/random.ts';
import { getAuthUser } from '#contract/auth.ts';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { listOwnBikes, listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { listComments } from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { getSiteFigures } from '#contract/figures.ts';
import { newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { bikePage, homePage, loginPage, searchPage, signupPage } from '#contract/pages.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

const requests = 1_000;
const atOnce = 24;
/** MIXED_SEED repeats the order of an earlier run. */
const seed = Number(process.env.MIXED_SEED ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

type Visitor = { name: string; cookie: string };
const strangers: Visitor[] = [
  { name: 'a stranger', cookie: '' },
  { name: 'a stranger with a forged session', cookie: 'access=x.y.z; session=a.1.b' },
  { name: 'a stranger with nonsense', cookie: '=; ;;auth-chec=1; %00=%' },
];
/** A visitor with cookies of a session that does not exist. */
const pretender: Visitor = { name: 'a pretender', cookie: 'auth-check=2099-01-01T00:00:00.000Z' };
const names = ['quentin', 'rosalind'];
/** A draft's model, which only its owner sees. */
const draftOf = (name: string) => `Secret of ${name}`;

let app: TestApp;
let members: Visitor[];
let pages: string[];
let lists: string[];
let personal: string[];

const cookieOf = (browser: TestBrowser) => [...browser.cookies].map((pair) => pair.join('=')).join('; ');
/** A new network for each request, as one network may have only some pages rendered. */
const headersOf = ({ cookie }: Visitor) => {
  const place = Array.from({ length: 4 }, () => 1 + Math.floor(random() * 220)).join('.');
  return { 'x-forwarded-for': place, ...(cookie && { cookie }) };
};
const bodyOf = async (visitor: Visitor, path: string) =>
  (await app.request(path, { headers: headersOf(visitor) })).text();

beforeAll(async () => {
  await ensureBuilt();
  app = await TestApp.open({ TRUSTED_PROXIES: '127.0.0.1' }, { page: join(import.meta.dirname, '../../dist') });
  const bikes = [await strangeBike(app.db, 'Cross-Check'), await strangeBike(app.db, 'Ogre')];
  members = [];
  for (const name of names) {
    const { browser } = await app.member(name);
    for (const { id: bikeId } of bikes) await browser.call(likeBike, { params: { bikeId } });
    const [photo, bikeId] = [newId(), newId()];
    await browser.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
    const put = await browser.call(putBike, { params: { bikeId }, body: bikeWith([photo], { model: draftOf(name) }) });
    expect(put.status).toBe(200);
    await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { status: 'Draft' } });
    members.push({ name, cookie: cookieOf(browser) });
  }
  // The likes are counted, and all searches use the same index.
  await app.idle();
  await app.runJob('bikes in memory');
  const ids = bikes.map(({ id }) => id);
  pages = [
    ...[homePage(), searchPage(), searchPage({ keywords: 'ogre' }), loginPage(), signupPage(), '/nowhere'],
    ...bikes.map(({ id, slug }) => bikePage(id, slug)),
  ];
  lists = [
    ...[
      pathOf(listRecentBikes, {}),
      pathOf(listPopularBikes, {}, { limit: 1 }),
      pathOf(searchBikes, {}, { keywords: 'ogre' }),
    ],
    ...ids.flatMap((bikeId) => [pathOf(getBike, { bikeId }), pathOf(listComments, { bikeId })]),
    pathOf(getBike, { bikeId: newId() }),
  ];
  personal = [
    pathOf(listOwnBikes, {}),
    pathOf(getAuthUser, {}),
    ...ids.map((bikeId) => pathOf(getViewerState, { bikeId })),
  ];
});
afterAll(() => app.close());

/** The client-rendered page, which members get, and strangers whose page takes too long on a busy machine. */
const isClientRendered = (body: string) => body.includes('<div id="root"></div>');

/** A stranger's server-rendered page, however long it takes. */
async function renderedPageOf(visitor: Visitor, path: string): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const body = await bodyOf(visitor, path);
    if (!isClientRendered(body)) return body;
  }
  throw new Error(`${path} is not server-rendered.`);
}

/** The expected reply for each visitor and URL: the one without concurrent requests. */
async function expected(): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const visitor of [...strangers, pretender, ...members])
    for (const path of [...pages, ...lists, ...personal]) {
      // Nothing of it is cached for the next request.
      await forgetAll();
      const isRendered = strangers.includes(visitor) && pages.includes(path);
      bodies.set(`${visitor.name} ${path}`, await (isRendered ? renderedPageOf : bodyOf)(visitor, path));
    }
  return bodies;
}

/** A write without visible effect, which invalidates all caches; replies must be the same as before. */
const forgetAll = () => app.db.collection('bikes').updateMany({ _id: 'nobody' as never }, { $set: { unseen: 1 } });

/** The same resource, under a URL with extra parameters. */
const disguised = (path: string) =>
  random() < 0.3 ? `${path}${path.includes('?') ? '&' : '?'}utm_source=${Math.floor(random() * 1000)}` : path;

test(`${requests} mixed requests of members and strangers each get their own reply (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  process.stdout.write(`mixed requests: MIXED_SEED=${seed}\n`);
  // Home shows a random bike: here always the same one.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  // The site's figures are counted again up to three seconds after a write.
  const figures = () => bodyOf(pretender, pathOf(getSiteFigures, {}));
  await expect.poll(figures).toContain('"bikes":2');
  const bodies = await expected();
  const [stranger] = strangers as [Visitor];
  for (const path of [...pages, ...lists]) {
    const body = bodies.get(`${stranger.name} ${path}`) ?? '';
    for (const name of names) expect(new RegExp(name, 'i').test(body), path).toBe(false);
    for (const other of strangers) expect(bodies.get(`${other.name} ${path}`) === body, path).toBe(true);
    for (const member of [pretender, ...members]) {
      const theirs = bodies.get(`${member.name} ${path}`) ?? '';
      expect(pages.includes(path) ? isClientRendered(theirs) : theirs === body, path).toBe(true);
    }
  }
  for (const [n, { name }] of members.entries()) {
    const [own, who, ...viewerStates] = personal.map((path) => bodies.get(`${name} ${path}`) ?? '');
    expect(own).toContain(draftOf(name));
    expect(own).not.toContain(draftOf(names[1 - n] ?? ''));
    expect(who).toContain(name);
    for (const state of viewerStates) expect(state).toContain('"liked":true');
  }

  const shell = bodies.get(`${pretender.name} ${homePage()}`);
  let left = requests;
  const wrong: string[] = [];
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      if (random() < 0.05) await forgetAll();
      const visitor = oneOf([...strangers, pretender, ...members, ...members]);
      const path = oneOf([...pages, ...lists, ...personal]);
      const body = await bodyOf(visitor, disguised(path));
      const isLate = pages.includes(path) && body === shell;
      if (body !== bodies.get(`${visitor.name} ${path}`) && !isLate)
        wrong.push(`${visitor.name} ${path}\n${body.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  expect(wrong).toEqual([]);

  // Rendered again after all of them, the renderer contains no member's data.
  await forgetAll();
  for (const path of [...pages, ...lists])
    expect(
      (await (pages.includes(path) ? renderedPageOf : bodyOf)(stranger, path)) ===
        bodies.get(`${stranger.name} ${path}`),
      path,
    ).toBe(true);
});
