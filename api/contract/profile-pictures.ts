import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { Profile } from './profile.ts';

export type ImageType = 'ProfileAvatar' | 'ProfileBanner';

/** How wide a picture is to its height, and the widths in pixels that it is kept in: the first is the least it may have. */
export const pictureShapes: Record<ImageType, { ratio: number; widths: readonly [number, ...number[]] }> = {
  ProfileAvatar: { ratio: 1, widths: [160, 480] },
  ProfileBanner: { ratio: 3, widths: [640, 1280, 1920] },
};
/** Which of its widths a picture is called by. */
const namedBy: Record<ImageType, number> = { ProfileAvatar: 160, ProfileBanner: 1280 };

const pixels = v.pipe(
  v.number('Send whole pixels.'),
  v.integer('Send whole pixels.'),
  v.minValue(0, 'Send whole pixels.'),
);
/** A part of a photo, in pixels of the photo as it is kept. */
export const Crop = v.object({ x: pixels, y: pixels, width: pixels, height: pixels }, 'Choose a part of the photo.');
export type Crop = v.InferOutput<typeof Crop>;

/** Which photo of the member's, and which part of it. */
const NewPicture = v.object({ photoId: Id, crop: Crop });
export type NewPicture = v.InferOutput<typeof NewPicture>;

const adding = { body: NewPicture, reply: Profile, private: true } as const;
const deleting = { reply: Profile, private: true } as const;
export const addAvatar = endpoint('PUT', '/user/profile/avatar', adding);
export const deleteAvatar = endpoint('DELETE', '/user/profile/avatar', deleting);
export const addBanner = endpoint('PUT', '/user/profile/banner', adding);
export const deleteBanner = endpoint('DELETE', '/user/profile/banner', deleting);

const address = /^\/images\/users\/([0-9a-f-]{36})\/(\d{3,4})\.webp$/;
/** Where a picture is served from, for ever the same bytes. */
export const picturePath = (type: ImageType, id: string, width = namedBy[type]): string =>
  `/images/users/${id}/${width}.webp`;
/** The picture that an address names; null where it names none. */
export function pictureOfPath(path: string): { id: string; width: number } | null {
  const [, id, width] = address.exec(path) ?? [];
  return id && width ? { id, width: Number(width) } : null;
}
/** The same picture in another width. */
export const pictureIn = (path: string, width: number): string => path.replace(/\/\d+\.webp$/, `/${width}.webp`);
