import type { OutboxRow } from '../rows.ts';
import { bikeAnswers } from './bike-answers.ts';
import type { writes } from './table.ts';

/** What is to be done once the answer is kept, outside of the cache. */
export type AfterNews = (() => Promise<void>) | void;

/**
 * Writes into the cache what the server answered, inside a transaction over it. `data` is null for a deletion of what
 * was gone already.
 */
type Acknowledge = (row: OutboxRow, data: unknown, now: number) => Promise<AfterNews>;

/** The answers to the kinds of one feature; null where nothing of one is kept. */
export type Answers<Kind extends string> = { readonly [kind in Kind]: Acknowledge | null };

// Apart from the table of writes, which every page loads first: only who sends hears an answer.
export const answers: Answers<keyof typeof writes> = {
  ...bikeAnswers,
};
