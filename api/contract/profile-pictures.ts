import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { Profile } from './profile.ts';

export type ImageType = 'ProfileAvatar' | 'ProfileBanner';

/** Ratio of width to height, and the stored widths in pixels. The first is the minimum. */
export const pictureShapes: Record<ImageType, { ratio: number; widths: readonly [number, ...number[]] }> = {
  ProfileAvatar: { ratio: 1, widths: [160, 480] },
  ProfileBanner: { ratio: 3, widths: [640, 1280, 1920] },
};
/** The width that a picture's address names. */
const namedBy: Record<ImageType, number> = { ProfileAvatar: 160, ProfileBanner: 1280 };

const pixels = v.pipe(
  v.number(t`Send whole pixels.`),
  v.integer(t`Send whole pixels.`),
  v.minValue(0, t`Send whole pixels.`),
);
/** A section of a photo, in pixels of the stored photo. */
export const Crop = v.object({ x: pixels, y: pixels, width: pixels, height: pixels }, t`Choose a part of the photo.`);
export type Crop = v.InferOutput<typeof Crop>;

/** The member's photo, and the section of it. */
const NewPicture = v.object({ photoId: Id, crop: Crop });
export type NewPicture = v.InferOutput<typeof NewPicture>;

const adding = { body: NewPicture, reply: Profile, private: true, programs: true } as const;
const deleting = { reply: Profile, private: true, programs: true } as const;
export const addAvatar = endpoint('PUT', '/user/profile/avatar', { action: 'AddAvatar', ...adding });
export const deleteAvatar = endpoint('DELETE', '/user/profile/avatar', { action: 'DeleteAvatar', ...deleting });
export const addBanner = endpoint('PUT', '/user/profile/banner', { action: 'AddBanner', ...adding });
export const deleteBanner = endpoint('DELETE', '/user/profile/banner', { action: 'DeleteBanner', ...deleting });

const address = /^\/images\/users\/([0-9a-f-]{36})\/(\d{3,4})\.webp$/;
/** Path of a picture; its bytes never change. */
export const picturePath = (type: ImageType, id: string, width = namedBy[type]): string =>
  `/images/users/${id}/${width}.webp`;
/** Parses a path of {@link picturePath}; null when it does not match. */
export function pictureOfPath(path: string): { id: string; width: number } | null {
  const [, id, width] = address.exec(path) ?? [];
  return id && width ? { id, width: Number(width) } : null;
}
/** Returns the path of the same picture in another width. */
export const pictureIn = (path: string, width: number): string => path.replace(/\/\d+\.webp$/, `/${width}.webp`);
