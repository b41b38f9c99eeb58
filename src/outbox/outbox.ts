import type { Id } from '#contract/ids.ts';
import { isStorageHung } from '#src/storage/storage-state.ts';
import { durableTransaction, nextSeq, userDb } from '#src/storage/user-db.ts';
import { isUntried, type QueuedMutation, wasTried } from './mutation.ts';
import { queuedMutationsOf } from './queued-mutations.ts';
import { isKnown, traitsOf } from './registry.ts';

/**
 * The `coalesceKey` of each mutation queued while the device did not answer, so that older ones could not be replaced.
 */
export const replacedWhileHung = new Set<string>();

/** Whether a later mutation replaces the choice of an earlier one. */
const replacesChoice = (mutation: QueuedMutation, earlier: QueuedMutation): boolean =>
  earlier.seq < mutation.seq &&
  (mutation.coalesceKey
    ? mutation.coalesceKey === earlier.coalesceKey
    : traitsOf(mutation).isChoice === true && mutation.kind === earlier.kind && mutation.targetId === earlier.targetId);

/**
 * Removes refused mutations whose choice `mutation` replaces: a retry would revert it. Call it inside a transaction.
 */
export async function dropRefused(mutation: QueuedMutation): Promise<void> {
  const { coalesceKey, targetId } = mutation;
  const related = await (coalesceKey
    ? userDb.outbox.where('coalesceKey', coalesceKey)
    : userDb.outbox.where('targetId', targetId));
  const refused = related.filter(
    (other) =>
      other.userId === mutation.userId && other.state === 'failed' && isKnown(other) && replacesChoice(mutation, other),
  );
  await userDb.outbox.remove(...refused.map(({ id }) => id));
}

/** The ids of the queued mutations that create these things. Call it inside a transaction. */
export async function creatorsOf(about: readonly Id[]): Promise<Id[]> {
  const parents = await Promise.all(about.map((id) => userDb.outbox.where('targetId', id)));
  return parents.flat().flatMap((parent) => (isKnown(parent) && traitsOf(parent).creates ? [parent.id] : []));
}

/**
 * Queues a mutation. Call it inside `inUserDb`, in one transaction with what belongs to it. Replaces an untried
 * mutation with the same `coalesceKey`, and a refused one unless `mutation` can still be undone.
 * @param about ids of things that must exist first; queued mutations that create them are waited for
 */
export async function enqueue(mutation: QueuedMutation, about: readonly Id[] = []): Promise<QueuedMutation> {
  if (mutation.coalesceKey) {
    if (isStorageHung()) replacedWhileHung.add(mutation.coalesceKey);
    const same = (await userDb.outbox.where('coalesceKey', mutation.coalesceKey)).filter(isUntried);
    await userDb.outbox.remove(...same.filter(({ userId }) => userId === mutation.userId).map((one) => one.id));
  }
  const dependsOn = [...mutation.dependsOn, ...(await creatorsOf(about))];
  const enqueued = { ...mutation, seq: await nextSeq(), dependsOn };
  if (enqueued.nextAt === 0) await dropRefused(enqueued);
  await userDb.outbox.put(enqueued);
  return enqueued;
}

/**
 * A member's queued mutations, oldest first, without those of a newer build. Read them before the cache they are
 * applied to: a mutation leaves the queue only when its change is cached, so it is in both and never in neither.
 */
export const mutationsOf = async (userId: Id): Promise<QueuedMutation[]> =>
  (await queuedMutationsOf(userId)).filter(isKnown);

/** Every queued mutation on this device, of all members. */
export const allMutations = async (): Promise<QueuedMutation[]> => (await userDb.outbox.all()).filter(isKnown);

/**
 * The mutations that the member sees as items of their own. Parts of another mutation, replaced ones and reopened
 * drafts are not.
 */
export function thingsOf(queued: readonly QueuedMutation[]): QueuedMutation[] {
  const replaced = replacedOf(queued);
  return queued.filter(
    (mutation) => traitsOf(mutation).isThing && mutation.state !== 'editing' && !replaced.has(mutation.id),
  );
}

