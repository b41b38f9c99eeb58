import { pathOf, type Reply } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { askPhoto, putPhoto } from '#contract/photos.ts';
import { replaceRow } from '../kept-rows.ts';
import { canCancel, type OutboxRow, type RowError, rowOf } from '../rows.ts';
import { tooLate, undoTime } from '../undo.ts';
import { vault } from '../vault.ts';
import { bikeKinds, bikePartOf } from './bike-subject.ts';
import { plainWrite, type Writes } from './write.ts';

/** A bike's row holds its photos by id. */
type BikeBody = { photos: { id: Id }[] };

const withoutPhotos: RowError = {
  ...{ status: 422, code: 'validation', message: 'Add at least one photo.' },
  validation: { photos: ['Add at least one photo.'] },
};

/** A row that sends a photo of a bike which waits. */
export function photoRow(bike: OutboxRow, photoId: Id, place: string, now: number, seq: number): OutboxRow {
  const subject = { ...bike.subject, picture: { id: photoId, here: true } };
  const facts = { userId: bike.userId, lane: bike.lane, kind: 'photo.put' as const, targetId: photoId };
  return rowOf(putPhoto, { photoId }, { ...facts, title: `Photo ${place}`, subject }, now, seq);
}

/** The photos of a bike that have not arrived. */
export const photoRowsOf = (bikeId: Id, rows: readonly OutboxRow[]): OutboxRow[] =>
  rows.filter((row) => row.kind === 'photo.put' && row.subject.id === bikeId);

/** Takes a photo out of the bike that waits for it; returns how to put it back. The bike waits as long as that is offered. */
async function leaveOut(photo: OutboxRow, rows: readonly OutboxRow[]): Promise<() => Promise<void>> {
  const bike = rows.find((row) => bikeKinds.includes(row.kind) && row.targetId === photo.subject.id);
  if (!bike) return async () => undefined;
  const { body, part, dependsOn, state, nextAt, lastError } = bike;
  const without = <T extends { id: Id }>(all: readonly T[]) => all.filter((one) => one.id !== photo.targetId);
  const photos = without((body as BikeBody).photos);
  const next = await replaceRow(bike, {
    body: { ...(body as BikeBody), photos },
    part: { ...bikePartOf(bike), photos: without(bikePartOf(bike).photos) },
    dependsOn: dependsOn.filter((id) => id !== photo.id),
  });
  const held = { ...next, nextAt: Date.now() + undoTime };
  await vault.outbox.put(photos.length > 0 ? held : { ...next, state: 'failed', lastError: withoutPhotos });
  return async () => {
    const now = await vault.outbox.get(next.id);
    if (!now || !canCancel(now)) throw tooLate();
    const before = await replaceRow(now, { body, part, dependsOn });
    await vault.outbox.put({ ...before, state, nextAt, lastError });
  };
}

async function dropPhoto(row: OutboxRow, rows: readonly OutboxRow[]): Promise<() => Promise<void>> {
  const photo = await vault.photos.get(row.targetId);
  const blob = await vault.photoBlobs.get(row.targetId);
  const putBack = await leaveOut(row, rows);
  await vault.photos.remove(row.targetId);
  await vault.photoBlobs.remove(row.targetId);
  return async () => {
    await putBack();
    if (photo) await vault.photos.put(photo);
    if (blob) await vault.photoBlobs.put(blob);
  };
}

async function noteUploaded(row: OutboxRow): Promise<void> {
  const photo = await vault.photos.get(row.targetId);
  if (photo) await vault.photos.put({ ...photo, uploaded: true });
  // No draft needs it any more.
  else await vault.photoBlobs.remove(row.targetId);
}

export const bikePhotoWrites: Writes<'photo.put'> = {
  'photo.put': {
    ...plainWrite,
    action: 'AddBikePhoto',
    isThing: false,
    // Without its bike nobody sees it, and the site forgets it by itself.
    isHarmless: true,
    isLarge: true,
    timeLimit: 120_000,
    words: { done: 'Added', after: 'bike', takeBack: 'Leave it out', discard: 'Leave it out' },
    titleOf: ({ title, subject }) => `${title}, ${subject.title}`,
    question: {
      path: (row) => pathOf(askPhoto, { photoId: row.targetId }),
      found: (data) => (data as Reply<typeof askPhoto> | null)?.photo ?? null,
    },
    opposite: null,
    clear: noteUploaded,
    drop: dropPhoto,
  },
};
