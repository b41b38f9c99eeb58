import type { Spot } from '#src/ui/gestures.ts';

export type Size = { width: number; height: number };

/**
 * Zoom and offset of a picture in its box. `x` and `y` are the distance of its center from the box's center, in pixels.
 */
export type View = Spot & { scale: number };

export const whole: View = { scale: 1, x: 0, y: 0 };
/** Maximum scale relative to the fitted size. */
export const maxZoom = 4;
/** Scale after a double tap, and factor of one press of a button. */
export const tapZoom = 2.5;
export const buttonZoom = 1.5;

const between = (min: number, value: number, max: number) => Math.min(Math.max(value, min), max);

/** Size of the picture fitted into the box. */
function fitted(picture: Size, box: Size): Size {
  const by = Math.min(box.width / picture.width, box.height / picture.height);
  return { width: picture.width * by, height: picture.height * by };
}

/** Clamps the offset so that no edge is further inside the box than necessary. */
function within(view: View, picture: Size, box: Size): View {
  const { width, height } = fitted(picture, box);
  const roomX = Math.max(0, (width * view.scale - box.width) / 2);
  const roomY = Math.max(0, (height * view.scale - box.height) / 2);
  return { scale: view.scale, x: between(-roomX, view.x, roomX), y: between(-roomY, view.y, roomY) };
}

/** Moves the point at `from` to `to` and scales by the factor `by`, within the limits of the edges and of the zoom. */
export function moved(view: View, from: Spot, to: Spot, by: number, picture: Size, box: Size): View {
  const scale = between(1, view.scale * by, maxZoom);
  const grown = scale / view.scale;
  const x = to.x - (from.x - view.x) * grown;
  const y = to.y - (from.y - view.y) * grown;
  return within({ scale, x, y }, picture, box);
}
