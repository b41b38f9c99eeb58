import { randomUUID } from 'node:crypto';
import type { Log } from '../logs.ts';
import type { ResponseCache } from '../response-cache.ts';
import { wayOf } from './cached.ts';
import type { EveryAnswer } from './every-answer.ts';

interface Deps {
  responseCache: ResponseCache;
  everyAnswer: EveryAnswer;
  log: Log;
}

/**
 * Serves a cached response before routing, which costs more than all else. Returns null if the request must take the
 * usual route.
 */
export const serveFromCache =
  ({ responseCache, everyAnswer, log }: Deps) =>
  (asked: Request): Response | null => {
    // With debug logging each request is logged on the usual route.
    if (asked.method !== 'GET' || log.isLevelEnabled('debug')) return null;
    const answer = responseCache.ready(wayOf(asked));
    return answer && everyAnswer.cached(asked, answer, randomUUID());
  };
