import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { listRecentBikes } from '#contract/bikes.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { allCalls } from '#tests/kit/schemas.ts';

let app: TestApp;
let ana: TestBrowser;
let ben: TestBrowser;
let bikeId: Id;
beforeAll(async () => {
  app = await TestApp.open();
  [ana, ben] = await Promise.all([app.join('ana'), app.join('ben')]);
  bikeId = await publishBike(ana);
  await ben.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' } });
});
afterAll(() => app.close());

const viewerStateOf = async (browser: TestBrowser) =>
  (await browser.call(getViewerState, { params: { bikeId } })).answer;

test("a member's likes and favorites are visible to that member alone, and follow each like", async () => {
  expect((await viewerStateOf(ben)).data).toEqual({
    liked: false,
    likedUpdateIds: [],
    favoritedFolderIds: [],
    keptListIds: [],
    flagged: { bike: false, commentIds: [] },
  });
  await ben.call(likeBike, { params: { bikeId } });
  expect((await viewerStateOf(ben)).data).toEqual({
    liked: true,
    likedUpdateIds: [],
    favoritedFolderIds: [],
    keptListIds: [],
    flagged: { bike: false, commentIds: [] },
  });
  expect((await viewerStateOf(ana)).data).toEqual({
    liked: false,
    likedUpdateIds: [],
    favoritedFolderIds: [],
    keptListIds: [],
    flagged: { bike: false, commentIds: [] },
  });
  await ben.call(unlikeBike, { params: { bikeId } });
  expect((await viewerStateOf(ben)).data).toEqual({
    liked: false,
    likedUpdateIds: [],
    favoritedFolderIds: [],
    keptListIds: [],
    flagged: { bike: false, commentIds: [] },
  });
  expect((await viewerStateOf(new TestBrowser(app))).error?.code).toBe('unauthenticated');
});

test('public data is the same for every caller, byte by byte', async () => {
  await ben.call(likeBike, { params: { bikeId } });
  const read = async (path: string, browser: TestBrowser) => {
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await app.request(path, { headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' } });
    return { status: answer.status, cookies: answer.headers.getSetCookie(), text: await answer.text() };
  };
  const calls = (await allCalls()).filter(({ method, path }) => method === 'GET' && !path.startsWith('/auth/'));
  const open: string[] = [];
  for (const call of calls) {
    const path = pathOf(call, { bikeId } as never);
    const stranger = await read(path, new TestBrowser(app));
    if (stranger.status !== 200) continue;
    open.push(call.path);
    expect(stranger.cookies, path).toEqual([]);
    for (const browser of [ana, ben]) expect(await read(path, browser), path).toEqual(stranger);
  }
  expect(open).toEqual(expect.arrayContaining([getBike.path, listComments.path, listRecentBikes.path]));
});
