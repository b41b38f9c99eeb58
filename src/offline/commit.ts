import { ApiFailure } from '#src/ground/failure.ts';
import { dropImages } from './cache/images.ts';
import type { OutboxRow } from './rows.ts';
import { fullSentence, isFull, keepsNothing } from './storage.ts';
import { takeBack } from './taking-back.ts';
import { kickAndWait, noteEnqueued } from './triggers.ts';
import { inVault, vault } from './vault.ts';
import { writeOf } from './writes/table.ts';

const keep = async (work: () => Promise<OutboxRow[]>): Promise<OutboxRow[]> => {
  try {
    return await inVault(work);
  } catch (error) {
    if (!isFull(error)) throw error;
    await dropImages();
    return inVault(work).catch((cause: unknown) => {
      throw isFull(cause) ? new ApiFailure('refused', { code: 'device_full', message: fullSentence, cause }) : cause;
    });
  }
};

/** Where nothing is kept, a write that did not arrive is not kept either: it is an error, here and now. */
async function sendStraight(rows: OutboxRow[]): Promise<void> {
  await kickAndWait();
  const left = (await Promise.all(rows.map((row) => vault.outbox.get(row.id)))).filter((row) => row !== undefined);
  if (left.length === 0) return;
  const error = left.map((row) => row.lastError).find((one) => one !== null);
  for (const row of left.toReversed()) if (writeOf(row).isThing) await takeBack(row.id);
  if (!error || error.status === 0) throw new ApiFailure('network');
  throw new ApiFailure(error.validation ? 'validation' : 'refused', {
    ...error,
    validation: error.validation ?? undefined,
  });
}

/**
 * Keeps what `work` writes as one transaction, and starts to send it. It resolves as soon as it is on the device;
 * where the browser keeps nothing, only when the server has it.
 * @param work writes to the vault only, and returns its rows
 * @throws ApiFailure when the device is full, or when nothing is kept here and the server did not take it
 */
export async function commit(work: () => Promise<OutboxRow[]>): Promise<void> {
  const rows = await keep(work);
  if (keepsNothing()) await sendStraight(rows);
  else noteEnqueued();
}
