import { afterAll, beforeAll, expect, test } from 'vitest';
import { Harness } from '#tests/kit/harness/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
  await h.fresh();
});
afterAll(() => h?.close());

test('a closed tab ends its transaction and releases its lock, as in a browser', async () => {
  const other = await h.open();
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('vault');
        opening.onsuccess = () => {
          const store = opening.result.transaction('meta', 'readwrite').objectStore('meta');
          const writeForEver = () => {
            store.put({ key: 'seq', value: 1_000 }).onsuccess = writeForEver;
          };
          writeForEver();
          void navigator.locks.request('held', () => {
            resolve();
            return new Promise(() => undefined);
          });
        };
      }),
  );
  await other.close();
  const left = await h.page.evaluate(async () => {
    const seq = await window.headbadge.getMeta('seq');
    const { held } = await navigator.locks.query();
    return { seq, held };
  });
  expect(left).toEqual({ seq: null, held: [] });
});
