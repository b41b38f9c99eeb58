import type { Crop } from '#contract/profile-pictures.ts';

type Size = { width: number; height: number };
/** Which part of a photo is chosen: its corner and its width, in pixels of the photo. */
export type Area = { x: number; y: number; width: number };
/** A photo, how wide its part is to its height, and how wide at least. */
export type Shape = { photo: Size; ratio: number; least: number };

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

/** How wide a part can be at most; less than the least where the photo is too small for any. */
export const mostOf = ({ photo, ratio }: Shape): number => Math.floor(Math.min(photo.width, photo.height * ratio));

function within({ x, y, width }: Area, shape: Shape): Area {
  const { photo, ratio, least } = shape;
  const wide = between(least, width, mostOf(shape));
  return { x: between(0, x, photo.width - wide), y: between(0, y, photo.height - wide / ratio), width: wide };
}

/** As much of a photo as there can be, from its middle. */
export function wholeOf(shape: Shape): Area {
  const { photo, ratio } = shape;
  const width = mostOf(shape);
  return within({ x: (photo.width - width) / 2, y: (photo.height - width / ratio) / 2, width }, shape);
}

/** Moves a part by pixels of the photo. */
export const movedBy = (area: Area, right: number, down: number, shape: Shape): Area =>
  within({ ...area, x: area.x + right, y: area.y + down }, shape);

/** Makes a part narrower or wider around a place in it: from 0, its start, to 1, its end. */
export function widened(area: Area, width: number, shape: Shape, at = { x: 0.5, y: 0.5 }): Area {
  const wide = between(shape.least, width, mostOf(shape));
  const less = area.width - wide;
  return within({ x: area.x + less * at.x, y: area.y + (less / shape.ratio) * at.y, width: wide }, shape);
}

/** The part in whole pixels, all of them in the photo. */
export function cropOf({ x, y, width }: Area, { photo, ratio }: Shape): Crop {
  const wide = Math.min(Math.round(width), photo.width);
  const high = Math.min(Math.round(wide / ratio), photo.height);
  const [left, top] = [between(0, Math.round(x), photo.width - wide), between(0, Math.round(y), photo.height - high)];
  return { x: left, y: top, width: wide, height: high };
}
