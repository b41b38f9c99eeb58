import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from '#tests/kit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());

const reads = new Set(['GET', 'HEAD', 'ALL']);

/** Middlewares and handler of each write route, in order. */
const writeRoutes = () =>
  Object.entries(
    Object.groupBy(
      app.routes.filter(({ method }) => !reads.has(method)),
      ({ method, path }) => `${method} ${path}`,
    ),
  ).map(([route, entries = []]) => ({ route, names: entries.map(({ handler }) => handler.name) }));

test('every write route has a rate limit', () => {
  const routes = writeRoutes();
  expect(routes.length).toBeGreaterThan(50);
  expect(routes.flatMap(({ route, names }) => (names.includes('paced') ? [] : [route]))).toEqual([]);
});

test('a rate-limited write uses no idempotency key', () => {
  const late = writeRoutes().filter(({ names }) => {
    const idempotency = names.findIndex((name) => name.startsWith('once'));
    return idempotency >= 0 && idempotency < names.indexOf('paced');
  });
  expect(late).toEqual([]);
  // Idempotency middlewares are recognised by their names.
  expect(writeRoutes().filter(({ names }) => names.some((name) => name.startsWith('once'))).length).toBeGreaterThan(20);
});
