import * as v from 'valibot';
import { otherBrand, PublishedBike, putBike, titleOf } from '#contract/bikes.ts';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { slugOf } from '#contract/slug.ts';
import { brandsKept } from './cache.ts';
import { draftOf, type WholeDraft } from './drafts.ts';
import { photoRow } from './missing-photos.ts';
import { rowOf } from './outbox.ts';
import type { OutboxRow, RowShown } from './rows.ts';
import { type FieldValue, nextSeq, vault } from './vault.ts';

/** The rows of a published draft, or the sentences about its fields, keyed by field path. */
export type Publication = { rows: OutboxRow[]; validation: null } | { rows: null; validation: Validation };

/** A draft that cannot be published now; `message` says why. */
export class PublishRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PublishRefusal';
  }
}

const numbers = new Set(['year', 'weightG', 'tireWidthMm']);

/** What a form typed, as the contract wants it: empty choices are null, numbers are numbers. */
function factOf(field: string, value: FieldValue): FieldValue | undefined {
  if (numbers.has(field) && typeof value === 'string')
    return value.trim() === '' ? null : Number(value.replace(',', '.'));
  if (value === '' || value === null) return ['brandOther', 'nickname', 'story'].includes(field) ? '' : null;
  return value;
}

// A field that nobody has touched is refused with its own sentence, not as a missing key.
const untouched = { category: null, drivetrain: null, rearGear: null, brandId: null, model: null };

/** Checks a draft as the server will: the bike to send, or what is wrong with it by field path. */
export function checkDraft(draft: Pick<WholeDraft, 'fields' | 'photos'>) {
  const facts = Object.fromEntries(Object.entries(draft.fields).map(([field, value]) => [field, factOf(field, value)]));
  const photos = draft.photos.map(({ id, kind, caption, alt }) => ({ id, kind, caption, alt }));
  const result = v.safeParse(PublishedBike, { ...untouched, ...facts, status: 'Active', photos });
  if (result.success) return { bike: result.output, validation: null };
  return { bike: null, validation: v.flatten<typeof PublishedBike>(result.issues).nested as Validation };
}

/** The maker's name as it is shown, for as long as the server has not said it. */
export async function brandNameOf(fields: Record<string, FieldValue>): Promise<string> {
  if (fields.brandId === otherBrand) return String(fields.brandOther ?? '').trim();
  return (await brandsKept()).find((brand) => brand.id === fields.brandId)?.name ?? String(fields.brandId ?? '');
}

/**
 * Turns a draft into rows: one for each photo that the server lacks, and one for the bike that waits for them. Call it
 * inside `inVault`; `brand` is asked for before, because a transaction waits for nothing else.
 * @throws PublishRefusal when the draft is gone or was published already, by another tab for example
 */
export async function publish(draftId: Id, brand: string, now = Date.now()): Promise<Publication> {
  const draft = await draftOf(draftId);
  if (!draft)
    throw new PublishRefusal('This draft is not on this device any more. If you published it, it is on its way.');
  if (draft.state === 'sending') throw new PublishRefusal('This bike is published already. It waits in the outbox.');
  const { bike, validation } = checkDraft(draft);
  if (!bike) return { rows: null, validation };
  const named = { year: bike.year, brand, model: bike.model };
  const shown: RowShown = {
    bikeId: draft.id,
    bikeTitle: titleOf(named),
    bikeSlug: slugOf(named),
    coverId: draft.photos[0]?.uploaded ? draft.photos[0].id : null,
    blobId: draft.photos[0]?.uploaded ? null : (draft.photos[0]?.id ?? null),
    photos: draft.photos.map(({ id, width, height, thumbhash }) => ({ id, width, height, thumbhash })),
  };
  const facts = { userId: draft.userId, lane: `draft:${draft.id}`, kind: 'bike.put', targetId: draft.id } as const;
  const about = { title: titleOf(named), shown, body: bike, draftId: draft.id };
  const bikeRow = rowOf(putBike, { bikeId: draft.id }, { ...facts, ...about }, now);
  const rows: OutboxRow[] = [];
  for (const [at, photo] of draft.photos.entries()) {
    if (photo.uploaded) continue;
    rows.push(photoRow(bikeRow, photo.id, `${at + 1} of ${draft.photos.length}`, now, await nextSeq()));
  }
  bikeRow.dependsOn = rows.map((row) => row.id);
  bikeRow.seq = await nextSeq();
  rows.push(bikeRow);
  await vault.outbox.putAll(rows);
  await vault.drafts.put({ ...stored(draft), state: 'sending', savedAt: now });
  return { rows, validation: null };
}

const stored = ({ photos: _, ...draft }: WholeDraft) => draft;
