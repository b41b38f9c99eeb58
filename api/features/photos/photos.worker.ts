import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { serveParent } from '#api/platform/child-entry.ts';
import { largestWidth, photoBackground, photoWidths } from '#contract/photo-paths.ts';
import { photoLimits } from '#contract/photos.ts';
import { renderCard } from './photos.card.ts';
import { decodeHeic, withProfile } from './photos.heic.ts';
import type { Cut, MadePhoto, Work } from './photos.maker.ts';
import { sniff } from './photos.sniff.ts';

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`) });

const webp = { quality: 80, smartSubsample: true, effort: 4 } as const;
const thumbhashEdge = 100;

class Refusal extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function checkSize(width: number, height: number): void {
  if (width * height > photoLimits.pixels) throw new Refusal('photo.too_many_pixels');
  if (Math.max(width, height) < photoLimits.longEdge) throw new Refusal('photo.too_small');
}

/** The bytes of a profile that sharp knows by name. */
async function iccOf(name: 'p3'): Promise<Buffer | undefined> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  return (await sharp(await pixel.withIccProfile(name).png().toBuffer()).metadata()).icc;
}

/** A smaller copy of a HEIC as PNG. */
async function admitHeic(bytes: Buffer): Promise<Buffer> {
  const { data, profile, ...raw } = await decodeHeic(bytes, checkSize, photoLimits.pixels);
  const copy = await fitted(sharp(data, { raw, limitInputPixels: photoLimits.pixels }), largestWidth, largestWidth)
    .png({ compressionLevel: 0 })
    .toBuffer();
  const icc = profile === 'p3' ? await iccOf(profile) : profile;
  return icc ? withProfile(copy, icc) : copy;
}

/**
 * Validates an upload.
 * @returns the bytes to decode for each size: the upload, or a smaller copy if its decoder cannot skip detail or its
 * color space is gray or CMYK, which WebP cannot store
 */
async function admit(bytes: Buffer): Promise<Buffer> {
  const type = sniff(bytes);
  if (!type) throw new Refusal('photo.unreadable');
  if (type === 'image/heic') return admitHeic(bytes);
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (metadata.mediaType !== type || (metadata.pages ?? 1) > 1) throw new Refusal('photo.unreadable');
  checkSize(metadata.width, metadata.height);
  const isRgb = metadata.space === 'srgb' || metadata.space === 'rgb16';
  if (type !== 'image/avif' && type !== 'image/png' && isRgb) return bytes;
  const copy = sized(bytes, largestWidth, largestWidth).png({ compressionLevel: 0 });
  return (isRgb ? copy.keepIccProfile() : copy).toBuffer();
}

/** The image opaque and within this size. */
const fitted = (image: Sharp, width: number, height?: number) =>
  image.flatten({ background: photoBackground }).resize(width, height, { fit: 'inside', withoutEnlargement: true });

/** The image upright, opaque and within this size. Decoding it again for each size lets the decoder skip detail. */
const sized = (bytes: Buffer, width: number, height?: number) =>
  fitted(sharp(bytes, { failOn: 'error', limitInputPixels: photoLimits.pixels }).autoOrient(), width, height);

async function make(path: string): Promise<MadePhoto> {
  const bytes = await admit(await readFile(path));
  const longest = largestWidth;
  const largest = await sized(bytes, longest, longest)
    .keepIccProfile()
    .webp(webp)
    .toBuffer({ resolveWithObject: true });
  const { width, height } = largest.info;
  const variants: MadePhoto['variants'] = [];
  for (const one of photoWidths.filter((other) => other < width)) {
    variants.push({ width: one, bytes: await sized(bytes, one).keepIccProfile().webp(webp).toBuffer() });
  }
  variants.push({ width: photoWidths.find((one) => one >= width) ?? longest, bytes: largest.data });
  // `rgbaToThumbHash` needs four channels.
  const { data, info } = await sized(bytes, thumbhashEdge, thumbhashEdge)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
  return { width, height, thumbhash, variants };
}

/** Crops a photo without enlarging it. */
const cut = ({ photo, crop: { x: left, y: top, width, height }, widths }: Cut): Promise<Uint8Array[]> =>
  Promise.all(
    widths.map((wide) =>
      sharp(photo, { failOn: 'error', limitInputPixels: photoLimits.pixels })
        .extract({ left, top, width, height })
        .flatten({ background: photoBackground })
        .resize(Math.min(wide, width))
        .keepIccProfile()
        .webp(webp)
        .toBuffer(),
    ),
  );

function answerTo(work: Work): Promise<unknown> {
  if ('card' in work) return renderCard(work.card);
  return 'cut' in work ? cut(work.cut) : make(work.upload);
}

/** Decoder errors are caused by the image, so they are reported as unreadable. */
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : 'photo.unreadable');

serveParent(answerTo, codeOf);
