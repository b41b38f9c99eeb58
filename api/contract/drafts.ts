import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { atMost } from './bounds.ts';
import { draftPath } from './draft-path.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Photo, PhotoNote, photoLimits } from './photos.ts';
import { Seen } from './seen.ts';

/** Value of a form field, valid or not. */
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

/** Values of a form by field name. The size of the request body is limited like any other. */
const DraftFields = v.custom<Record<string, FieldValue>>(isDraftFields, 'Send what the form holds.');

/** A saved draft of a bike that was never published. Photos that are not uploaded yet are left out. */
export const DraftSave = v.object({
  fields: DraftFields,
  photos: atMost(v.array(PhotoNote), photoLimits.perBike, t`A bike can have up to 24 photos.`),
  seen: Seen,
});
export type DraftSave = v.InferOutput<typeof DraftSave>;

const savedFields = { id: Id, version: v.number(), savedAt: v.string() };
/** Saves of a draft by one device in a row: those after version `base`, up to the `base` of the next turn. */
const DraftTurn = v.object({ id: Id, base: v.number() });
export type DraftTurn = v.InferOutput<typeof DraftTurn>;
/** The last turns, oldest first. A restored backup has other turns, though the same versions. */
const turns = v.array(DraftTurn);

/**
 * The draft's version on the server, and when it was saved (ISO 8601, UTC). `missing`: the photos that the server does
 * not have, and so left out.
 */
const SavedDraft = v.object({ ...savedFields, turns, missing: v.array(Id) });
export type SavedDraft = v.InferOutput<typeof SavedDraft>;

/** A draft in its owner's list, with only the fields that name it. `restorableUntil`: null unless it is deleted. */
export const DraftCard = v.object({
  ...savedFields,
  named: DraftFields,
  cover: v.nullable(Photo),
  restorableUntil: v.nullable(v.string()),
});
export type DraftCard = v.InferOutput<typeof DraftCard>;
/** A whole draft, for editing on another device. */
export const SiteDraft = v.object({ ...savedFields, turns, fields: DraftFields, photos: v.array(Photo) });
export type SiteDraft = v.InferOutput<typeof SiteDraft>;

/** The fields that make up a draft's name. */
export const namingFields = ['year', 'brandId', 'brandOther', 'model'] as const;

/**
 * Saves one of the member's own drafts. `not_found`: it belongs to someone else; `bike.changed`: there is another
 * version, which `details` describes; `bike.status`: it was published; `gone`: it was deleted.
 */
export const putDraft = endpoint('PUT', draftPath, { body: DraftSave, reply: SavedDraft, programs: true });
/** Lists the member's drafts, last saved first, and the deleted ones that can be restored. */
export const listDrafts = endpoint('GET', '/user/drafts', {
  action: 'GetBikes',
  query: PageQuery,
  reply: pageOf(DraftCard),
  private: true,
  programs: true,
});
/** Returns a whole draft. Refused like `putDraft`. */
export const getDraft = endpoint('GET', draftPath, {
  action: 'GetBike',
  reply: SiteDraft,
  private: true,
  programs: true,
});
