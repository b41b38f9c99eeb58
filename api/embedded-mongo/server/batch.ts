import type { Reply } from '../commands/cursors.ts';
import type { Engine, Request, Running } from '../commands/engine.ts';
import { beginSlice, shareSlice } from '../query/slice.ts';
import type { Store } from '../store/store.ts';

/** What became of a request: it has its reply, or it has to go on later. */
export type Outcome = { reply: Reply } | { running: Running };

const outcomeOf = (engine: Engine, running: Running): Outcome => {
  const reply = engine.advance(running);
  return reply ? { reply } : { running };
};

/**
 * Answers commands that arrived together, as one transaction: one wait for the disk serves them all.
 * Nothing is returned before it is on disk. When the transaction fails, each write is tried again alone.
 */
export function answerTogether(store: Store, engine: Engine, requests: readonly Request[]): Outcome[] {
  const outcomes: Outcome[] = [];
  const held = new Set<unknown>();
  beginSlice();
  try {
    store.transaction(() => {
      for (const request of requests) {
        const running = engine.start(request);
        // What a client sent after a command that gave way waits for that.
        const waits = request.from !== undefined && held.has(request.from);
        shareSlice();
        const outcome = waits ? { running } : outcomeOf(engine, running);
        if ('running' in outcome) held.add(request.from);
        outcomes.push(outcome);
      }
    });
    return outcomes;
  } catch (error) {
    if (requests.length === 1) return [{ reply: engine.failure(error) }];
    held.clear();
    return requests.flatMap((request, i) => {
      // A cursor cannot be read twice.
      const read = engine.writes(request) ? undefined : outcomes[i];
      const waits = request.from !== undefined && held.has(request.from);
      const alone = read
        ? [read]
        : waits
          ? [{ running: engine.start(request) }]
          : answerTogether(store, engine, [request]);
      if (alone.some((outcome) => 'running' in outcome)) held.add(request.from);
      return alone;
    });
  }
}

/** Goes on with a command that gave way: a write in a transaction of its own, which keeps what was done before. */
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
