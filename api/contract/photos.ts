import * as v from 'valibot';
import { photoKinds } from './bike-options.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { optionalLine } from './text.ts';

export const photoLimits = {
  bytes: 20 * 1024 * 1024,
  bytesADay: 1024 ** 3,
  pixels: 64_000_000,
  longEdge: 480,
  perBike: 24,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'],
} as const;

/** Year of the oldest photograph. */
const firstPhoto = 1826;
const yearMessage = () => `Enter a year between ${firstPhoto} and ${new Date().getFullYear()}.`;
const TakenYear = v.pipe(
  v.number(yearMessage),
  v.integer(yearMessage),
  v.minValue(firstPhoto, yearMessage),
  v.check((year) => year <= new Date().getFullYear(), yearMessage),
);

const PhotoKind = v.picklist(photoKinds, 'Choose the view.');

/** The owner's description of a photo. */
export const PhotoNote = v.object({
  id: Id,
  kind: v.optional(PhotoKind, 'Other'),
  caption: optionalLine(200, 'Keep the caption under 200 characters.'),
  alt: optionalLine(1000, 'Keep the description under 1,000 characters.'),
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
