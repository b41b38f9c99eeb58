import type { BaseHarness, Closable } from './base-harness.ts';
import { cardNumber } from './bike-card.ts';
import { ana } from './people.ts';

type AnyHarness = BaseHarness<Closable>;

/** Likes or unlikes a bike. Returns `done` or the error message. */
export const like = (h: AnyHarness, bike: number, on = true): Promise<string> =>
  h.evaluate(
    ([card, user, wanted]) =>
      window.headbadge.setLike(card, user, wanted).then(
        () => 'done',
        (error: Error) => error.message,
      ),
    [cardNumber(bike), ana.id, on] as const,
  );

/** Comments on a bike. Returns `done` or the error message. */
export const comment = (h: AnyHarness, text: string): Promise<string> =>
  h.evaluate(
    ([card, user, text]) =>
      window.headbadge.writeComment(card, user, text).then(
        () => 'done',
        (error: Error) => error.message,
      ),
    [cardNumber(1), ana.id, text] as const,
  );

/** Flushes the due mutations and waits for the end. */
export const flushed = (h: AnyHarness): Promise<void> => h.evaluate(() => window.headbadge.flushAndWait());

/** Writes that the server has carried out: method and subject. */
export const sent = (h: AnyHarness): string[] =>
  h.server.applied.map((hit) => `${hit.method} ${hit.path.split('/').at(3) ?? hit.path.split('/')[1]}`);

/** Makes every write to IndexedDB fail as over quota, whatever is evicted; deleting still works. */
export const closeForPuts = (h: AnyHarness): Promise<void> =>
  h.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });

/** Queues two likes, two comments and a bike with two photos while offline. */
export async function fillOutbox(h: AnyHarness): Promise<void> {
  h.server.down = true;
  await like(h, 1);
  await like(h, 2);
  await comment(h, 'First.');
  await comment(h, 'Second.');
  await h.publishBike(2);
  await flushed(h);
  h.server.down = false;
}

/** Writes that `fillOutbox` leads to. */
export const wholeOutbox = [
  'PUT like',
  'PUT like',
  'POST comments',
  'POST comments',
  'PUT photos',
  'PUT photos',
  'PUT bikes',
];

/** Queued mutations that a new tab reads from disk. */
export async function rowsOnDisk(h: AnyHarness): Promise<string[]> {
  const tab = await h.open();
  const rows = await h.rows(tab);
  await tab.close();
  return rows;
}
