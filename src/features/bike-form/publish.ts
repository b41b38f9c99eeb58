import * as v from 'valibot';
import { titleOf } from '#contract/bike-names.ts';
import { otherBrand } from '#contract/bike-rules.ts';
import { PublishedBike } from '#contract/bike-whole.ts';
import type { FieldValue } from '#contract/drafts.ts';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { slugOf } from '#contract/slug.ts';
import { t } from '#contract/texts.ts';
import { editBikeMutation, publishBikeMutation } from '#src/features/bikes/bikes.mutations.ts';
import { cachedBrands } from '#src/features/bikes/brands.cache.ts';
import { seenOf } from '#src/features/drafts/draft-sync.ts';
import { draftOf, type WholeDraft } from '#src/features/drafts/drafts.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { canCancel, type QueuedMutation, type Subject } from '#src/outbox/mutation.ts';
import { queuedMutationsOf, replaceMutation } from '#src/outbox/queued-mutations.ts';
import { photoOf, photosWaiting } from '#src/photos/photos.mutations.ts';
import { nextSeq, userDb } from '#src/storage/user-db.ts';
import { valuesOf } from './field-values.ts';

const refusal = (message: string) => new ApiFailure('refused', { code: 'draft_gone', message });

/** Validates a draft with the server's rules. Returns the bike to send, or the errors by field path. */
export function checkDraft(draft: Pick<WholeDraft, 'fields' | 'photos' | 'ofVersion'>) {
  const photos = draft.photos.map(({ id, kind, caption, alt, takenYear }) => ({
    id,
    kind,
    caption,
    alt,
    ...(takenYear != null && { takenYear }),
  }));
  const values = valuesOf(
    draft.fields,
    photos.map(({ id }) => id),
  );
  const change = {
    ...(draft.ofVersion && { version: draft.ofVersion }),
    ...(draft.fields.keepsPrice === true && { keepsPrice: true }),
  };
  const result = v.safeParse(PublishedBike, { ...values, ...change, status: 'Active', photos });
  if (result.success) return { bike: result.output, validation: null };
  return { bike: null, validation: v.flatten<typeof PublishedBike>(result.issues).nested as Validation };
}

/** Display name of the brand until the server has sent it. */
export async function brandNameOf(fields: Record<string, FieldValue>): Promise<string> {
  if (fields.brandId === otherBrand) return String(fields.brandOther ?? '').trim();
  return (await cachedBrands()).find((brand) => brand.id === fields.brandId)?.name ?? String(fields.brandId ?? '');
}

/** Queues an upload for each photo that is neither queued nor uploaded, and removes those of photos no longer shown. */
async function queuePhotos(mutation: QueuedMutation, draft: WholeDraft, now: number): Promise<QueuedMutation[]> {
  const waiting = photosWaiting(mutation.targetId, await queuedMutationsOf(mutation.userId));
  const left = waiting.filter((row) => canCancel(row) && !draft.photos.some((photo) => photo.id === row.targetId));
  await userDb.outbox.remove(...left.map((row) => row.id));
  const rows: QueuedMutation[] = [];
  for (const [at, photo] of draft.photos.entries()) {
    if (photo.uploaded) continue;
    const queued = waiting.find((row) => row.targetId === photo.id);
    const place = `${at + 1}/${draft.photos.length}`;
    rows.push(queued ?? photoOf(mutation, photo.id, place, now, await nextSeq(), photo.tried));
  }
  await userDb.outbox.putAll(rows);
  return rows;
}

/** Queues a bike or an update after the photos of its draft. Replaces a queued mutation that has not been sent. */
export async function queueWithPhotos(
  mutation: QueuedMutation,
  draft: WholeDraft,
  now: number,
): Promise<QueuedMutation[]> {
  const photos = await queuePhotos(mutation, draft, now);
  const { title, subject, part, body } = mutation;
  const place = { seq: await nextSeq(), dependsOn: [...mutation.dependsOn, ...photos.map((row) => row.id)] };
  const earlier = await userDb.outbox.where('targetId', mutation.targetId);
  const before = earlier.find((row) => row.kind === mutation.kind && canCancel(row));
  if (before) {
    return [
      ...photos,
      await replaceMutation(
        before,
        {
          title,
          subject,
          part,
          body,
          wantedAt: now,
          ...place,
        },
        now,
      ),
    ];
  }
  const stored = { ...mutation, ...place };
  await userDb.outbox.put(stored);
  return [...photos, stored];
}

/**
 * Queues an upload for each missing photo and the mutation of the bike that depends on them. Must run inside
 * `inUserDb`. Pass `brand` in, because a transaction cannot wait for other requests.
 * @throws ApiFailure if a field is invalid, or if the draft is gone or was already published, for example by another
 * tab
 */
export async function publish(draftId: Id, brand: string, now = Date.now()): Promise<QueuedMutation[]> {
  const draft = await draftOf(draftId);
  if (!draft) throw refusal(t`This draft is not on this device any more. If you published it, it is on its way.`);
  if (draft.state === 'sending') throw refusal(t`This bike is already on its way.`);
  const { bike, validation } = checkDraft(draft);
  if (!bike) throw new ApiFailure('validation', { validation });
  const named = { year: bike.year, brand, model: bike.model };
  const cover = draft.photos[0];
  const subject: Subject = {
    kind: 'bike',
    id: draft.id,
    title: titleOf(named),
    picture: cover ? { id: cover.id, here: !cover.uploaded } : null,
  };
  const photos = draft.photos.map(({ id, width, height, thumbhash }) => ({ id, width, height, thumbhash }));
  const part = draft.ofStatus ? { status: draft.ofStatus } : {};
  // A draft on the server is published only in the version seen here, never in a newer one.
  const seen = draft.ofPublished ? {} : { seen: await seenOf(draft) };
  const mutation = bike.version ? editBikeMutation : publishBikeMutation;
  const input = { subject, bike: { ...bike, ...seen }, part: { ...part, slug: slugOf(named), brand, photos } };
  const row = mutation.create(input, draft.userId, now);
  const rows = await queueWithPhotos(row, draft, now);
  await userDb.drafts.put({ ...stored(draft), state: 'sending', savedAt: now });
  return rows;
}

const stored = ({ photos: _, ...draft }: WholeDraft) => draft;
