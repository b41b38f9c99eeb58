import type { BaseHarness, Closable } from './base-harness.ts';
import { cardNumber } from './bike-card.ts';
import { ana } from './people.ts';

type AnyHarness = BaseHarness<Closable>;

/** Likes a bike, or takes the like back. Returns `done` or why not. */
export const like = (h: AnyHarness, bike: number, on = true): Promise<string> =>
  h.evaluate(
    ([card, user, wanted]) =>
      window.headbadge.setLike(card, user, wanted).then(
        () => 'done',
        (error: Error) => error.message,
      ),
    [cardNumber(bike), ana.id, on] as const,
  );

/** Comments on a bike. Returns `done` or why not. */
export const comment = (h: AnyHarness, text: string): Promise<string> =>
  h.evaluate(
    ([card, user, words]) =>
      window.headbadge.addComment(card, user, words).then(
        () => 'done',
        (error: Error) => error.message,
      ),
    [cardNumber(1), ana.id, text] as const,
  );

/** Sends what is due and waits until that has ended. */
export const drained = (h: AnyHarness): Promise<void> => h.evaluate(() => window.headbadge.kickAndWait());

/** The writes that the site has carried out: their methods and subjects. */
export const sent = (h: AnyHarness): string[] =>
  h.server.applied.map((hit) => `${hit.method} ${hit.path.split('/').at(3) ?? hit.path.split('/')[1]}`);

/** Lets nothing be written to the databases any more, whatever is given up for it; deleting works. */
export const closeForPuts = (h: AnyHarness): Promise<void> =>
  h.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });

/** Writes two likes, two comments and a bike with two photos without signal. */
export async function fillOutbox(h: AnyHarness): Promise<void> {
  h.server.down = true;
  await like(h, 1);
  await like(h, 2);
  await comment(h, 'First.');
  await comment(h, 'Second.');
  await h.publishBike(2);
  await drained(h);
  h.server.down = false;
}

/** The writes that `fillOutbox` leads to. */
export const wholeOutbox = [
  'PUT like',
  'PUT like',
  'POST comments',
  'POST comments',
  'PUT photos',
  'PUT photos',
  'PUT bikes',
];

/** The rows that a new tab finds in the outbox. */
export async function rowsOnDisk(h: AnyHarness): Promise<string[]> {
  const tab = await h.open();
  const rows = await h.rows(tab);
  await tab.close();
  return rows;
}
