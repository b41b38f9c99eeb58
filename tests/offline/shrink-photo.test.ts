import '#tests/kit/harness/tab/pictures.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Loads the module again, as after a reload. */
let shrinkPhoto: typeof import('#src/photos/shrink-photo.ts').shrinkPhoto;
beforeEach(async () => {
  vi.resetModules();
  ({ shrinkPhoto } = await import('#src/photos/shrink-photo.ts'));
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function picture(width: number, height: number, type = 'image/jpeg'): Promise<File> {
  return new File([await new OffscreenCanvas(width, height).convertToBlob({ type })], `${width}x${height}`);
}

/** Records every image type that the page asks the browser to encode. */
function watchEncoding(writesWebp = true) {
  const { convertToBlob } = OffscreenCanvas.prototype;
  const seen: string[] = [];
  vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob').mockImplementation(function (
    this: OffscreenCanvas,
    { type = 'image/png' } = {},
  ) {
    const written = type === 'image/webp' && !writesWebp ? 'image/png' : type;
    seen.push(`${this.width}x${this.height} ${written}`);
    return convertToBlob.call(this, { type: written });
  });
  return seen;
}

test('a browser without WebP encoding is tested once, with one pixel, and encodes each photo only once', async () => {
  const files = [await picture(4000, 3000), await picture(3000, 4000)];
  const seen = watchEncoding(false);
  for (const file of files) expect((await shrinkPhoto(file)).blob.type).toBe('image/jpeg');
  expect(seen).toEqual(['1x1 image/png', '2048x1536 image/jpeg', '1536x2048 image/jpeg']);
});

test('a browser that does not say what it encodes gets JPEG', async () => {
  const file = await picture(800, 600);
  vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob').mockRejectedValueOnce(new Error('No memory.'));
  expect((await shrinkPhoto(file)).blob.type).toBe('image/jpeg');
});

test.each([
  [8160, 6144],
  [8192, 6144],
  [6944, 9248],
])('a phone photo with %i x %i pixels is accepted, and never decoded as a whole', async (width, height) => {
  const file = await picture(width, height);
  const decode = vi.spyOn(globalThis, 'createImageBitmap');
  const { blob, ...size } = await shrinkPhoto(file);
  expect(Math.max(size.width, size.height)).toBe(2048);
  for (const { value } of decode.mock.settledResults) expect(value.width * value.height).toBeLessThan(2048 * 2048);
  expect(decode).toHaveBeenCalledOnce();
});

test('a picture of more than 64 megapixels is refused before it is decoded', async () => {
  const file = await picture(9000, 8000);
  const decoding = vi.spyOn(globalThis, 'createImageBitmap');
  await expect(shrinkPhoto(file)).rejects.toThrow('9000x8000 has more than 64 megapixels.');
  expect(decoding).not.toHaveBeenCalled();
});

test.each([
  [12_000, 2],
  [2, 12_000],
])('a picture of %i x %i pixels keeps at least one pixel on each side', async (width, height) => {
  const size = await shrinkPhoto(await picture(width, height));
  expect([size.width, size.height].toSorted((a, b) => a - b)).toEqual([1, 2048]);
});

test('a PNG with bytes after its end is accepted, and a truncated one is not', async () => {
  const whole = await picture(800, 600, 'image/png');
  expect((await shrinkPhoto(new File([whole, '\0'.repeat(500)], 'trailing.png'))).width).toBe(800);
  for (let left = 1; left < whole.size; left += 1) {
    const half = new File([whole.slice(0, whole.size - left)], 'half.png');
    await expect(shrinkPhoto(half)).rejects.toThrow('half.png is not a photo we can read.');
  }
});
