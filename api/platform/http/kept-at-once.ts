import { randomUUID } from 'node:crypto';
import type { Log } from '../logs.ts';
import type { ResponseCache } from '../response-cache.ts';
import type { EveryAnswer } from './every-answer.ts';
import { wayOf } from './kept.ts';

interface Needs {
  kept: ResponseCache;
  everyAnswer: EveryAnswer;
  log: Log;
}

/**
 * Answers with kept bytes what was answered with them before, as its route would: to be routed, and to pass what stands
 * before a handler, costs more than all else. Null for whatever has to go the whole way.
 */
export const keptAtOnce =
  ({ kept, everyAnswer, log }: Needs) =>
  (asked: Request): Response | null => {
    // Whoever reads a line of each request has it written on that way.
    if (asked.method !== 'GET' || log.isLevelEnabled('debug')) return null;
    const answer = kept.ready(wayOf(asked));
    return answer && everyAnswer.kept(asked, answer, randomUUID());
  };
