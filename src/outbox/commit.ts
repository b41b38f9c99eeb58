import { getDefaultStore } from 'jotai/vanilla';
import type { Id } from '#contract/ids.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { fullAndSilentSentence } from '#src/storage/storage-messages.ts';
import { fullSentence, isFull, isMemoryOnly, storageStateAtom } from '#src/storage/storage-state.ts';
import { holdUserDb, inUserDb, userDb } from '#src/storage/user-db.ts';
import { flushAndWait, noteEnqueued } from './flush-triggers.ts';
import { isUntried, type MutationError, type QueuedMutation } from './mutation.ts';
import { outboxStatusAtom } from './outbox-status.ts';
import { messageOf } from './refusals.ts';
import { loadMutations, traitsOf } from './registry.ts';
import { undoMutation } from './undo-mutation.ts';

const store = getDefaultStore();

/**
 * How often a mutation without an answer is sent while the member waits. Its idempotency key makes sure that it is
 * carried out once.
 */
const maxTries = 3;

const stillQueued = async (mutations: readonly QueuedMutation[]): Promise<QueuedMutation[]> =>
  (await Promise.all(mutations.map((mutation) => userDb.outbox.get(mutation.id)))).filter(
    (mutation) => mutation !== undefined,
  );

function failureOf(error: MutationError | undefined): ApiFailure {
  if (error && error.status !== 0) {
    const validation = error.validation ?? undefined;
    return new ApiFailure(validation ? 'validation' : 'refused', { ...error, message: messageOf(error), validation });
  }
  if (store.get(storageStateAtom) !== 'full') return new ApiFailure('network');
  const message = store.get(outboxStatusAtom) === 'no-signal' || error ? fullAndSilentSentence : fullSentence;
  return new ApiFailure('network', { code: 'device_full', message });
}

const undoNow = (id: Id) =>
  undoMutation(id).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    await holdUserDb(() => undoMutation(id));
  });

/**
 * Sends mutations that are not stored, and throws if one has not arrived.
 * @param undo removes them from memory; returns false when they have been stored meanwhile
 */
async function sendNow(mutations: readonly QueuedMutation[], undo?: () => boolean): Promise<void> {
  let left: QueuedMutation[] = [];
  for (let tries = 0; tries < maxTries; tries++) {
    await flushAndWait();
    left = await stillQueued(mutations);
    if (!left.some((mutation) => mutation.attempts > 0 && mutation.lastError?.status === 0)) break;
  }
  if (left.length === 0) return;
  // While the device does not answer, unsent mutations wait in this tab; the status bar says so.
  const isRefused = left.some((mutation) => mutation.lastError && mutation.lastError.status !== 0);
  if (!undo && !isRefused && store.get(storageStateAtom) !== 'blocked') return;
  const error = left.map((mutation) => mutation.lastError).find((one) => one !== null);
  if (undo && left.length === mutations.length && left.every(isUntried)) {
    if (!undo()) return;
  } else {
    for (const mutation of left.toReversed()) if (traitsOf(mutation).isThing) await undoNow(mutation.id);
  }
  throw failureOf(error ?? undefined);
}

/** Fails before anything is written: a stored mutation would be sent later. */
const loadToSend = () =>
  loadMutations().catch(() => {
    throw new ApiFailure('network');
  });

/**
 * Stores what `work` writes in one transaction and starts to send it. Resolves as soon as it is stored; where the
 * device is full or stores nothing, only when the server has it.
 * @param work writes to `userDb` only, and returns its mutations
 * @throws ApiFailure when it can be neither stored nor sent
 */
export async function commit(work: () => Promise<QueuedMutation[]>): Promise<void> {
  if (isMemoryOnly()) await loadToSend();
  try {
    const mutations = await inUserDb(work);
    if (isMemoryOnly()) await sendNow(mutations);
    else noteEnqueued();
  } catch (error) {
    if (!isFull(error)) throw error;
    await loadToSend();
    const { result, undo, sweep } = await holdUserDb(work);
    await sendNow(result, undo);
    await sweep().catch(() => undefined);
  }
}
