import { photoBackground } from '#contract/photo-paths.ts';
import { photoLimits } from '#contract/photos.ts';
import { many, t } from '#contract/texts.ts';
import { hasProfile, isWhole, type PhotoType, sniff } from './photo-file.ts';

type Size = { width: number; height: number };
export type ShrunkPhoto = Size & {
  blob: Blob;
  /** Whether it is the picked HEIC itself, which this browser cannot decode and only the server can. */
  undecoded?: true;
};

/**
 * A file that is refused as a photo; `message` names it and says why. `canRetry`: the same file may be accepted later.
 */
export class PhotoRefusal extends Error {
  readonly canRetry: boolean;

  constructor(message: string, { canRetry = false } = {}) {
    super(message);
    this.name = 'PhotoRefusal';
    this.canRetry = canRetry;
  }
}

const maxSide = 2048;
const quality = 0.86;
const megapixel = 1e6;
const maxMegapixels = photoLimits.pixels / megapixel;

const heic = 'image/heic';

const unreadable = ({ name }: File) => new PhotoRefusal(t`We couldn’t open ${name}. It may be damaged.`);

/** Reads a picked file. @throws PhotoRefusal when it was moved, deleted or changed since, which no retry can help */
const readBytes = (file: File): Promise<ArrayBuffer> =>
  file.arrayBuffer().catch(() => {
    throw new PhotoRefusal(t`${file.name} was moved, deleted or changed. Choose it again.`);
  });

/** A HEIC as it is, for the server to decode; its size is unknown until then. @throws PhotoRefusal for other types */
async function undecoded(file: File, type: PhotoType, bytes: Uint8Array<ArrayBuffer>): Promise<ShrunkPhoto> {
  if (type !== 'heic') {
    // The browser has read the file a second time.
    await readBytes(file);
    throw unreadable(file);
  }
  return { blob: new Blob([bytes], { type: heic }), width: 4, height: 3, undecoded: true };
}

