import { refreshSession, sessionMark, tellSessionNews } from '#src/ground/refresh.ts';
import { type DrainResult, drain } from './drain.ts';
import { outboxStatus } from './outbox-status.ts';
import { settleSignOut } from './owed-sign-out.ts';
import { probe } from './reach.ts';
import { keepReserve } from './regain.ts';
import { sendRow } from './send.ts';
import { recall } from './vault.ts';

/** The name under which the browser wakes the worker. */
export const syncTag = 'outbox';

/**
 * Tells the site of a sign-out that it owes it, then sends what is due of the account that this device last knew. Page
 * and worker call this.
 * @returns what came of it; null when nobody is logged in on this device and the site knows
 */
export async function runOutbox(how: { wait: boolean; eager: boolean }): Promise<DrainResult | null> {
  const settled = await settleSignOut();
  const user = await recall('authUser');
  if (!user && !settled) return { outcome: 'no-signal', sent: 0, nextAt: null };
  if (!user) return null;
  outboxStatus.set('sending');
  const tools = {
    send: sendRow,
    probe,
    mark: sessionMark,
    refresh: refreshSession,
    now: Date.now,
    random: Math.random,
  };
  try {
    const result = await drain({ userId: user.id, ...tools, ...how });
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
