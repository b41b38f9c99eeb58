import type { Reply } from '../commands/cursors.ts';
import type { Engine, Request } from '../commands/engine.ts';
import type { Store } from '../store/store.ts';

/**
 * Answers commands that arrived together, as one transaction: one wait for the disk serves them all.
 * Nothing is returned before it is on disk. When the transaction fails, each write is tried again alone.
 */
export function answerTogether(store: Store, engine: Engine, requests: readonly Request[]): Reply[] {
  const replies: Reply[] = [];
  try {
    store.transaction(() => {
      for (const request of requests) replies.push(engine.run(request));
    });
    return replies;
  } catch (error) {
    if (requests.length === 1) return [engine.failure(error)];
    return requests.flatMap((request, i) => {
      // A cursor cannot be read twice.
      const read = engine.writes(request) ? undefined : replies[i];
      return read ? [read] : answerTogether(store, engine, [request]);
    });
  }
}
