import { putPhoto } from '#contract/photos.ts';
import { rowOf } from './outbox.ts';
import type { OutboxRow, RowError } from './rows.ts';
import { inVault, nextSeq, vault } from './vault.ts';

const mostRounds = 5;

/** A row that sends a photo of a bike which waits. */
export function photoRow(bike: OutboxRow, photoId: string, place: string, now: number, seq: number): OutboxRow {
  const row = {
    userId: bike.userId,
    lane: bike.lane,
    kind: 'photo.put' as const,
    targetId: photoId,
    title: `Photo ${place}`,
    shown: { ...bike.shown, blobId: photoId, photos: [] },
    draftId: bike.draftId ?? undefined,
  };
  return rowOf(putPhoto, { photoId }, row, now, seq);
}

/** Sends again the photos that the server does not have; their bike goes behind them. */
export const requeuePhotos = (bike: OutboxRow, photoIds: string[], error: RowError, now: number): Promise<void> =>
  inVault(async () => {
    const kept = await vault.outbox.get(bike.id);
    if (!kept) return;
    const here = await Promise.all(photoIds.map((id) => vault.photoBlobs.get(id)));
    if (kept.attempts > mostRounds || here.includes(undefined)) {
      await vault.outbox.put({ ...kept, state: 'failed', lastError: error });
      return;
    }
    const order = kept.shown.photos.map((photo) => photo.id);
    const dependsOn: string[] = [];
    for (const id of photoIds) {
      const row = photoRow(kept, id, `${order.indexOf(id) + 1} of ${order.length}`, now, await nextSeq());
      await vault.outbox.put(row);
      dependsOn.push(row.id);
    }
    await vault.outbox.put({ ...kept, seq: await nextSeq(), state: 'queued', nextAt: 0, lastError: null, dependsOn });
  });
