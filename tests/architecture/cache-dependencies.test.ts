import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheDependencies } from '#api/modules/cache-dependencies.ts';
import { addComment } from '#contract/comments.ts';
import { apiBase } from '#contract/endpoint.ts';
import { addFavorite, putFolder, shareFolder } from '#contract/favorites.ts';
import { newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { listRegions } from '#contract/places.ts';
import { searchBikes, suggestSearches } from '#contract/search/calls.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

let app: TestApp;
let watched: WatchedDatabase;
let member: TestBrowser;
beforeAll(async () => {
  app = await TestApp.open(
    {},
    {
      still: true,
      through: (database) => {
        watched = new WatchedDatabase(database);
        return watched.db;
      },
    },
  );
  member = await app.join('rider');
});
afterAll(async () => {
  await app.close();
  await watched.close();
});

test('every cached route has its dependencies, and no other route has', () => {
  const isCached = (name: string) => name === 'cached' || name === 'withDependencies';
  const cached = app.routes.filter(({ handler }) => isCached(handler.name)).map(({ path }) => path);
  expect(cached.length).toBeGreaterThan(20);
  expect(Object.keys(cacheDependencies).sort()).toEqual([...new Set(cached)].sort());
});

/** Values for the parameters of routes: a bike with a like, a comment and a favorite in a shared folder. */
async function parameters(): Promise<Record<string, string>> {
  const { id: bikeId } = await strangeBike(watched.db, 'Ogre');
  const [folderId, commentId] = [newId(), newId()];
  const userId = String((await app.db.collection('users').findOne({ username: 'rider' }))?._id);
  await member.call(likeBike, { params: { bikeId } });
  await member.call(addComment, { params: { bikeId }, body: { id: commentId, text: 'Nice rack.' } });
  await member.call(putFolder, { params: { folderId }, body: { name: 'Best' } });
  await member.call(addFavorite, { params: { folderId, bikeId } });
  const { answer } = await member.call(shareFolder, { params: { folderId } });
  const bike = await app.db.collection('bikes').findOne({});
  return { bikeId, commentId, userId, shareId: answer.data?.shareId ?? '', file: `${bike?.owner.id}.xml` };
}

const queries: Record<string, string> = {
  [apiBase + listRegions.path]: '?country=DE',
  [apiBase + suggestSearches.path]: '?q=o',
  [apiBase + searchBikes.path]: '?keywords=ogre',
  '/feeds/search.xml': '?keywords=ogre',
};

test('the dependencies of a route are the collections that it reads', async () => {
  const values = await parameters();
  const read: Record<string, string[]> = {};
  const named: Record<string, string[]> = {};
  for (const [route, dependencies] of Object.entries(cacheDependencies)) {
    const path = route.replace(/:(\w+)(?:\{.*\})?/, (_, name: string) => values[name] ?? '') + (queries[route] ?? '');
    // A collection that no route depends on clears the cache.
    await watched.db.collection('novelties').insertOne({});
    const { commands } = await watched.during(async () => expect((await app.request(path)).status, path).toBe(200));
    const collections = commands.map((command) => command.split(' ')[1] ?? '').filter((name) => name !== 'limits');
    read[route] = [...new Set(collections)].sort();
    named[route] = dependencies.map(({ collection }) => collection).sort();
  }
  expect(read).toEqual(named);
});
