import type { Id } from '#contract/ids.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { fullAndSilentSentence } from '#src/storage/storage-messages.ts';
import { fullSentence, isFull, keepsNothing, storageState } from '#src/storage/storage-state.ts';
import { holdUserDb, inUserDb, userDb } from '#src/storage/user-db.ts';
import { flushAndWait, noteEnqueued } from './flush-triggers.ts';
import { isUntried, type MutationError, type QueuedMutation } from './mutation.ts';
import { outboxStatus } from './outbox-status.ts';
import { loadMutations, traitsOf } from './registry.ts';
import { undoMutation } from './undo-mutation.ts';

/** How often a row whose answer was lost is sent by hand; its key makes sure that it is carried out once. */
const mostTries = 3;

const leftOf = async (rows: readonly QueuedMutation[]): Promise<QueuedMutation[]> =>
  (await Promise.all(rows.map((row) => userDb.outbox.get(row.id)))).filter((row) => row !== undefined);

function failureOf(error: MutationError | undefined): ApiFailure {
  if (error && error.status !== 0) {
    const validation = error.validation ?? undefined;
    return new ApiFailure(validation ? 'validation' : 'refused', { ...error, validation });
  }
  if (storageState.get() !== 'full') return new ApiFailure('network');
  const message = outboxStatus.get() === 'no-signal' || error ? fullAndSilentSentence : fullSentence;
  return new ApiFailure('network', { code: 'device_full', message });
}

const takeBackNow = (id: Id) =>
  undoMutation(id).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    await holdUserDb(() => undoMutation(id));
  });

/**
 * Where a write is not kept, one that did not arrive is an error, here and now.
 * @param undo gives up what this tab held of it; false when there was room for it meanwhile
 */
async function sendStraight(rows: readonly QueuedMutation[], undo?: () => boolean): Promise<void> {
  let left: QueuedMutation[] = [];
  for (let tries = 0; tries < mostTries; tries++) {
    await flushAndWait();
    left = await leftOf(rows);
    if (!left.some((row) => row.attempts > 0 && row.lastError?.status === 0)) break;
  }
  if (left.length === 0) return;
  // While the device does not answer, what found no signal waits in this tab; the strip says so.
  const isRefused = left.some((row) => row.lastError && row.lastError.status !== 0);
  if (!undo && !isRefused && storageState.get() !== 'blocked') return;
  const error = left.map((row) => row.lastError).find((one) => one !== null);
  if (undo && left.length === rows.length && left.every(isUntried)) {
    if (!undo()) return;
  } else {
    for (const row of left.toReversed()) if (traitsOf(row).isThing) await takeBackNow(row.id);
  }
  throw failureOf(error ?? undefined);
}

/** What cannot be sent must not be written first: it would be sent later all the same. */
const loadToSend = () =>
  loadMutations().catch(() => {
    throw new ApiFailure('network');
  });

/**
 * Keeps what `work` writes as one transaction, and starts to send it. It resolves as soon as it is on the device;
 * where there is no room for it, or the browser keeps nothing, only when the server has it.
 * @param work writes to the vault only, and returns its rows
 * @throws ApiFailure when it can be neither kept nor sent
 */
export async function commit(work: () => Promise<QueuedMutation[]>): Promise<void> {
  if (keepsNothing()) await loadToSend();
  try {
    const rows = await inUserDb(work);
    if (keepsNothing()) await sendStraight(rows);
    else noteEnqueued();
  } catch (error) {
    if (!isFull(error)) throw error;
    await loadToSend();
    const { result, undo, sweep } = await holdUserDb(work);
    await sendStraight(result, undo);
    await sweep().catch(() => undefined);
  }
}
