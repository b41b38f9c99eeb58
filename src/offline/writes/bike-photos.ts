import { type Id } from '#contract/ids.ts';
import { putPhoto } from '#contract/photos.ts';
import { keptRowsOf, replaceRow } from '../kept-rows.ts';
import { canCancel, type OutboxRow, type RowError, rowOf } from '../rows.ts';
import { nextSeq, vault } from '../vault.ts';
import { bikePartOf } from './bike-subject.ts';
import { plainWrite, type Refusal, type Sendable, type Writes } from './write.ts';

/** A bike's row holds its photos by id. */
type BikeBody = { photos: { id: Id }[] };

const mostRounds = 5;
const lost: RowError = {
  status: 0,
  code: 'photo_lost',
  message: 'This photo is not on this device any more. Delete it, or add it again.',
  validation: null,
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

/** Takes a photo out of the bike that waits for it; returns how to put it back. */
async function leaveOut(photo: OutboxRow, rows: readonly OutboxRow[]): Promise<() => Promise<void>> {
  const bike = rows.find((row) => row.kind === 'bike.put' && row.targetId === photo.subject.id);
  if (!bike) return async () => undefined;
  const { body, part, dependsOn } = bike;
  const without = <T extends { id: Id }>(all: readonly T[]) => all.filter((one) => one.id !== photo.targetId);
  const photos = without((body as BikeBody).photos);
  const next = await replaceRow(bike, {
    body: { ...(body as BikeBody), photos },
    part: { ...bikePartOf(bike), photos: without(bikePartOf(bike).photos) },
    dependsOn: dependsOn.filter((id) => id !== photo.id),
  });
  if (photos.length === 0) {
    const validation = { photos: ['Add at least one photo.'] };
    const lastError = { status: 422, code: 'validation', message: 'Add at least one photo.', validation };
    await vault.outbox.put({ ...next, state: 'failed', lastError });
  }
  return async () => {
    const now = await vault.outbox.get(next.id);
    if (now && canCancel(now)) await replaceRow(now, { body, part, dependsOn });
  };
}

async function dropPhoto(row: OutboxRow, rows: readonly OutboxRow[]): Promise<() => Promise<void>> {
  const photo = await vault.photos.get(row.targetId);
  const blob = await vault.photoBlobs.get(row.targetId);
  const putBack = await leaveOut(row, rows);
  await vault.photos.remove(row.targetId);
  await vault.photoBlobs.remove(row.targetId);
  return async () => {
    if (photo) await vault.photos.put(photo);
    if (blob) await vault.photoBlobs.put(blob);
    await putBack();
  };
}

async function noteUploaded(row: OutboxRow): Promise<void> {
  const photo = await vault.photos.get(row.targetId);
  if (photo) await vault.photos.put({ ...photo, uploaded: true });
}

/** Sends the photos again that the server says it does not have; their bike goes behind them. */
export async function sendMissing(bike: OutboxRow, { details }: Refusal, now: number): Promise<boolean> {
  if (!Array.isArray(details.photoIds) || bike.attempts > mostRounds) return false;
  const photoIds = details.photoIds.map(String);
  const here = await Promise.all(photoIds.map((id) => vault.photoBlobs.get(id)));
  if (here.includes(undefined)) return false;
  const order = bikePartOf(bike).photos.map((photo) => photo.id);
  const waiting = photoRowsOf(bike.targetId, await keptRowsOf(bike.userId));
  const dependsOn: Id[] = waiting.map((row) => row.id);
  for (const id of photoIds) {
    if (waiting.some((row) => row.targetId === id)) continue;
    const row = photoRow(bike, id, `${order.indexOf(id) + 1} of ${order.length}`, now, await nextSeq());
    await vault.outbox.put(row);
    dependsOn.push(row.id);
  }
  await vault.outbox.put({ ...bike, seq: await nextSeq(), state: 'queued', nextAt: 0, lastError: null, dependsOn });
  return true;
}

export const bikePhotoWrites: Writes<'photo.put'> = {
  'photo.put': {
    ...plainWrite,
    isThing: false,
    isLarge: true,
    timeLimit: 120_000,
    words: { done: 'Added', after: 'bike', takeBack: 'Leave it out', discard: 'Leave it out' },
    titleOf: ({ title, subject }) => `${title}, ${subject.title}`,
    bodyOf: bytesOf,
    opposite: null,
    acknowledge: async () => undefined,
    clear: noteUploaded,
    drop: dropPhoto,
  },
};
