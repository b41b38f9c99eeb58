import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserHarness } from '#tests/kit/harness/browser-harness.ts';

let h: BrowserHarness;
beforeAll(async () => {
  h = await BrowserHarness.start();
  await h.fresh();
});
afterAll(() => h?.close());

test('a file that is no photo is refused with its name', async () => {
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
  expect(await refusal('hello', 'notes.jpg')).toBe('notes.jpg is not a photo we can read.');
  expect(await refusal('\u00ff', 'huge.jpg', 40 * 1024 * 1024)).toBe('huge.jpg is larger than 20 MB.');
  const cut = await h.page.evaluate(async () => {
    const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])], 'cut.jpg');
    return window.headbadge.shrinkPhoto(file).catch((error: Error) => error.message);
  });
  expect(cut).toBe('cut.jpg is not a photo we can read.');
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
    expect(half).toEqual(['taken', 'half is not a photo we can read.']);
  }
});

test('a photo is upright, at most 2,048 pixels wide and without metadata', async () => {
  const shrunk = await h.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    // An EXIF block whose orientation says: turn a quarter to the right.
    const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
    const exif = [0xff, 0xe1, 0, tiff.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
    const turned = new Uint8Array([...bytes.slice(0, 2), ...exif, ...bytes.slice(2)]);
    const { blob, width, height } = await window.headbadge.shrinkPhoto(new File([turned], 'turned.jpg'));
    const text = new TextDecoder('latin1').decode(await blob.arrayBuffer());
    return { width, height, type: blob.type, exif: text.includes('Exif') || text.includes('EXIF') };
  });
  expect(shrunk).toEqual({ width: 1536, height: 2048, type: 'image/webp', exif: false });
});
