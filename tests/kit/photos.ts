import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';

type Wanted = { width?: number; height?: number; orientation?: number; hue?: number };

/**
 * A photograph as a phone's camera writes it: noisy JPEG, rotated by its EXIF orientation, with a GPS position.
 * Upright, it shows a red bar above a blue one.
 * @param wanted stored size in pixels, 12 megapixels by default
 */
export async function cameraPhoto(wanted: Wanted = {}): Promise<Buffer> {
  const { width = 4032, height = 3024, orientation = 6 } = wanted;
  const turned = orientation >= 5;
  const [w, h] = turned ? [height, width] : [width, height];
  const noise = Buffer.alloc(Math.ceil(w / 4) * Math.ceil(h / 4) * 3);
  randomFillSync(noise);
  const grain = await sharp(noise, { raw: { width: Math.ceil(w / 4), height: Math.ceil(h / 4), channels: 3 } })
    .resize(w, h, { kernel: 'nearest' })
    .linear(0.35, 0)
    .png({ compressionLevel: 0 })
    .toBuffer();
  const bars = await sharp({ create: { width: w, height: h, channels: 3, background: { r: 30, g: 60, b: 200 } } })
    .composite([
      {
        input: { create: { width: w, height: Math.round(h / 2), channels: 3, background: { r: 210, g: 30, b: 30 } } },
        top: 0,
        left: 0,
      },
      { input: grain, blend: 'add' },
    ])
    .png({ compressionLevel: 0 })
    .toBuffer();
  // The sensor's image: the upright scene rotated the other way, which the tag corrects.
  const back: Record<number, number> = { 1: 0, 3: 180, 6: 270, 8: 90 };
  return sharp(bars)
    .rotate(back[orientation] ?? 0)
    .withExif({
      IFD0: { Make: 'Testcam', Model: 'Trail 12' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '8/1 32/1 0/1' },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Whether a served image is upright (red above blue), and whether any metadata is left. */
export async function look(
  bytes: Buffer,
): Promise<{ upright: boolean; metadata: boolean; width: number; height: number }> {
  const image = sharp(bytes);
  const metadata = await image.metadata();
  const { data } = await image.resize(1, 2, { fit: 'fill' }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [topRed = 0, , topBlue = 0, bottomRed = 0, , bottomBlue = 0] = data;
  return {
    upright: topRed > topBlue && bottomBlue > bottomRed,
    metadata: Boolean(metadata.exif || metadata.xmp || metadata.iptc),
    width: metadata.width,
    height: metadata.height,
  };
}
