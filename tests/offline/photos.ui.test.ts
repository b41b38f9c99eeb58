import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserHarness } from '#tests/kit/harness/browser-harness.ts';
import { nightly } from '#tests/run/tiers.ts';

let h: BrowserHarness;
beforeAll(async () => {
  h = await BrowserHarness.start();
  await h.fresh();
});
afterAll(() => h?.close());

test('a file that is no photo is refused by name', async () => {
  const refusal = (bytes: string, name: string, size = 0) =>
    h.page.evaluate(
      async ([text, file, length]) => {
        const content = length > 0 ? new Uint8Array(length) : text;
        return window.headbadge.shrinkPhoto(new File([content], file)).then(
          () => 'taken',
          (error: Error) => error.message,
        );
      },
      [bytes, name, size] as const,
    );
  expect(await refusal('hello', 'notes.jpg')).toBe('We couldn’t open notes.jpg. It may be damaged.');
  expect(await refusal('\u00ff', 'huge.jpg', 40 * 1024 * 1024)).toBe('huge.jpg is larger than 20 MB.');
  const cut = await h.page.evaluate(async () => {
    const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])], 'cut.jpg');
    return window.headbadge.shrinkPhoto(file).catch((error: Error) => error.message);
  });
  expect(cut).toBe('We couldn’t open cut.jpg. It may be damaged.');
  for (const type of ['image/jpeg', 'image/png', 'image/webp']) {
    const half = await h.page.evaluate(async (kind) => {
      const canvas = new OffscreenCanvas(800, 600);
      canvas.getContext('2d')?.fillRect(10, 10, 400, 300);
      const blob = await canvas.convertToBlob({ type: kind });
      const message = (file: File) =>
        window.headbadge.shrinkPhoto(file).then(
          () => 'taken',
          (error: Error) => error.message,
        );
      return [
        await message(new File([blob], 'whole')),
        await message(new File([blob.slice(0, blob.size / 2)], 'half')),
      ];
    }, type);
    expect(half).toEqual(['taken', 'We couldn’t open half. It may be damaged.']);
  }
});

test('a photo is stored upright, at most 2,048 pixels wide and without metadata', async () => {
  const shrunk = await h.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    // An EXIF block with orientation 6: rotate by 90° clockwise.
    const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
    const exif = [0xff, 0xe1, 0, tiff.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
    const turned = new Uint8Array([...bytes.slice(0, 2), ...exif, ...bytes.slice(2)]);
    const { blob, width, height } = await window.headbadge.shrinkPhoto(new File([turned], 'turned.jpg'));
    const text = new TextDecoder('latin1').decode(await blob.arrayBuffer());
    return { width, height, type: blob.type, exif: text.includes('Exif') || text.includes('EXIF') };
  });
  expect(shrunk).toEqual({ width: 1536, height: 2048, type: 'image/webp', exif: false });
});

/** Shrinks a picture in the page and returns the result. */
async function shrunk(picture: Buffer): Promise<Buffer> {
  const text = await h.page.evaluate(async (args) => {
    const bytes = Uint8Array.from(atob(args), (letter) => letter.charCodeAt(0));
    const { blob } = await window.headbadge.shrinkPhoto(new File([bytes], 'picture'));
    return Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
  }, picture.toString('base64'));
  return Buffer.from(text, 'latin1');
}
const expectAlike = (seen: number[], wanted: number[]) => {
  for (const [at, part] of seen.entries()) expect(Math.abs(part - (wanted[at] ?? 0)), seen.join()).toBeLessThan(8);
};
const colorAt = async (picture: Buffer, left: number, top: number) => [
  ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

test('a phone photo of 50 million pixels is accepted', { tags: nightly }, async () => {
  const flat = { create: { width: 8160, height: 6144, channels: 3, background: '#3a5' } } as const;
  const photo = await sharp(flat).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await sharp(await shrunk(photo)).metadata()).toMatchObject({ width: 1542, height: 2048 });
});

test('a transparent picture gets the neutral background, and an animation becomes its first frame', async () => {
  const cutOut = await sharp({ create: { width: 800, height: 600, channels: 4, background: '#80008000' } })
    .composite([{ input: { create: { width: 400, height: 600, channels: 3, background: '#f00' } }, left: 400, top: 0 }])
    .png()
    .toBuffer();
  const onBackground = await shrunk(cutOut);
  expect((await sharp(onBackground).metadata()).hasAlpha).toBe(false);
  expectAlike(await colorAt(onBackground, 100, 300), [0xe6, 0xe8, 0xe9]);
  const frames = Buffer.alloc(800 * 1200 * 3, 0);
  frames.fill(200, 800 * 600 * 3);
  const raw = { width: 800, height: 1200, channels: 3, pageHeight: 600 } as const;
  const moving = await sharp(frames, { raw })
    .webp({ delay: [100, 100] })
    .toBuffer();
  expectAlike(await colorAt(await shrunk(moving), 400, 300), [0, 0, 0]);
});

test('a wide-gamut photo keeps its colors', async () => {
  // A red of Display P3 that sRGB does not have, as a camera writes it.
  const red = { create: { width: 800, height: 600, channels: 3, background: '#c80000' } } as const;
  const plain = await sharp(red).jpeg().toBuffer();
  const { icc = Buffer.alloc(0) } = await sharp(await sharp(red).withIccProfile('p3').jpeg().toBuffer()).metadata();
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  head.writeUInt16BE(head.length - 2 + icc.length, 2);
  const colored = await shrunk(Buffer.concat([plain.subarray(0, 2), head, icc, plain.subarray(2)]));
  // Clipped to sRGB it would be 218, 0, 0.
  const inWideColors = await sharp(colored, { ignoreIcc: true }).resize(1).raw().toBuffer();
  expect((await sharp(colored).metadata()).icc).toBeDefined();
  expectAlike([...inWideColors], [200, 0, 0]);
});
