import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { TestApp } from '#tests/kit/app.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  for (const model of ['Cross-Check', 'Ogre', 'Ogre Deluxe']) await strangeBike(app.db, model);
});
afterAll(() => app.close());

const queries = [
  {},
  { keywords: 'ogre' },
  { keywords: 'ogre straggler' },
  { keywords: 'nothing' },
  { category: 'Gravel' },
];

/** The uncached replies to each search. */
async function answers(): Promise<string[]> {
  const texts: string[] = [];
  for (const query of queries) {
    await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: 'nobody' }, { $set: { unseen: 1 } });
    texts.push(await (await app.request(pathOf(searchBikes, {}, query as never))).text());
  }
  return texts;
}

test('a reply has the same bytes whether the bikes are in memory or not', async () => {
  const before = await answers();
  await app.runJob('bikes in memory');
  expect(await answers()).toEqual(before);
});
