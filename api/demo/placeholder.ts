import { rgbaToThumbHash } from 'thumbhash';
import { type Drawing, developPhoto } from './draw-photo.ts';

const longEdge = 100;

/** Returns a drawing's thumbhash (base64), which is shown until the picture has loaded. */
export async function placeholderOf(drawing: Drawing): Promise<string> {
  const picture = await developPhoto(drawing, 200);
  const { data, info } = await picture
    .resize(longEdge, longEdge, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
