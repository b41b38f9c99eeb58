import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withProfile } from '#api/features/photos/photos.heic.ts';
import { PhotoMaker } from '#api/features/photos/photos.maker.ts';
import { photoBackground } from '#contract/photo-paths.ts';
import { shareCardSize } from '#contract/sharing.ts';
import { heicGrid, heicSample, look } from '#tests/kit/photos.ts';
import { nightly } from '#tests/run/tiers.ts';

// Large pictures take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let maker: PhotoMaker;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-odd-'));
  maker = new PhotoMaker();
});
afterAll(async () => {
  maker.close();
  await rm(folder, { recursive: true, force: true });
});

async function make(bytes: Buffer) {
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  return maker.make(path, 'ana');
}
const flat = (width: number, height: number, background = '#808080') =>
  sharp({ create: { width, height, channels: 3, background } });

/** The color in the center of a picture, with alpha where it is transparent. */
async function middle(bytes: Uint8Array): Promise<number[]> {
  const { width, height } = await sharp(bytes).metadata();
  const at = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await sharp(bytes).extract(at).raw().toBuffer())];
}
function expectAlike(seen: readonly number[], wanted: readonly number[]): void {
  expect(seen).toHaveLength(wanted.length);
  for (const [at, part] of seen.entries()) expect(Math.abs(part - (wanted[at] ?? 0)), seen.join()).toBeLessThan(8);
}

test("a phone's photo with 50.3 million pixels is accepted", { tags: nightly }, async () => {
  const photo = await make(await flat(8192, 6144).toColourspace('b-w').png({ palette: true }).toBuffer());
  expect([photo.width, photo.height]).toEqual([2048, 1536]);
});

describe('a transparent picture gets the neutral background', () => {
  const background = [...Buffer.from(photoBackground.slice(1), 'hex')];
  const cutOut = () => sharp({ create: { width: 800, height: 600, channels: 4, background: '#80008000' } });

  test.each(['png', 'webp', 'avif', 'heic'] as const)('in every size and in its blur (%s)', async (format) => {
    const picture = format === 'heic' ? heicSample('cut-out') : cutOut().toFormat(format).toBuffer();
    const { variants, thumbhash } = await make(await picture);
    expect(variants.map(({ width }) => width)).toEqual([320, 640, 960]);
    for (const { bytes } of variants) expectAlike(await middle(bytes), background);
    const { r, g, b, a } = thumbHashToAverageRGBA(Buffer.from(thumbhash, 'base64'));
    expectAlike(
      [r, g, b, a].map((part) => Math.round(part * 255)),
      [...background, 255],
    );
  });

  test('on a share card and in a crop of it, also when it was stored transparent', async () => {
    const photo = await cutOut().webp().toBuffer();
    const [part = new Uint8Array()] = await maker.crop(
      { photo, crop: { x: 100, y: 100, width: 300, height: 300 }, widths: [96] },
      'ana',
    );
    expectAlike(await middle(part), background);
    const card = await maker.card({ title: 'Surly Pugsley', lines: [], photo, direction: 'ltr' });
    const { width, height } = shareCardSize;
    const left = await sharp(card)
      .extract({ left: 0, top: 0, width: width / 2, height })
      .toBuffer();
    expectAlike(await middle(left), background);
  });
});

/** A grayscale JPEG with a minimal gray profile (ICC.1, 8.5). */
async function greyPhoto(): Promise<Buffer> {
  const d50 = '0000f6d6000100000000d32d';
  const white = `58595a2000000000${d50}`;
  const curve = '6375727600000000000000010100';
  const header = Buffer.alloc(128);
  header.write('mntrGRAYXYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.write(`02100000`, 8, 'hex');
  header.write(d50, 68, 'hex');
  const tags = `00000002${hexOf('wtpt')}0000009c00000014${hexOf('kTRC')}000000b00000000e`;
  const profile = Buffer.concat([header, Buffer.from(`${tags}${white}${curve}0000`, 'hex')]);
  profile.writeUInt32BE(profile.length, 0);
  const path = join(folder, 'grey.icc');
  await writeFile(path, profile);
  return flat(800, 600).toColourspace('b-w').withIccProfile(path).jpeg().toBuffer();
}
const hexOf = (text: string) => Buffer.from(text, 'latin1').toString('hex');

test('a grayscale photo with a gray profile keeps its brightness', async () => {
  const photo = await greyPhoto();
  expect((await sharp(photo).metadata()).icc).toBeDefined();
  const inRgb = await middle(await sharp(photo).png().toBuffer());
  for (const { bytes } of (await make(photo)).variants) expectAlike(await middle(bytes), inRgb);
});

describe('a HEIC', () => {
  /** A PNG of one color, whose values mean the same as those of the HEIC. */
  const inP3 = async (background: string) => {
    const path = join(folder, 'p3.icc');
    const { icc = Buffer.alloc(0) } = await sharp(await flat(1, 1).withIccProfile('p3').png().toBuffer()).metadata();
    await writeFile(path, icc);
    return withProfile(await flat(640, 480, background).png().toBuffer(), icc);
  };

  test('of 10 bits is upright by its own box, whatever its EXIF says, and without metadata', async () => {
    const { width, height, variants } = await make(await heicSample('turned'));
    expect([width, height]).toEqual([480, 640]);
    for (const { bytes } of variants) {
      expect(await look(Buffer.from(bytes))).toMatchObject({ upright: true, metadata: false });
    }
  });

  test.each(['turned', 'display-p3'] as const)('in Display P3 keeps its colors (%s)', async (name) => {
    const wanted = (await make(await inP3('#d2281e'))).variants[0]?.bytes ?? new Uint8Array();
    const top = { left: 10, top: 10, width: 1, height: 1 };
    for (const { bytes } of (await make(await heicSample(name))).variants) {
      expect((await sharp(bytes).metadata()).icc).toEqual((await sharp(wanted).metadata()).icc);
      expectAlike([...(await sharp(bytes).extract(top).raw().toBuffer())], await middle(wanted));
    }
  });

  test('in parts is put together', async () => {
    const { width, height, variants } = await make(await heicGrid(3, 2));
    expect([width, height]).toEqual([1920, 960]);
    expectAlike(
      await middle(variants.at(-1)?.bytes ?? new Uint8Array()),
      await middle(variants[0]?.bytes ?? new Uint8Array()),
    );
  });

  /** The sample with another size in its `ispe` box. */
  const sayingSize = async (width: number, height: number) => {
    const bytes = await heicSample('display-p3');
    const at = bytes.indexOf('ispe') + 8;
    bytes.writeUInt32BE(width, at);
    bytes.writeUInt32BE(height, at + 4);
    return bytes;
  };
  test.each([
    ['that says it is huge', () => sayingSize(60_000, 60_000), 'photo.too_many_pixels'],
    ['that is larger than it says', () => sayingSize(320, 300), 'photo.too_small'],
    ['that is smaller than it says', () => sayingSize(7900, 7900), 'photo.unreadable'],
    ['of too many parts', () => heicGrid(15, 15), 'photo.too_many_pixels'],
    ['without its end', async () => (await heicGrid(2, 2)).subarray(0, -200), 'photo.unreadable'],
    ['of nothing but its beginning', async () => (await heicSample('turned')).subarray(0, 40), 'photo.unreadable'],
  ])('%s is refused', async (_, bytes, code) => {
    await expect(make(await bytes())).rejects.toMatchObject({ code, status: 422 });
  });
});
