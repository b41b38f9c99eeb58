import type { Crop } from '#contract/profile-pictures.ts';

type Size = { width: number; height: number };
/** Crop rectangle: its corner and width, in pixels of the photo. */
export type Area = { x: number; y: number; width: number };
/** A photo with the aspect ratio (width to height) and minimum width of its crop. */
export type Shape = { photo: Size; ratio: number; min: number };

const between = (min: number, value: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max));

/** Maximum width of a crop; less than the minimum if the photo is too small. */
export const maxOf = ({ photo, ratio }: Shape): number => Math.floor(Math.min(photo.width, photo.height * ratio));

function within({ x, y, width }: Area, shape: Shape): Area {
  const { photo, ratio, min } = shape;
  const wide = between(min, width, maxOf(shape));
  return { x: between(0, x, photo.width - wide), y: between(0, y, photo.height - wide / ratio), width: wide };
}

/** Largest centered crop. */
export function wholeOf(shape: Shape): Area {
  const { photo, ratio } = shape;
  const width = maxOf(shape);
  return within({ x: (photo.width - width) / 2, y: (photo.height - width / ratio) / 2, width }, shape);
}

/** Moves a crop by pixels of the photo. */
export const movedBy = (area: Area, right: number, down: number, shape: Shape): Area =>
  within({ ...area, x: area.x + right, y: area.y + down }, shape);

/** Changes the width of a crop around a point in it, from 0 (start) to 1 (end). */
export function widened(area: Area, width: number, shape: Shape, at = { x: 0.5, y: 0.5 }): Area {
  const wide = between(shape.min, width, maxOf(shape));
  const less = area.width - wide;
  return within({ x: area.x + less * at.x, y: area.y + (less / shape.ratio) * at.y, width: wide }, shape);
}

/** Rounds the crop to whole pixels inside the photo. */
export function cropOf({ x, y, width }: Area, { photo, ratio }: Shape): Crop {
  const wide = Math.min(Math.round(width), photo.width);
  const high = Math.min(Math.round(wide / ratio), photo.height);
  const [left, top] = [between(0, Math.round(x), photo.width - wide), between(0, Math.round(y), photo.height - high)];
  return { x: left, y: top, width: wide, height: high };
}
