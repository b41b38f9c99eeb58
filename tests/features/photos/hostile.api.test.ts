import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';

// Dozens of photos take long on a slow machine.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let ana: TestBrowser;
beforeAll(async () => {
  app = await TestApp.open();
  ana = await app.join('ana');
});
afterAll(() => app.close());

const plain = () => sharp({ create: { width: 640, height: 480, channels: 3, background: '#a33' } });

/** A PNG whose header marks it as animated. */
async function animatedPng(): Promise<Buffer> {
  const png = await plain().png().toBuffer();
  const body = Buffer.from('acTL\0\0\0\x01\0\0\0\0', 'latin1');
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 16);
  const headerEnd = 33;
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}

/** An AVIF with a text inserted into its first box. */
async function avifWith(text: string, at: number): Promise<Buffer> {
  const avif = await plain().avif({ effort: 0 }).toBuffer();
  avif.write(text, at, 'latin1');
  return avif;
}

async function animatedWebp(): Promise<Buffer> {
  const frames = Buffer.alloc(640 * 960 * 3, 90);
  frames.fill(200, 640 * 480 * 3);
  const image = sharp(frames, { raw: { width: 640, height: 960, channels: 3, pageHeight: 480 } });
  return image.webp({ delay: [100, 100] }).toBuffer();
}

/** A WebP with one frame that is marked as animated. */
async function webpThatMoves(): Promise<Buffer> {
  const webp = await plain()
    .withExif({ IFD0: { Make: 'x' } })
    .webp()
    .toBuffer();
  webp[20] = (webp[20] ?? 0) | 2;
  return webp;
}

/** An SVG that takes librsvg a second for each of its thousand layers. */
const slowDrawing = (start: string) =>
  Buffer.from(
    `${start}<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><filter id="f" x="0" y="0" width="1" height="1">${'<feTurbulence baseFrequency="0.9" numOctaves="1000"/>'.repeat(1000)}</filter><rect width="900" height="900" filter="url(#f)"/></svg>`,
  );

const refused = { status: 422, answer: { error: { code: 'photo.unreadable' } } };

describe('a file that is not the image type that it begins as is refused:', () => {
  test.each([
    ['a drawing that calls itself an AVIF', async () => slowDrawing('<!--ftypavif-->')],
    ['a drawing', async () => slowDrawing('')],
    ['an AVIF with the brand of a sequence', () => avifWith('avis', 8)],
    ['an AVIF that may be a sequence as well', () => avifWith('avis', 24)],
    ['an AVIF with a brand of HEIC', () => avifWith('heic', 24)],
    ['an AVIF without its own brand', () => avifWith('mif1mif1mif1mif1', 8)],
    ['an AVIF whose first box is longer than the file', () => avifWith('\x7f\xff\xff\xfc', 0)],
    ['a PNG that moves', animatedPng],
    ['a WebP that moves', animatedWebp],
    ['a WebP of one frame that says it moves', webpThatMoves],
    ['a GIF', () => plain().gif().toBuffer()],
    ['a TIFF', () => plain().tiff().toBuffer()],
  ])('%s', async (_, bytes) => {
    expect(await ana.sendPhoto(await bytes())).toMatchObject(refused);
    expect((await ana.sendPhoto(await plain().jpeg().toBuffer())).status).toBe(200);
  });
});

test.each(['avif', 'png', 'webp', 'jpeg'] as const)('a still picture as %s is accepted', async (format) => {
  const bytes = await plain().toFormat(format).toBuffer();
  expect((await ana.sendPhoto(bytes)).status).toBe(200);
});

test("a member who sends twenty photos does not delay another's", async () => {
  const ben = await app.join('ben');
  const photo = await plain().jpeg().toBuffer();
  const done: string[] = [];
  const send = async (member: TestBrowser, name: string) => {
    const { status } = await member.sendPhoto(photo);
    done.push(`${name} ${status}`);
  };
  const many = Array.from({ length: 20 }, () => send(ana, 'ana'));
  await Promise.race(many);
  await send(ben, 'ben');
  expect(done.filter((one) => one === 'ana 200').length).toBeLessThan(10);
  await Promise.all(many);
  expect(done.filter((one) => one === 'ana 200')).toHaveLength(20);
});
