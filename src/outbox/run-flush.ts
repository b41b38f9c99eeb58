import { getDefaultStore } from 'jotai/vanilla';
import { emitSessionNews, refreshSession, sessionMark } from '#src/lib/refresh.ts';
import { keepReserve } from '#src/storage/retry-persist.ts';
import { getMeta } from '#src/storage/user-db.ts';
import { backgroundWork, type WorkDeps, type WorkStep } from './background-work.ts';
import type { FlushDeps, FlushResult } from './flush-outbox.ts';
import { outboxStatusAtom } from './outbox-status.ts';
import { sendPendingSignOut } from './pending-sign-out.ts';
import { probe } from './reach.ts';

const store = getDefaultStore();

/** Tag of the background sync. */
export const syncTag = 'outbox';

/** The next piece of the background work; nothing while its code cannot be loaded. */
const stepOf = (deps: WorkDeps): Promise<WorkStep> =>
  backgroundWork().then(
    (work) => work.step(deps),
    () => 'nothing',
  );

/** Loads the code that sends mutations: visitors have none. */
const loadSending = () => Promise.all([import('./flush-outbox.ts'), import('./send.ts')]);

/** Flushes the outbox, then does the background work piece by piece, flushing again before each piece. */
async function flushAndWork(given: Omit<FlushDeps & WorkDeps, 'send' | 'put'>): Promise<FlushResult> {
  const [{ flushOutbox }, { sendJson, sendMutation }] = await loadSending();
  const deps = { ...given, send: sendMutation, put: sendJson };
  for (let sent = 0; ; ) {
    const result = await flushOutbox(deps);
    sent += result.sent;
    if (result.outcome !== 'idle') return { ...result, sent };
    const step = await stepOf(deps);
    if (step === 'nothing') return { ...result, sent };
    if (step !== 'more') return { ...result, sent, nextAt: Math.min(result.nextAt ?? step.nextAt, step.nextAt) };
  }
}

/**
 * Sends a pending sign-out, then flushes the outbox of the member of this device. Called by page and worker.
 * @returns the outcome; null when nobody is logged in and no sign-out is pending
 */
export async function runFlush(how: Pick<FlushDeps, 'wait' | 'eager' | 'onLock'>): Promise<FlushResult | null> {
  const settled = await sendPendingSignOut();
  const user = await getMeta('authUser');
  if (!user && !settled) return { outcome: 'no-signal', sent: 0, nextAt: null };
  if (!user) return null;
  store.set(outboxStatusAtom, 'sending');
  const deps = {
    probe,
    mark: sessionMark,
    refresh: refreshSession,
    now: Date.now,
    random: Math.random,
  };
  try {
    const result = await flushAndWork({ userId: user.id, ...deps, ...how });
    if (result.outcome === 'wrong-user') emitSessionNews('other-member');
    store.set(outboxStatusAtom, result.outcome === 'busy' ? 'sending' : result.outcome);
    // Sent mutations may have freed space.
    await keepReserve();
    return result;
  } catch (error) {
    store.set(outboxStatusAtom, 'idle');
    throw error;
  }
}
