import { type SyncTools, syncStep } from '#src/drafts/draft-sync.ts';
import { refreshSession, sessionMark, tellSessionNews } from '#src/lib/refresh.ts';
import { keepReserve } from '#src/storage/retry-persist.ts';
import { getMeta } from '#src/storage/user-db.ts';
import { type FlushDeps, type FlushResult, flushOutbox } from './flush-outbox.ts';
import { outboxStatus } from './outbox-status.ts';
import { settleSignOut } from './owed-sign-out.ts';
import { probe } from './reach.ts';
import { sendJson, sendRow } from './send.ts';

/** The name under which the browser wakes the worker. */
export const syncTag = 'outbox';

/** Sends what is due, then the drafts piece by piece; whatever is written meanwhile goes before the next piece. */
async function drainAndSync(tools: FlushDeps & SyncTools): Promise<FlushResult> {
  for (let sent = 0; ; ) {
    const result = await flushOutbox(tools);
    sent += result.sent;
    if (result.outcome !== 'idle') return { ...result, sent };
    const step = await syncStep(tools);
    if (step === 'nothing') return { ...result, sent };
    if (step !== 'more') return { ...result, sent, nextAt: Math.min(result.nextAt ?? step.nextAt, step.nextAt) };
  }
}

/**
 * Tells the site of a sign-out that it owes it, then sends what is due of the account that this device last knew. Page
 * and worker call this.
 * @returns what came of it; null when nobody is logged in on this device and the site knows
 */
export async function runFlush(how: { wait: boolean; eager: boolean }): Promise<FlushResult | null> {
  const settled = await settleSignOut();
  const user = await getMeta('authUser');
  if (!user && !settled) return { outcome: 'no-signal', sent: 0, nextAt: null };
  if (!user) return null;
  outboxStatus.set('sending');
  const tools = {
    send: sendRow,
    put: sendJson,
    probe,
    mark: sessionMark,
    refresh: refreshSession,
    now: Date.now,
    random: Math.random,
  };
  try {
    const result = await drainAndSync({ userId: user.id, ...tools, ...how });
    if (result.outcome === 'wrong-user') tellSessionNews('other-member');
    outboxStatus.set(result.outcome === 'busy' ? 'sending' : result.outcome);
    // What was sent may have left room.
    await keepReserve();
    return result;
  } catch (error) {
    outboxStatus.set('idle');
    throw error;
  }
}