/** The upright size of a picture, in pixels. An `<img>` reads it without decoding the picture. */
async function measure(file: File): Promise<Size> {
  const image = new Image();
  const address = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = address;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Decodes a picture at the size it is sent in, if the browser can: phones lack the memory for 64 megapixels. */
function decode(file: File, { width, height }: Size): Promise<ImageBitmap> {
  // One side only: the browser computes the other, even if it rotates the picture after resizing.
  const side = width >= height ? 'resizeWidth' : 'resizeHeight';
  const isLarger = Math.max(width, height) > maxSide;
  return createImageBitmap(file, {
    imageOrientation: 'from-image',
    ...(isLarger && { [side]: maxSide }),
    resizeQuality: 'high',
  });
}

/** Whether a side was decoded at its final size; the browser rounds the side that it computes up. */
const fits = (decoded: number, wanted: number) => decoded === wanted || decoded === wanted + 1;

function sizeToSend({ width, height }: Size): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

let typePromise: Promise<string> | null = null;
/**
 * WebP, or JPEG where the browser cannot encode WebP. Tested with one pixel: such a browser encodes a PNG instead,
 * which takes seconds for a photo.
 */
function photoType(): Promise<string> {
  const ask = async () => {
    const canvas = new OffscreenCanvas(1, 1);
    canvas.getContext('2d');
    const { type } = await canvas.convertToBlob({ type: 'image/webp' });
    return type === 'image/webp' ? type : 'image/jpeg';
  };
  typePromise ??= ask().catch(() => 'image/jpeg');
  return typePromise;
}

const testSide = 8;
/** Browsers against fingerprinting may change the last bit of a color. Firefox's `privacy.resistFingerprinting` gives noise. */
const maxColorError = 2;

function isCanvasExact(): boolean {
  const context = new OffscreenCanvas(testSide, testSide).getContext('2d');
  if (!context) return true;
  const drawn = context.createImageData(testSide, testSide);
  for (let at = 0; at < drawn.data.length; at += 1) drawn.data[at] = at % 4 === 3 ? 255 : (at * 37) % 256;
  context.putImageData(drawn, 0, 0);
  const { data } = context.getImageData(0, 0, testSide, testSide);
  return data.every((value, at) => Math.abs(value - (drawn.data[at] ?? 0)) <= maxColorError);
}

let isExact: boolean | null = null;
/** Whether a canvas gives back what was drawn on it. Tested once, with known pixels. */
export function canUseCanvas(): boolean {
  isExact ??= isCanvasExact();
  return isExact;
}

/**
 * Opens the file chooser, or the camera on a phone. iOS converts HEIC to JPEG for a page that does not list it; other
 * systems would hide such files.
 */
export function openChooser(input: HTMLInputElement | null, camera?: 'user' | 'environment'): void {
  if (!input) return;
  const isIos = CSS.supports('-webkit-touch-callout', 'none');
  const types = isIos
    ? photoLimits.types.filter((type) => type !== heic)
    : [...photoLimits.types, 'image/heif', '.heic'];
  input.accept = camera ? 'image/*' : types.join();
  if (camera) input.setAttribute('capture', camera);
  else input.removeAttribute('capture');
  input.click();
}

let running: Promise<unknown> = Promise.resolve();

/**
 * Converts a picked file to an upright, opaque photo without metadata, its longer side at most 2,048 pixels. A HEIC that
 * this browser cannot decode stays as it is, and so does every file where a canvas gives noise: the server converts them,
 * to the size returned. One file at a time: phones lack the memory for several.
 * @throws PhotoRefusal when the file is too large, too small or not a photo
 */
export function shrinkPhoto(file: File): Promise<ShrunkPhoto> {
  const shrunk = running.then(() => shrink(file));
  running = shrunk.catch(() => undefined);
  return shrunk;
}

async function shrink(file: File): Promise<ShrunkPhoto> {
  if (file.size > photoLimits.bytes) throw new PhotoRefusal(t`${file.name} is larger than 20 MB.`);
  const bytes = new Uint8Array(await readBytes(file));
  const type = sniff(bytes);
  if (!type || !isWhole(type, bytes)) throw unreadable(file);
  const size = await measure(file).catch(() => null);
  if (!size) return undecoded(file, type, bytes);
  // A camera with 64 megapixels takes up to 64.2 million pixels.
  if (Math.floor((size.width * size.height) / megapixel) > maxMegapixels) {
    throw new PhotoRefusal(
      many(maxMegapixels)`${file.name} has more than # megapixel.|${file.name} has more than # megapixels.`,
    );
  }
  if (Math.max(size.width, size.height) < photoLimits.longEdge) {
    throw new PhotoRefusal(
      many(
        photoLimits.longEdge,
      )`${file.name} is too small. The longer side needs at least # pixel.|${file.name} is too small. The longer side needs at least # pixels.`,
    );
  }
  const bitmap = await decode(file, size).catch(() => null);
  if (!bitmap) return undecoded(file, type, bytes);
  try {
    const { width, height } = sizeToSend(size);
    if (!canUseCanvas()) return { blob: new Blob([bytes], { type: `image/${type}` }), width, height };
    const canvas = new OffscreenCanvas(width, height);
    const colorSpace = hasProfile(bytes) ? 'display-p3' : 'srgb';
    const context = canvas.getContext('2d', { alpha: false, colorSpace });
    if (!context) {
      const message = t`${file.name} could not be opened. This device is short of memory.`;
      throw new PhotoRefusal(message, { canRetry: true });
    }
    context.fillStyle = photoBackground;
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    // Scaling away one extra pixel would blur the photo.
    if (fits(bitmap.width, width) && fits(bitmap.height, height)) context.drawImage(bitmap, 0, 0);
    else context.drawImage(bitmap, 0, 0, width, height);
    return { blob: await canvas.convertToBlob({ type: await photoType(), quality }), width, height };
  } finally {
    bitmap.close();
  }
}
