import type { Id } from '#contract/ids.ts';
import { isSilent } from '#src/storage/storage-state.ts';
import { durableTransaction, nextSeq, userDb } from '#src/storage/user-db.ts';
import { isUntried, type QueuedMutation } from './mutation.ts';
import { queuedMutationsOf } from './queued-mutations.ts';
import { isKnown, traitsOf } from './registry.ts';

/** The `coalesceKey` of each write that was made while the device could not say which older ones wait. */
export const replacedInSilence = new Set<string>();

/** Whether a later write of a member chooses anew what an earlier one chose. */
const choosesAnew = (row: QueuedMutation, earlier: QueuedMutation): boolean =>
  earlier.seq < row.seq &&
  (row.coalesceKey
    ? row.coalesceKey === earlier.coalesceKey
    : traitsOf(row).isChoice === true && row.kind === earlier.kind && row.targetId === earlier.targetId);

/** Removes refused rows whose choice `row` makes anew: `Retry` would undo it. Call it inside a transaction. */
export async function dropRefused(row: QueuedMutation): Promise<void> {
  const refused = (await rowsOf(row.userId)).filter((other) => other.state === 'failed' && choosesAnew(row, other));
  await userDb.outbox.remove(...refused.map(({ id }) => id));
}

/**
 * Keeps a write. Call it inside `inVault`, so that it stands or falls with what belongs to it.
 * An untried row with the same `coalesceKey` is replaced, and so is a refused one, unless `row` can still be undone.
 * @param about the things that must exist first; rows that create them are waited for
 */
export async function enqueue(row: QueuedMutation, about: readonly Id[] = []): Promise<QueuedMutation> {
  if (row.coalesceKey) {
    if (isSilent()) replacedInSilence.add(row.coalesceKey);
    const same = (await userDb.outbox.where('coalesceKey', row.coalesceKey)).filter(isUntried);
    await userDb.outbox.remove(...same.filter(({ userId }) => userId === row.userId).map((one) => one.id));
  }
  const dependsOn = [...row.dependsOn];
  for (const id of about) {
    for (const parent of await userDb.outbox.where('targetId', id)) {
      if (isKnown(parent) && traitsOf(parent).creates) dependsOn.push(parent.id);
    }
  }
  const kept = { ...row, seq: await nextSeq(), dependsOn };
  if (kept.nextAt === 0) await dropRefused(kept);
  await userDb.outbox.put(kept);
  return kept;
}

/**
 * A member's rows in the order in which they were written; those of a newer build are left to it. Whoever lays them over
 * what is kept reads them first: a row goes when what it brought is kept, so whatever arrives between the two looks is then
 * in both, and never in neither.
 */
export const rowsOf = async (userId: Id): Promise<QueuedMutation[]> =>
  (await queuedMutationsOf(userId)).filter(isKnown);

/** Every row on this device, of any account. */
export const allRows = async (): Promise<QueuedMutation[]> => (await userDb.outbox.all()).filter(isKnown);

/**
 * Whether a person sees a row as a thing that waits: what goes with another row is not one, nor what was written anew,
 * nor what is a draft again.
 */
export const isThing = (row: QueuedMutation, rows: readonly QueuedMutation[]): boolean =>
  traitsOf(row).isThing && row.state !== 'editing' && !isReplaced(row, rows);

/** Whether a later write of the same kind is aimed at the same thing, and nobody has to decide about this one. */
export const isReplaced = (row: QueuedMutation, rows: readonly QueuedMutation[]): boolean =>
  row.state !== 'failed' &&
  rows.some(
    ({ kind, targetId, lane, seq }) =>
      kind === row.kind && targetId === row.targetId && lane === row.lane && seq > row.seq,
  );

/** Takes the sent lines of the last day, the newest first. */
export async function sentOf(userId: Id, now = Date.now()) {
  const lines = (await userDb.sent.where('userId', userId)).filter(isKnown);
  return lines.filter((line) => line.sentAt > now - 86_400_000).sort((a, b) => b.sentAt - a.sentAt);
}

/** What has to go before a row: what stands before it in its lane, and what it waits for. */
const goesBefore = (row: QueuedMutation, other: QueuedMutation): boolean =>
  row.dependsOn.includes(other.id) || (other.lane === row.lane && other.seq < row.seq);

/** Makes a row due at once, with its own key, and what must go before it: `Try now`, `Retry`, and `Send` after 14 days. */
export const retry = (id: Id, now = Date.now()): Promise<void> =>
  durableTransaction(async () => {
    const row = await userDb.outbox.get(id);
    if (!row || row.state === 'sending') return;
    await userDb.outbox.put({ ...row, state: 'queued', nextAt: 0, lastError: null, wantedAt: now });
    const before = (await rowsOf(row.userId)).filter((other) => other.state === 'queued' && goesBefore(row, other));
    await userDb.outbox.putAll(before.map((other) => ({ ...other, nextAt: 0, wantedAt: now })));
  });

/** Makes a member's rows due: those that only wait for the network, or because a person wants it all of them. */
export const retryNow = (userId: Id, which: 'unanswered' | 'all' = 'unanswered'): Promise<void> =>
  durableTransaction(async () => {
    const waiting = (await rowsOf(userId)).filter((row) => row.nextAt > 0 && row.state === 'queued');
    // What nobody has tried is held for as long as its author may undo it.
    const woken = waiting.filter((row) => row.attempts > 0 && (which === 'all' || row.lastError?.status === 0));
    await userDb.outbox.putAll(woken.map((row) => ({ ...row, nextAt: 0 })));
  });

/** The Web Lock under which a member's rows are sent, and under which they are taken away at sign-out. */
export const lockOf = (userId: Id): string => `outbox:${userId}`;
