import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { addComment } from '#contract/comments.ts';
import { apiBase } from '#contract/endpoint.ts';
import { addFavorite, orderBikes, putFolder, shareFolder } from '#contract/favorites.ts';
import { followThing } from '#contract/follows.ts';
import { newId } from '#contract/ids.ts';
import { acceptKeeping, inviteKeeper } from '#contract/keepers.ts';
import { splitLanguage } from '#contract/languages.ts';
import { likeBike } from '#contract/likes.ts';
import { likeList, searchLists } from '#contract/lists.ts';
import { listRegions } from '#contract/places.ts';
import { searchBikes, suggestSearches } from '#contract/search/calls.ts';
import { sitemapPath } from '#contract/sharing.ts';
import { countUpdates, likeUpdate } from '#contract/updates.ts';
import { putPreference } from '#contract/user-preferences.ts';
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
  expect(Object.keys(app.cacheDependencies).sort()).toEqual([...new Set(cached)].sort());
});

/** Values for the parameters of routes: a member's bike with a like and a comment, a follower, and a folder that the member shares. */
async function parameters(): Promise<Record<string, string>> {
  const fan = await app.join('fan');
  const { id: bikeId } = await strangeBike(watched.db, 'Ogre');
  const { id: other } = await strangeBike(watched.db, 'Cross-Check');
  const [folderId, commentId, updateId] = [newId(), newId(), newId()];
  const userId = String((await app.db.collection('users').findOne({ username: 'rider' }))?._id);
  // Likes of this year make it a year to list, after the one in which the bike was published.
  const years = { liked: new Date().getUTCFullYear() };
  const publishedAt = new Date(Date.UTC(years.liked - 1, 5));
  const wheels = { id: updateId, date: '2026-05-01', title: 'Wheels', text: '', photoIds: [], componentChanges: [] };
  const $set = { 'owner.id': userId, publishedAt, history: [wheels] };
  await app.db.collection('bikes').updateOne({ model: 'Ogre' }, { $set });
  // With a cap, joining depends on the number of members.
  await app.db.collection<{ _id: string }>('site').insertOne({ _id: 'joining', maxMembers: 1000 } as never);
  await app.db.collection<{ _id: string }>('profiles').insertOne({ _id: userId });
  await fan.call(likeBike, { params: { bikeId } });
  await fan.call(likeUpdate, { params: { bikeId, updateId } });
  await fan.call(addComment, { params: { bikeId }, body: { id: commentId, text: 'Nice rack.', updateId } });
  await member.call(putFolder, { params: { folderId }, body: { name: 'Best' } });
  await member.call(addFavorite, { params: { folderId, bikeId: other } });
  await member.call(orderBikes, { params: { folderId }, body: { order: [other] } });
  const fanId = String((await app.db.collection('users').findOne({ username: 'fan' }))?._id);
  await fan.call(followThing, { params: { kind: 'member', key: userId }, body: { name: '' } });
  await member.call(followThing, { params: { kind: 'member', key: fanId }, body: { name: '' } });
  const seen = { version: 0, device: newId() };
  await member.call(putPreference, { body: { name: 'units', value: 'Imperial', seen } });
  const { answer } = await member.call(shareFolder, { params: { folderId }, query: { listed: true } });
  const shareId = answer.data?.shareId ?? '';
  await fan.call(likeList, { params: { shareId } });
  await member.call(inviteKeeper, { params: { shareId, userId: fanId } });
  await fan.call(acceptKeeping, { params: { shareId } });
  await app.idle();
  return {
    year: String(years.liked),
    brand: 'surly',
    bikeId,
    commentId,
    userId,
    shareId,
    place: 'ch',
    file: `${userId}.xml`,
  };
}

const queries: Record<string, string> = {
  [apiBase + listRegions.path]: '?country=DE',
  [apiBase + suggestSearches.path]: '?q=o',
  [apiBase + searchBikes.path]: '?keywords=ogre',
  '/feeds/makers.xml': '?brand=surly',
  [apiBase + searchLists.path]: '?keywords=best',
  '/feeds/search.xml': '?keywords=ogre',
};

test('the dependencies of a route are the documents that it reads', async () => {
  const values = await parameters();
  // Makes the sitemap's files from bikes and members, for a day.
  await app.request(sitemapPath());
  const read: Record<string, string[]> = {};
  const named: Record<string, string[]> = {};
  const missed: string[] = [];
  for (const [route, dependencies] of Object.entries(app.cacheDependencies)) {
    const path =
      route.replace(/:(\w+)(?:\{[^/]*\})?/g, (_, name: string) => values[name] ?? '') +
      (queries[splitLanguage(route).path] ?? '');
    // A collection that no route depends on clears the cache.
    await watched.db.collection('novelties').insertOne({});
    const { commands, found } = await watched.during(async () =>
      expect((await app.request(path)).status, path).toBe(200),
    );
    // A bike reads its likes only while one of them is not counted yet.
    const uncounted = route === apiBase + getBike.path ? ['likes'] : [];
    const collections = commands.map((command) => command.split(' ')[1] ?? '').filter((name) => name !== 'limits');
    read[route] = [...new Set([...collections, ...uncounted])].sort();
    named[route] = dependencies.map(({ collection }) => collection).sort();
    // It reads sums of them, which `reactions.api.test.ts` sees change.
    const summed = route === apiBase + countUpdates.path ? ['updateLikes', 'comments'] : [];
    for (const { collection, field = '', param = '' } of dependencies) {
      if (!field || summed.includes(collection) || uncounted.includes(collection)) continue;
      const ids = [...new Set(found.flatMap((one) => (one.collection === collection ? one._id : [])))];
      const rows = app.db.collection<{ _id: string }>(collection);
      const count = await rows.countDocuments({ _id: { $in: ids }, [field]: values[param] });
      if (ids.length === 0 || count < ids.length)
        missed.push(`${route} reads ${ids.length} ${collection}, ${count} by ${field}`);
    }
  }
  expect(read).toEqual(named);
  expect(missed).toEqual([]);
});
