import type { Spot } from '#src/ui/gestures.ts';

export type Size = { width: number; height: number };

/** How a picture lies in its box: how much larger than whole, and how far its middle is from the box's, in pixels. */
export type View = Spot & { scale: number };

export const whole: View = { scale: 1, x: 0, y: 0 };
/** How much larger than whole a picture can be seen. */
export const mostZoom = 4;
/** What two taps, and one press of a button, do. */
export const tapZoom = 2.5;
export const buttonZoom = 1.5;

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** The size of a picture that is as large as its box allows. */
function fitted(picture: Size, box: Size): Size {
  const by = Math.min(box.width / picture.width, box.height / picture.height);
  return { width: picture.width * by, height: picture.height * by };
}

/** The nearest view in which the picture covers as much of its box as it can: no edge is drawn further in than needed. */
function within(view: View, picture: Size, box: Size): View {
  const { width, height } = fitted(picture, box);
  const roomX = Math.max(0, (width * view.scale - box.width) / 2);
  const roomY = Math.max(0, (height * view.scale - box.height) / 2);
  return { scale: view.scale, x: between(-roomX, view.x, roomX), y: between(-roomY, view.y, roomY) };
}

/**
 * The view in which what lay under `from` lies under `to`, `by` times larger; as near to that as the picture's edges and
 * the least and most zoom allow.
 */
export function moved(view: View, from: Spot, to: Spot, by: number, picture: Size, box: Size): View {
  const scale = between(1, view.scale * by, mostZoom);
  const grown = scale / view.scale;
  const x = to.x - (from.x - view.x) * grown;
  const y = to.y - (from.y - view.y) * grown;
  return within({ scale, x, y }, picture, box);
}