/**
 * The ids of mutations for which a later one of the same kind has the same target and scope. A failed one is not
 * replaced: the member decides.
 */
export function replacedOf(queued: readonly QueuedMutation[]): Set<Id> {
  const last = lastSeqs(queued, ({ kind, targetId, lane }) => `${kind} ${targetId} ${lane}`);
  return new Set(queued.filter((one) => one.state !== 'failed' && one.seq < last(one)).map(({ id }) => id));
}

/** Finds the highest `seq` among the mutations with the same name. */
export function lastSeqs(
  queued: readonly QueuedMutation[],
  nameOf: (mutation: QueuedMutation) => string,
): (mutation: QueuedMutation) => number {
  const last = new Map<string, number>();
  for (const mutation of queued) {
    const name = nameOf(mutation);
    last.set(name, Math.max(mutation.seq, last.get(name) ?? 0));
  }
  return (mutation) => last.get(nameOf(mutation)) ?? 0;
}

/** The sent lines of the last day, newest first. */
export async function sentOf(userId: Id, now = Date.now()) {
  const lines = (await userDb.sent.where('userId', userId)).filter(isKnown);
  return lines.filter((line) => line.sentAt > now - 86_400_000).sort((a, b) => b.sentAt - a.sentAt);
}

/** Deletes the sent lines that are older than a day. */
export const removeOldSent = (userId: Id, now: number): Promise<void> =>
  durableTransaction(async () => {
    const old = (await userDb.sent.where('userId', userId)).filter((line) => line.sentAt < now - 86_400_000);
    await userDb.sent.remove(...old.map((line) => line.id));
  });

/** Stores mutations that are to be sent although a running flush may have read the queue. Call it inside a transaction. */
export async function requeue(mutations: readonly QueuedMutation[]): Promise<void> {
  if (mutations.length === 0) return;
  await userDb.outbox.putAll(mutations);
  // The flush reads the queue again when this has changed.
  await nextSeq();
}

/** Whether `other` must be sent before `mutation`: it is earlier in the same scope, or `mutation` depends on it. */
const goesBefore = (mutation: QueuedMutation, other: QueuedMutation): boolean =>
  mutation.dependsOn.includes(other.id) || (other.lane === mutation.lane && other.seq < mutation.seq);

/**
 * Makes a mutation due at once, with the same idempotency key, and those that go before it. For `Try now`, `Retry`, and
 * `Send` after 14 days.
 */
export const retry = (id: Id, now = Date.now()): Promise<void> =>
  durableTransaction(async () => {
    const mutation = await userDb.outbox.get(id);
    if (!mutation || mutation.state === 'sending') return;
    const before = (await mutationsOf(mutation.userId)).filter(
      (other) => other.state === 'queued' && goesBefore(mutation, other),
    );
    await requeue([
      { ...mutation, state: 'queued', nextAt: 0, lastError: null, wantedAt: now },
      ...before.map((other) => ({ ...other, nextAt: 0, wantedAt: now })),
    ]);
  });

/** Makes a member's mutations due: those that got no answer, or all. */
export const retryNow = (userId: Id, which: 'unanswered' | 'all' = 'unanswered'): Promise<void> =>
  durableTransaction(async () => {
    const waiting = (await mutationsOf(userId)).filter(
      (mutation) => mutation.nextAt > 0 && mutation.state === 'queued',
    );
    // An untried mutation is delayed while its author may undo it.
    const woken = waiting.filter(
      (mutation) => wasTried(mutation) && (which === 'all' || mutation.lastError?.status === 0),
    );
    await requeue(woken.map((mutation) => ({ ...mutation, nextAt: 0 })));
  });

/** Name of the Web Lock that is held while a member's mutations are sent, and while they are deleted at sign-out. */
export const lockOf = (userId: Id): string => `outbox:${userId}`;
