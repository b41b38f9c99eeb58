import * as v from 'valibot';
import { atMost } from './bounds.ts';
import { draftPath } from './draft-path.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Photo, PhotoNote, photoLimits } from './photos.ts';
import { Seen } from './seen.ts';

/** What a form holds in one field, also when it is not valid yet. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue };

const limits = { fields: 200, name: 60, depth: 6 } as const;

function isFieldValue(value: unknown, depth: number = limits.depth): value is FieldValue {
  if (typeof value !== 'object' || value === null) return value === null || typeof value !== 'undefined';
  return depth > 0 && Object.values(value).every((one) => isFieldValue(one, depth - 1));
}

function isDraftFields(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isFieldValue(value, limits.depth + 1))
    return false;
  const names = Object.keys(value);
  return names.length <= limits.fields && names.every((name) => name.length <= limits.name);
}

/** What a form holds, by the names of its fields. The whole call is bounded like any other. */
const DraftFields = v.custom<Record<string, FieldValue>>(isDraftFields, 'Send what the form holds.');

/** What is saved of a bike that was never published. Photos that have not arrived are left out until they have. */
export const DraftSave = v.object({
  fields: DraftFields,
  photos: atMost(v.array(PhotoNote), photoLimits.perBike, 'A bike can have up to 24 photos.'),
  seen: Seen,
});
export type DraftSave = v.InferOutput<typeof DraftSave>;

const kept = { id: Id, version: v.number(), savedAt: v.string() };
/** Of which version the site has a draft now, and since when (ISO 8601, UTC). */
const KeptDraft = v.object(kept);

/** A draft in its owner's list: of its fields those that name it. `restorableUntil`: of a deleted one; else null. */
export const DraftCard = v.object({
  ...kept,
  named: DraftFields,
  cover: v.nullable(Photo),
  restorableUntil: v.nullable(v.string()),
});
export type DraftCard = v.InferOutput<typeof DraftCard>;
/** A draft as its owner goes on with it on another device. */
export const SiteDraft = v.object({ ...kept, fields: DraftFields, photos: v.array(Photo) });
export type SiteDraft = v.InferOutput<typeof SiteDraft>;

/** The fields by which a draft is named. */
export const namingFields = ['year', 'brandId', 'brandOther', 'model'] as const;

/** Keeps a draft of one's own. `not_found`: it is somebody else's; `bike.changed`: there is a newer version; `bike.status`: it was published; `gone`: it was deleted. */
export const putDraft = endpoint('PUT', draftPath, { body: DraftSave, reply: KeptDraft });
/** The signed-in member's drafts, the last saved first, and the deleted ones that can be restored. */
export const listDrafts = endpoint('GET', '/user/drafts', {
  query: PageQuery,
  reply: pageOf(DraftCard),
  private: true,
});
/** One of them, whole. Refused as `putDraft` is. */
export const getDraft = endpoint('GET', draftPath, { reply: SiteDraft, private: true });
