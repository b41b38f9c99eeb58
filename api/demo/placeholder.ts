import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Drawing } from './draw-photo.ts';
import { drawBike } from './illustrator/draw.ts';
import { flatten } from './illustrator/render.ts';

const longEdge = 100;

/** Returns a drawing's thumbhash (base64), which is shown until the picture has loaded. */
export async function placeholderOf(drawing: Drawing): Promise<string> {
  const raw = await flatten(drawBike(drawing.spec, drawing, drawing.seed), 200);
  const { data, info } = await sharp(raw.data, { raw })
    .resize(longEdge, longEdge, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
