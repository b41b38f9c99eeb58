import { deleteBike } from '#contract/bikes.ts';
import { deleteComment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { enqueue, replaceRow, rowsOf } from './outbox.ts';
import { isUntried, type OutboxRow } from './rows.ts';
import { inVault, vault } from './vault.ts';

/** Puts back what was taken back. */
export type Undo = () => Promise<void>;

/** A bike's row holds its photos by id. */
type BikeBody = { photos: { id: Id }[] };

/** Whether the server has certainly not carried out a row: it was never tried, or it was refused. */
const isHarmless = (row: OutboxRow): boolean => isUntried(row) || row.state === 'failed' || row.state === 'blocked';

/** The rows that make no sense without `row`, `row` included. */
function familyOf(row: OutboxRow, rows: readonly OutboxRow[]): OutboxRow[] {
  const family = [row];
  for (const one of family) {
    if (one.kind === 'photo.put') continue;
    family.push(...rows.filter((other) => other.dependsOn.includes(one.id) && !family.includes(other)));
  }
  const photos = row.kind === 'bike.put' ? rows.filter((r) => r.kind === 'photo.put' && r.draftId === row.draftId) : [];
  return [...family, ...photos];
}

/** Takes a photo out of the bike that waits for it; returns how to put it back. */
async function leavePhotoOut(photo: OutboxRow, rows: readonly OutboxRow[]): Promise<() => Promise<void>> {
  const bike = rows.find((row) => row.kind === 'bike.put' && row.draftId === photo.draftId);
  if (!bike) return async () => undefined;
  const body = bike.body as BikeBody;
  const photos = body.photos.filter((one) => one.id !== photo.targetId);
  const shown = { ...bike.shown, photos: bike.shown.photos.filter((one) => one.id !== photo.targetId) };
  const dependsOn = bike.dependsOn.filter((id) => id !== photo.id);
  const next = await replaceRow(bike, { body: { ...body, photos }, shown, dependsOn });
  if (photos.length === 0) {
    const validation = { photos: ['Add at least one photo.'] };
    const lastError = { status: 422, code: 'validation', message: 'Add at least one photo.', validation };
    await vault.outbox.put({ ...next, state: 'failed', lastError });
  }
  return async () => {
    const now = await vault.outbox.get(next.id);
    if (now && isHarmless(now)) await replaceRow(now, { body, shown: bike.shown, dependsOn: bike.dependsOn });
  };
}

async function dropPhoto(row: OutboxRow, rows: readonly OutboxRow[]): Promise<() => Promise<void>> {
  const photo = await vault.photos.get(row.targetId);
  const blob = await vault.photoBlobs.get(row.targetId);
  const putBack = await leavePhotoOut(row, rows);
  await vault.photos.remove(row.targetId);
  await vault.photoBlobs.remove(row.targetId);
  return async () => {
    if (photo) await vault.photos.put(photo);
    if (blob) await vault.photoBlobs.put(blob);
    await putBack();
  };
}

async function reopenDraft(row: OutboxRow): Promise<() => Promise<void>> {
  const draft = row.draftId ? await vault.drafts.get(row.draftId) : undefined;
  if (!draft) return async () => undefined;
  await vault.drafts.put({ ...draft, state: 'editing' });
  return () => vault.drafts.put(draft);
}

async function drop(row: OutboxRow): Promise<Undo> {
  const rows = await rowsOf(row.userId);
  const gone = familyOf(row, rows);
  await vault.outbox.remove(...gone.map((one) => one.id));
  const nothing = async () => undefined;
  const restore = await (row.kind === 'photo.put'
    ? dropPhoto(row, rows)
    : row.kind === 'bike.put'
      ? reopenDraft(row)
      : nothing());
  return () =>
    inVault(async () => {
      await vault.outbox.putAll(gone);
      await restore?.();
    });
}

async function queueOpposite(row: OutboxRow): Promise<Undo> {
  const { userId, lane, shown, coalesceKey } = row;
  const like = { userId, lane, shown, coalesceKey: coalesceKey ?? undefined, targetId: row.targetId };
  const bikeId = shown.bikeId;
  let opposite: OutboxRow;
  if (row.kind === 'like.put') {
    opposite = await enqueue(unlikeBike, { bikeId }, { ...like, kind: 'like.delete', title: 'Like taken back' });
  } else if (row.kind === 'like.delete') {
    opposite = await enqueue(likeBike, { bikeId }, { ...like, kind: 'like.put', title: row.title });
  } else if (row.kind === 'bike.put') {
    const facts = { userId, lane, shown, targetId: row.targetId, dependsOn: [row.id] };
    opposite = await enqueue(deleteBike, { bikeId }, { ...facts, kind: 'bike.delete', title: 'Bike taken back' });
  } else if (row.kind === 'comment.add') {
    const facts = { userId, lane, shown, targetId: row.targetId, dependsOn: [row.id] };
    const params = { commentId: row.targetId };
    opposite = await enqueue(deleteComment, params, { ...facts, kind: 'comment.delete', title: 'Comment deleted' });
  } else {
    return async () => undefined;
  }
  return () => inVault(() => vault.outbox.remove(opposite.id));
}

/**
 * Takes a row back. One that was never tried, or was refused, is deleted with what depends on it (a photo leaves its
 * bike, a bike becomes a draft again). Of a like, a bike or a comment that may have arrived, the opposite is queued.
 */
export const takeBack = (id: Id): Promise<Undo> =>
  inVault(async () => {
    const row = await vault.outbox.get(id);
    if (!row) return async () => undefined;
    return isHarmless(row) ? drop(row) : queueOpposite(row);
  });

/** Whether a row can be cancelled without a trace. */
export const canCancel = isHarmless;
