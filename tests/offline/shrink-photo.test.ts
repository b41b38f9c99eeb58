import '#tests/kit/harness/tab/pictures.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { heicGrid, heicSample } from '#tests/kit/photos.ts';

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

test('where a canvas gives noise, the picked file itself is sent, with the size that the server makes of it', async () => {
  const { getContext } = OffscreenCanvas.prototype;
  let error = 2;
  vi.spyOn(OffscreenCanvas.prototype, 'getContext').mockImplementation(function (this: OffscreenCanvas, kind: '2d') {
    const context = getContext.call(this, kind) as OffscreenCanvasRenderingContext2D;
    const { getImageData } = context;
    const data = () => getImageData.call(context, 0, 0, 8, 8).data.map((value) => Math.abs(value - error));
    return Object.assign(context, { getImageData: () => ({ data: data() }) });
  } as never);
  const file = await picture(4000, 3000);
  const seen = watchEncoding();
  // A browser that only changes the last bit of a color is as good as any.
  expect((await shrinkPhoto(file)).blob.type).toBe('image/webp');
  expect(seen).toHaveLength(2);
  vi.resetModules();
  ({ shrinkPhoto } = await import('#src/photos/shrink-photo.ts'));
  error = 90;
  const { blob, ...rest } = await shrinkPhoto(file);
  expect(rest).toEqual({ width: 2048, height: 1536 });
  expect([blob.type, Buffer.from(await blob.arrayBuffer())]).toEqual([
    'image/jpeg',
    Buffer.from(await file.arrayBuffer()),
  ]);
  expect(seen).toHaveLength(2);
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

test('photos of 48 megapixels are converted one after another, also after one that is refused', async () => {
  const files = [await picture(8064, 6048), new File(['x'], 'notes.txt'), await picture(8064, 6048, 'image/png')];
  let [open, most] = [0, 0];
  const decode = globalThis.createImageBitmap;
  vi.spyOn(globalThis, 'createImageBitmap').mockImplementation(async (...given: unknown[]) => {
    open += 1;
    most = Math.max(most, open);
    const bitmap = await (decode as (...all: unknown[]) => Promise<ImageBitmap>)(...given);
    const close = () => {
      open -= 1;
    };
    return Object.assign(bitmap, { close });
  });
  const shrunk = await Promise.allSettled(files.map((file) => shrinkPhoto(file)));
  expect(shrunk.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([open, most]).toEqual([0, 1]);
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

test('a picked file that was moved, deleted or changed is refused with that sentence', async () => {
  const lost = 'was moved, deleted or changed. Choose it again.';
  const gone = () => Promise.reject(new DOMException('The file could not be read.', 'NotReadableError'));
  const file = await picture(800, 600);
  vi.spyOn(file, 'arrayBuffer').mockImplementation(gone);
  await expect(shrinkPhoto(file)).rejects.toMatchObject({ message: `800x600 ${lost}`, canRetry: false });
  // It can also happen between the two times that it is read.
  const later = await picture(800, 600);
  const bytes = await later.arrayBuffer();
  vi.spyOn(later, 'arrayBuffer')
    .mockImplementationOnce(async () => bytes)
    .mockImplementation(gone);
  vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValueOnce(new Error('It cannot be decoded.'));
  await expect(shrinkPhoto(later)).rejects.toThrow(`800x600 ${lost}`);
});

test('a PNG with bytes after its end is accepted, and a truncated one is not', async () => {
  const whole = await picture(800, 600, 'image/png');
  expect((await shrinkPhoto(new File([whole, '\0'.repeat(500)], 'trailing.png'))).width).toBe(800);
  for (let left = 1; left < whole.size; left += 1) {
    const half = new File([whole.slice(0, whole.size - left)], 'half.png');
    await expect(shrinkPhoto(half)).rejects.toThrow('We couldn’t open half.png. It may be damaged.');
  }
});

describe('a HEIC that the browser cannot decode', () => {
  const fileOf = (bytes: Buffer, name = 'IMG_1.HEIC') => new File([new Uint8Array(bytes)], name);

  test('stays as it is', async () => {
    const bytes = await heicSample('turned');
    const { blob, undecoded } = await shrinkPhoto(fileOf(bytes));
    expect([undecoded, blob.type]).toEqual([true, 'image/heic']);
    expect(Buffer.from(await blob.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('is refused when it is not whole', async () => {
    const whole = await heicGrid(2, 2);
    for (const left of [1, 100, whole.length - 60, whole.length - 20]) {
      const half = fileOf(whole.subarray(0, whole.length - left));
      await expect(shrinkPhoto(half), `${left}`).rejects.toThrow('We couldn’t open IMG_1.HEIC. It may be damaged.');
    }
  });

  test('with an unknown box before its picture, or something after it, is whole', async () => {
    const [start, rest] = [
      await heicSample('turned'),
      Buffer.from([0, 0, 0, 16, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0, 0, 0, 0, 0]),
    ];
    const end = start.readUInt32BE(0);
    const bytes = Buffer.concat([start.subarray(0, end), rest, start.subarray(end)]);
    expect(await shrinkPhoto(fileOf(bytes))).toMatchObject({ undecoded: true });
    const trailing = Buffer.concat([bytes, Buffer.from('a video of a second')]);
    expect(await shrinkPhoto(fileOf(trailing))).toMatchObject({ undecoded: true });
  });
});

describe('the file chooser', () => {
  const input = () => {
    const attributes = new Map<string, string>();
    return {
      accept: '',
      click: vi.fn(),
      setAttribute: (name: string, value: string) => void attributes.set(name, value),
      removeAttribute: (name: string) => void attributes.delete(name),
      attributes,
    };
  };
  const open = async (isIos: boolean, camera?: 'environment') => {
    vi.stubGlobal('CSS', { supports: (name: string) => isIos && name === '-webkit-touch-callout' });
    const { openChooser } = await import('#src/photos/shrink-photo.ts');
    const element = input();
    openChooser(element as never, camera);
    expect(element.click).toHaveBeenCalledOnce();
    return element;
  };
  afterEach(() => vi.unstubAllGlobals());

  test('lists HEIC, but not on iOS, which converts it then', async () => {
    expect((await open(false)).accept).toMatch(/image\/jpeg,.*image\/heic,.*\.heic/);
    const { accept } = await open(true);
    expect(accept).toBe('image/jpeg,image/png,image/webp,image/avif');
  });

  test('is the camera when asked for, and not the next time', async () => {
    const element = await open(false, 'environment');
    expect([element.accept, element.attributes.get('capture')]).toEqual(['image/*', 'environment']);
    const { openChooser } = await import('#src/photos/shrink-photo.ts');
    openChooser(element as never);
    expect([element.accept.startsWith('image/jpeg'), element.attributes.has('capture')]).toEqual([true, false]);
  });
});
