import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { photoKinds } from './bike-options.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { defineProblems } from './problems.ts';
import { optionalLine } from './text.ts';

const photoProblems = defineProblems({
  'photo.exists': { status: 409, message: t`This photo belongs to someone else.` },
  'photo.too_large': { status: 413, message: t`A photo can be up to 20 MB.` },
  'photo.unreadable': {
    status: 422,
    message: t`We can't read this photo. Choose a still JPEG, PNG, WebP, AVIF or HEIC.`,
  },
  'photo.too_small': { status: 422, message: t`This photo is too small. Its longer side needs at least 480 pixels.` },
  'photo.too_many_pixels': { status: 422, message: t`A photo can have up to 64 megapixels.` },
  'photo.quota': { status: 429, message: t`You can send 1 GB of photos a day.` },
  'photo.too_slow': { status: 422, message: t`This photo takes too long to read. Save it as JPEG and try again.` },
  'photo.damaged': { status: 422, remedy: 'later', message: t`This photo arrived damaged. Send it again.` },
  'photo.missing': { status: 422, message: t`This photo is no longer on the site. Choose it again.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    photo: typeof photoProblems;
  }
}

export const photoLimits = {
  bytes: 20 * 1024 * 1024,
  bytesADay: 1024 ** 3,
  pixels: 64_000_000,
  longEdge: 480,
  perBike: 24,
  perUpdate: 6,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'],
} as const;

/** Year of the oldest photograph. */
const firstPhoto = 1826;
const yearMessage = () => t`Enter a year between ${firstPhoto} and ${new Date().getFullYear()}.`;
const TakenYear = v.pipe(
  v.number(yearMessage),
  v.integer(yearMessage),
  v.minValue(firstPhoto, yearMessage),
  v.check((year) => year <= new Date().getFullYear(), yearMessage),
);

const PhotoKind = v.picklist(photoKinds, t`Choose the view.`);

/** The owner's description of a photo. */
export const PhotoNote = v.object({
  id: Id,
  kind: v.optional(PhotoKind, 'Other'),
  caption: optionalLine(200, t`Keep the caption under 200 characters.`),
  alt: optionalLine(1000, t`Keep the description under 1,000 characters.`),
  /** Absent where the owner does not say. */
  takenYear: v.optional(v.nullable(TakenYear)),
});
export type PhotoNote = v.InferOutput<typeof PhotoNote>;

/** A stored photo: its upright size in pixels, and a thumbhash (base64) as placeholder while it loads. */
export const StoredPhoto = v.object({ id: Id, width: v.number(), height: v.number(), thumbhash: v.string() });
export type StoredPhoto = v.InferOutput<typeof StoredPhoto>;

export const Photo = v.object({
  ...StoredPhoto.entries,
  kind: PhotoKind,
  caption: v.string(),
  alt: v.string(),
  takenYear: v.optional(v.nullable(v.number())),
});
export type Photo = v.InferOutput<typeof Photo>;

/** Takes the raw bytes as body. `Content-Digest: sha-256=:…:` (RFC 9530) is required and verified. */
export const putPhoto = endpoint('PUT', '/photos/:photoId', { reply: StoredPhoto });

/**
 * Asks whether an upload has arrived before sending its bytes again, with the upload's own Idempotency-Key. Returns the
 * photo, or null when the bytes are needed. @throws in_progress while an earlier attempt is still being processed
 */
export const askPhoto = endpoint('GET', '/photos/:photoId/arrival', {
  reply: v.object({ photo: v.nullable(StoredPhoto) }),
  private: true,
});
