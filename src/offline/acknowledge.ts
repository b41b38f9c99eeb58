import { type Bike, cardOf } from '#contract/bikes.ts';
import type { Comment } from '#contract/comments.ts';
import type { LikeState } from '#contract/likes.ts';
import { addToFeed, changeCounts, changeThread, forgetBike, saveBike, saveMarks, threadOf } from './cache.ts';
import type { OutboxRow } from './rows.ts';
import { inVault, vault } from './vault.ts';

async function saveLike(row: OutboxRow, state: LikeState, now: number): Promise<void> {
  await saveMarks(row.userId, row.targetId, state.liked, now);
  await changeCounts(row.targetId, (counts) => ({ ...counts, likes: state.likes }));
}

const countComment = (bikeId: string, by: number): Promise<void> =>
  changeCounts(bikeId, (counts) => ({ ...counts, comments: Math.max(0, counts.comments + by) }));

async function saveComment(bikeId: string, comment: Comment): Promise<void> {
  const known = (await threadOf(bikeId))?.comments.some((one) => one.id === comment.id);
  await changeThread(bikeId, (comments) => [comment, ...comments.filter((one) => one.id !== comment.id)]);
  if (!known) await countComment(bikeId, 1);
}

async function saveAnswer(row: OutboxRow, data: unknown, now: number): Promise<void> {
  const bikeId = row.shown.bikeId;
  switch (row.kind) {
    case 'bike.put': {
      const bike = data as Bike;
      await saveBike(bike, now);
      await addToFeed(`own:${row.userId}`, cardOf(bike));
      await addToFeed('recent', cardOf(bike));
      return;
    }
    case 'bike.delete':
      return forgetBike(row.targetId);
    case 'like.put':
    case 'like.delete':
      return data ? saveLike(row, data as LikeState, now) : undefined;
    case 'comment.add':
      return saveComment(bikeId, data as Comment);
    case 'comment.edit':
      return changeThread(bikeId, (all) => all.map((one) => (one.id === row.targetId ? (data as Comment) : one)));
    case 'comment.delete':
      await changeThread(bikeId, (all) => all.filter((one) => one.id !== row.targetId));
      return countComment(bikeId, -1);
    case 'photo.put':
      return;
  }
}

async function clearDraft(draftId: string): Promise<void> {
  const photos = await vault.photos.where('draftId', draftId);
  const ids = photos.map((photo) => photo.id);
  await vault.photoBlobs.remove(...ids);
  await vault.photos.remove(...ids);
  await vault.drafts.remove(draftId);
}

/**
 * Ends a row that the server has carried out: the answer goes into the cache, a line is kept for a day, the row goes.
 * The cache first, so that nothing vanishes from the screen in between.
 */
export async function acknowledge(row: OutboxRow, data: unknown, now: number): Promise<void> {
  // The cache is a convenience; that it cannot be written must not send a row twice.
  await saveAnswer(row, data, now).catch(() => undefined);
  await inVault(async () => {
    await vault.outbox.remove(row.id);
    const { id, userId, kind, title, shown } = row;
    if (kind !== 'photo.put') await vault.sent.put({ id, userId, kind, title, shown, sentAt: now });
    const old = (await vault.sent.where('userId', userId)).filter((line) => line.sentAt < now - 86_400_000);
    await vault.sent.remove(...old.map((line) => line.id));
    if (row.kind === 'bike.put' && row.draftId) await clearDraft(row.draftId);
    const photo = row.kind === 'photo.put' ? await vault.photos.get(row.targetId) : undefined;
    if (photo) await vault.photos.put({ ...photo, uploaded: true });
  });
}
