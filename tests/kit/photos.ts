import { randomFillSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/**
 * A small HEIC, drawn with pillow-heif. `turned`: red above blue, 10 bits, Display P3, turned by its own box as well as
 * by EXIF, with a GPS position; `cut-out`: transparent; `display-p3`: red, its colors named by numbers, not by a profile.
 */
export const heicSample = (name: 'turned' | 'cut-out' | 'display-p3'): Promise<Buffer> =>
  readFile(join(import.meta.dirname, '../features/photos/samples', `${name}.heic`));

function box(type: string, ...parts: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
const u16 = (...values: number[]) => values.flatMap((value) => [value >> 8, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value & 65_535));
const ascii = (text: string) => [...Buffer.from(`${text}\0`, 'latin1')];

/** A HEIC whose parts, in a grid as phones store large photos, all show the sample `display-p3` of 640 x 480 pixels. */
export async function heicGrid(columns: number, rows: number): Promise<Buffer> {
  const tile = await heicSample('display-p3');
  const partOf = (type: string) => {
    const at = tile.indexOf(type) - 4;
    return tile.subarray(at, at + tile.readUInt32BE(at));
  };
  const data = partOf('mdat').subarray(8);
  const grid = [0, 0, rows - 1, columns - 1, ...u16(640 * columns, 480 * rows)];
  const ids = Array.from({ length: columns * rows }, (_, at) => at + 2);
  const infe = (id: number, type: string) => box('infe', u32(0x0200_0000), u16(id, 0), ascii(type).slice(0, 4), [0]);
  const size = (width: number, height: number) => box('ispe', u32(0, width, height));
  const metaWith = (dataAt: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0, 0), ascii('pict').slice(0, 4), u32(0, 0, 0), [0]),
      box('pitm', u32(0), u16(1)),
      box(
        'iloc',
        u32(0x0100_0000),
        u16(0x4400, ids.length + 1),
        u16(1, 1, 0, 1),
        u32(0, grid.length),
        ids.flatMap((id) => [...u16(id, 0, 0, 1), ...u32(dataAt, data.length)]),
      ),
      box('iinf', u32(0), u16(ids.length + 1), infe(1, 'grid'), ...ids.map((id) => infe(id, 'hvc1'))),
      box('iref', u32(0), box('dimg', u16(1, ids.length), u16(...ids))),
      box(
        'iprp',
        box('ipco', size(640 * columns, 480 * rows), size(640, 480), partOf('hvcC')),
        box(
          'ipma',
          u32(0, ids.length + 1),
          u16(1),
          [1, 1],
          ids.flatMap((id) => [...u16(id), 2, 2, 0x83]),
        ),
      ),
      box('idat', grid),
    );
  const start = box('ftyp', ascii('heic').slice(0, 4), u32(0), ascii('mif1').slice(0, 4), ascii('heic').slice(0, 4));
  const dataAt = start.length + metaWith(0).length + 8;
  return Buffer.concat([start, metaWith(dataAt), box('mdat', data)]);
}
