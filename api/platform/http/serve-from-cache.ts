import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { Log } from '../logs.ts';
import type { ResponseCache } from '../response-cache.ts';
import { isObserved } from '../telemetry/work.ts';
import { wayOf } from './cached.ts';
import type { EveryAnswer } from './every-answer.ts';
import { observeCached } from './observe-requests.ts';

interface Deps {
  responseCache: ResponseCache;
  everyAnswer: EveryAnswer;
  /** The proxies whose trace context is believed. */
  trusted: BlockList;
  log: Log;
}

/**
 * Serves a cached response before routing, which costs more than all else. Returns null if the request must take the
 * usual route.
 */
export const serveFromCache =
  ({ responseCache, everyAnswer, trusted, log }: Deps) =>
  (asked: Request, env?: unknown): Response | Promise<Response> | null => {
    // With debug logging each request is logged on the usual route.
    if (asked.method !== 'GET' || log.isLevelEnabled('debug')) return null;
    const answer = responseCache.ready(wayOf(asked));
    if (!answer) return null;
    const respond = () => everyAnswer.cached(asked, answer, randomUUID());
    return isObserved() ? observeCached(asked, { env, trusted, answer }, respond) : respond();
  };
