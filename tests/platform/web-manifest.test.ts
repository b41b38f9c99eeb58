import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { webManifest } from '#api/build/web-manifest.ts';
import { photoLimits } from '#contract/photos.ts';
import { elsewhere, screenOf } from '#src/app/screens.ts';

const publicFolder = join(import.meta.dirname, '../../public');
const pictures = [
  ...webManifest.icons,
  ...webManifest.screenshots,
  ...webManifest.shortcuts.flatMap(({ icons }) => icons),
];

test.each(pictures.map((one) => [one.src, one] as const))(
  '%s has the size and type that it is said to have',
  async (src, { sizes, type }) => {
    const { width, height, format } = await sharp(join(publicFolder, src)).metadata();
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
  },
);

test('there is an icon that a system may crop', () => {
  expect(webManifest.icons.some((icon) => 'purpose' in icon && icon.purpose === 'maskable')).toBe(true);
});

test('each shortcut leads to a screen', () => {
  expect(webManifest.shortcuts.map(({ name }) => name)).toEqual(['Add a bike', 'Search', 'Messages']);
  for (const { url } of webManifest.shortcuts) expect(screenOf(url)?.path, url).not.toBe(elsewhere);
});

test('screenshots are of one shape for each kind of device, as browsers ask', () => {
  for (const factor of ['narrow', 'wide']) {
    const sizes = webManifest.screenshots.filter(({ form_factor }) => form_factor === factor).map((one) => one.sizes);
    expect(sizes.length).toBeGreaterThanOrEqual(3);
    expect(new Set(sizes).size).toBe(1);
    const [width = 0, height = 0] = sizes[0]?.split('x').map(Number) ?? [];
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
  }
});

test('other apps can share every type of photo that a bike accepts', () => {
  const { method, enctype, params } = webManifest.share_target;
  expect([method, enctype]).toEqual(['POST', 'multipart/form-data']);
  expect(params.files[0]?.accept).toEqual(expect.arrayContaining([...photoLimits.types]));
});
