import { photoLimits } from '#contract/photos.ts';
import { isWhole, type PhotoType, sniff } from './photo-file.ts';

export type ShrunkPhoto = { blob: Blob; width: number; height: number };

/** A file that cannot become a photo; `message` names it and says why. `mayPass`: the very same may, another time. */
export class PhotoRefusal extends Error {
  readonly mayPass: boolean;

  constructor(message: string, { mayPass = false } = {}) {
    super(message);
    this.name = 'PhotoRefusal';
    this.mayPass = mayPass;
  }
}

const longestSide = 2048;
const quality = 0.86;

async function decode(file: File, type: PhotoType): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new PhotoRefusal(
      type === 'heic'
        ? `${file.name} is a HEIC photo, which this browser cannot read. Save it as JPEG, or set the camera to "Most compatible".`
        : `${file.name} is not a photo we can read.`,
    );
  }
}

async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality });
  // Safari cannot write WebP and answers with a PNG of many megabytes instead.
  return webp.type === 'image/webp' ? webp : canvas.convertToBlob({ type: 'image/jpeg', quality });
}

/**
 * Makes an upright photo without metadata of a picked file, its longer side at most 2,048 pixels.
 * @throws PhotoRefusal when the file is too large, too small or not a photo
 */
export async function shrinkPhoto(file: File): Promise<ShrunkPhoto> {
  if (file.size > photoLimits.bytes) throw new PhotoRefusal(`${file.name} is larger than 20 MB.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = sniff(bytes);
  if (!type || !isWhole(type, bytes)) throw new PhotoRefusal(`${file.name} is not a photo we can read.`);
  const bitmap = await decode(file, type);
  try {
    const { width, height } = bitmap;
    if (width * height > photoLimits.pixels) throw new PhotoRefusal(`${file.name} has more than 50 megapixels.`);
    if (Math.max(width, height) < photoLimits.longEdge) {
      throw new PhotoRefusal(
        `${file.name} is too small. The longer side needs at least ${photoLimits.longEdge} pixels.`,
      );
    }
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (!context) {
      const words = `${file.name} could not be read: this device is short of memory.`;
      throw new PhotoRefusal(words, { mayPass: true });
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return { blob: await encode(canvas), width: canvas.width, height: canvas.height };
  } finally {
    bitmap.close();
  }
}
