import type { Reply } from '../commands/cursors.ts';
import type { Engine, Request, Running } from '../commands/engine.ts';
import { beginSlice, shareSlice } from '../query/slice.ts';
import type { Store } from '../store/store.ts';

/** The result of a request: its reply, or work that has to continue. */
export type Outcome = { reply: Reply } | { running: Running };

const outcomeOf = (engine: Engine, running: Running): Outcome => {
  const reply = engine.advance(running);
  return reply ? { reply } : { running };
};

/**
 * Runs commands that arrived together in one transaction, so that one disk sync serves them all.
 * Returns only when the writes are on disk. If the transaction fails, each write is retried alone.
 */
export function answerBatch(store: Store, engine: Engine, requests: readonly Request[]): Outcome[] {
  const outcomes: Outcome[] = [];
  const blocked = new Set<unknown>();
  beginSlice();
  try {
    store.transaction(() => {
      for (const request of requests) {
        const running = engine.start(request);
        // A command waits for an unfinished earlier one of the same client.
        const waits = request.from !== undefined && blocked.has(request.from);
        shareSlice();
        const outcome = waits ? { running } : outcomeOf(engine, running);
        if ('running' in outcome) blocked.add(request.from);
        outcomes.push(outcome);
      }
    });
    return outcomes;
  } catch (error) {
    if (requests.length === 1) return [{ reply: engine.failure(error) }];
    blocked.clear();
    return requests.flatMap((request, i) => {
      // A cursor cannot be read twice.
      const read = engine.writes(request) ? undefined : outcomes[i];
      const waits = request.from !== undefined && blocked.has(request.from);
      const alone = read
        ? [read]
        : waits
          ? [{ running: engine.start(request) }]
          : answerBatch(store, engine, [request]);
      if (alone.some((outcome) => 'running' in outcome)) blocked.add(request.from);
      return alone;
    });
  }
}

/** Continues a command that yielded. A write runs in a transaction of its own, which keeps what was done before. */
export function goOn(store: Store, engine: Engine, running: Running): Outcome {
  beginSlice();
  if (!engine.writes(running.request)) return outcomeOf(engine, running);
  let outcome: Outcome | undefined;
  try {
    store.transaction(() => {
      outcome = outcomeOf(engine, running);
    });
  } catch (error) {
    return { reply: engine.failure(error, 'more') };
  }
  return outcome as unknown as Outcome;
}
