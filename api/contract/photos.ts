import * as v from 'valibot';
import { photoKinds } from './bike-options.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { optionalLine } from './text.ts';

/** Widths, in pixels, that each photo is kept in; one that is smaller than a width has its own largest instead. */
export const photoWidths = [320, 640, 1280, 2048] as const;
export const largestWidth = 2048;
export type PhotoWidth = (typeof photoWidths)[number];

export const photoLimits = {
  bytes: 20 * 1024 * 1024,
  bytesADay: 1024 ** 3,
  pixels: 64_000_000,
  longEdge: 480,
  perBike: 24,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
} as const;

/** What stands behind the transparent parts of a picture: the same on the page, in every copy and on share cards. */
export const photoGround = '#e6e8e9';

/** No photograph is older. */
const firstPhoto = 1826;
const yearWords = () => `Enter a year between ${firstPhoto} and ${new Date().getFullYear()}.`;
const TakenYear = v.pipe(
  v.number(yearWords),
  v.integer(yearWords),
  v.minValue(firstPhoto, yearWords),
  v.check((year) => year <= new Date().getFullYear(), yearWords),
);

const PhotoKind = v.picklist(photoKinds, 'Choose what the photo shows.');

/** What an owner says of a photo of a bike. */
export const PhotoNote = v.object({
  id: Id,
  kind: v.optional(PhotoKind, 'Other'),
  caption: optionalLine(200, 'Keep the caption under 200 characters.'),
  alt: optionalLine(1000, 'Keep the description under 1,000 characters.'),
  /** Absent where nobody says so. */
  takenYear: v.optional(v.nullable(TakenYear)),
});
export type PhotoNote = v.InferOutput<typeof PhotoNote>;

/** A stored photo: its upright size in pixels, and a thumbhash (base64) for the time until it has loaded. */
export const StoredPhoto = v.object({ id: Id, width: v.number(), height: v.number(), thumbhash: v.string() });
export type StoredPhoto = v.InferOutput<typeof StoredPhoto>;

/** A photo as a bike shows it. */
export const Photo = v.object({
  ...StoredPhoto.entries,
  kind: PhotoKind,
  caption: v.string(),
  alt: v.string(),
  takenYear: v.optional(v.nullable(v.number())),
});
export type Photo = v.InferOutput<typeof Photo>;

/** Takes the raw bytes as body. `Content-Digest: sha-256=:…:` (RFC 9530) is required and checked. */
export const putPhoto = endpoint('PUT', '/photos/:photoId', { reply: StoredPhoto });

/**
 * Asks whether an upload has arrived, before its bytes go out again; with the upload's own Idempotency-Key. The photo
 * when it has, null when its bytes are wanted. @throws in_progress while an earlier try of it is still being taken in
 */
export const askPhoto = endpoint('GET', '/photos/:photoId/arrival', {
  reply: v.object({ photo: v.nullable(StoredPhoto) }),
});

/** `homeBanner`: of the bikes that won a week. */
const photoFolders = ['bikes', 'homeBanner'] as const;
export type PhotoFolder = (typeof photoFolders)[number];

/** Where a bike's photo is served from, for ever the same bytes. */
export const photoPath = (id: string, width: PhotoWidth, folder: PhotoFolder = 'bikes'): string =>
  `/images/${folder}/${id}/${width}.webp`;

/** The address that belongs to the pattern above, or null. */
export function photoOfPath(path: string): { id: string; width: PhotoWidth; folder: PhotoFolder } | null {
  const match = /^\/images\/(\w+)\/([0-9a-f-]{36})\/(\d+)\.webp$/.exec(path);
  const folder = photoFolders.find((one) => one === match?.[1]);
  const width = photoWidths.find((one) => String(one) === match?.[3]);
  return match?.[2] && folder && width ? { id: match[2], width, folder } : null;
}
