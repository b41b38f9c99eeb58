import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { TestApp } from '#tests/kit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());

test('likes and unlikes have an hourly limit for each member', async () => {
  const [{ browser: ana, user }, { browser: ben }] = await Promise.all([app.member('ana'), app.member('ben')]);
  const params = { bikeId: newId() };
  expect((await ana.call(likeBike, { params })).status).toBe(404);
  // As if a thousand calls had been made.
  const counted = await app.db.collection('limits').updateOne({ key: `likes:${user.id}` }, { $set: { points: 1000 } });
  expect(counted.matchedCount).toBe(1);
  for (const call of [likeBike, unlikeBike]) {
    const { status, headers, answer } = await ana.call(call, { params });
    expect([status, answer.error?.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await ben.call(call, { params })).status).toBe(404);
  }
});
