import { pathOf, type Reply } from '#contract/endpoint.ts';
import { type Id } from '#contract/ids.ts';
import { askPhoto, putPhoto } from '#contract/photos.ts';
import { keptRowsOf, replaceRow } from '../kept-rows.ts';
import { canCancel, type OutboxRow, photoLostCode, type RowError, rowOf } from '../rows.ts';
import { tooLate, undoTime } from '../undo.ts';
import { nextSeq, vault } from '../vault.ts';
import { bikeKinds, bikePartOf } from './bike-subject.ts';
import { plainWrite, type Refusal, type Sendable, type Writes } from './write.ts';

/** A bike's row holds its photos by id. */
type BikeBody = { photos: { id: Id }[] };

const mostRounds = 5;
const lost: RowError = {
  status: 0,
  code: photoLostCode,
  message: 'This photo is not on this device any more. Delete it, or add it again.',
  validation: null,
};

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

/** `sha-256=:…:` over the bytes (RFC 9530). */
async function digestOf(blob: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`;
}

async function bytesOf(row: OutboxRow): Promise<Sendable> {
  const photo = await vault.photoBlobs.get(row.targetId);
  if (!photo) return { lost };
  const { blob } = photo;
  return { headers: { 'Content-Digest': await digestOf(blob), 'Content-Type': blob.type }, body: blob };
}

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
}

/** The photos at these places are neither on the site nor here. */
const lostAt = (places: readonly number[]): RowError => ({
  ...lost,
  message: `${places.length === 1 ? 'Photo' : 'Photos'} ${places.join(', ')}: neither on the site nor on this device any more. Edit the bike to leave out what is lost, or to add it again.`,
});

/**
 * Sends the photos again that the site says it does not have; their bike goes behind them, as a row that nobody has
 * tried. It is their rounds that are limited, not how often the way there was bad.
 */
export async function sendMissing(bike: OutboxRow, { details }: Refusal, now: number): Promise<boolean> {
  const part = bikePartOf(bike);
  const rounds = (part.rounds ?? 0) + 1;
  if (!Array.isArray(details.photoIds) || rounds > mostRounds) return false;
  const photoIds = details.photoIds.map(String);
  const placeOf = (id: Id) => part.photos.findIndex((photo) => photo.id === id) + 1;
  const here = await Promise.all(photoIds.map((id) => vault.photoBlobs.get(id)));
  const gone = photoIds.filter((_, at) => !here[at]);
  if (gone.length > 0) {
    await vault.outbox.put({ ...bike, state: 'failed', lastError: lostAt(gone.map(placeOf)) });
    return true;
  }
  const waiting = photoRowsOf(bike.targetId, await keptRowsOf(bike.userId));
  const dependsOn: Id[] = waiting.map((row) => row.id);
  for (const id of photoIds) {
    const photo = await vault.photos.get(id);
    if (photo) await vault.photos.put({ ...photo, uploaded: false });
    if (waiting.some((row) => row.targetId === id)) continue;
    const row = photoRow(bike, id, `${placeOf(id)} of ${part.photos.length}`, now, await nextSeq());
    await vault.outbox.put(row);
    dependsOn.push(row.id);
  }
  await replaceRow(bike, { seq: await nextSeq(), dependsOn, part: { ...part, rounds } }, now);
  return true;
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
    bodyOf: bytesOf,
    question: {
      path: (row) => pathOf(askPhoto, { photoId: row.targetId }),
      found: (data) => (data as Reply<typeof askPhoto> | null)?.photo ?? null,
    },
    opposite: null,
    clear: noteUploaded,
    drop: dropPhoto,
  },
};
