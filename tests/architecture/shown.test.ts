import { afterAll, beforeAll, expect, test } from 'vitest';
import { shown } from '#api/modules/shown.ts';
import { TestApp } from '#tests/kit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());

test('every cached route has a rule of what it shows, and every rule has such a route', () => {
  const cached = app.routes.filter(({ handler }) => ['cached', 'shown'].includes(handler.name)).map(({ path }) => path);
  expect(cached.length).toBeGreaterThan(20);
  expect(Object.keys(shown).sort()).toEqual([...new Set(cached)].sort());
});
