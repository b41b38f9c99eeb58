import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { webManifest } from '#api/build/web-manifest.ts';
import { directionOf } from '#api/languages/grammar.ts';
import { withLanguage } from '#api/platform/languages.ts';
import { catalogLanguages, ownLanguage, splitLanguage } from '#contract/languages.ts';
import { photoLimits } from '#contract/photos.ts';
import { elsewhere, screenOf } from '#src/app/screens.ts';

const publicFolder = join(import.meta.dirname, '../../public');
const manifest = webManifest();
const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];

test.each(pictures.map((one) => [one.src, one] as const))(
  '%s has the size and type that it is said to have',
  async (src, { sizes, type }) => {
    const { width, height, format } = await sharp(join(publicFolder, src)).metadata();
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
  },
);

test('there is an icon that a system may crop', () => {
  expect(manifest.icons.some((icon) => 'purpose' in icon && icon.purpose === 'maskable')).toBe(true);
});

test('each shortcut leads to a screen', () => {
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Add a bike', 'Search', 'Messages']);
  for (const { url } of manifest.shortcuts) expect(screenOf(url)?.path, url).not.toBe(elsewhere);
});

test('screenshots are of one shape for each kind of device, as browsers ask', () => {
  for (const factor of ['narrow', 'wide']) {
    const sizes = manifest.screenshots.filter(({ form_factor }) => form_factor === factor).map((one) => one.sizes);
    expect(sizes.length).toBeGreaterThanOrEqual(3);
    expect(new Set(sizes).size).toBe(1);
    const [width = 0, height = 0] = sizes[0]?.split('x').map(Number) ?? [];
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
  }
});

test('other apps can share every type of photo that a bike accepts', () => {
  const { method, enctype, params } = manifest.share_target;
  expect([method, enctype]).toEqual(['POST', 'multipart/form-data']);
  expect(params.files[0]?.accept).toEqual(expect.arrayContaining([...photoLimits.types]));
});

test.each(catalogLanguages.filter((tag) => tag !== ownLanguage))(
  'the manifest in %s is of the same app, in the words of the language',
  async (language) => {
    const own = await withLanguage(language, () => webManifest(language));
    for (const field of ['id', 'start_url', 'scope', 'share_target', 'icons', 'name'] as const)
      expect(own[field]).toEqual(manifest[field]);
    expect([own.lang, own.dir]).toEqual([language, directionOf(language)]);
    expect(own.description).not.toBe(manifest.description);
    const namesOf = ({ shortcuts }: typeof own) => shortcuts.map(({ name }) => name);
    expect(namesOf(own)).not.toEqual(namesOf(manifest));
    for (const [at, { url }] of own.shortcuts.entries()) {
      expect(splitLanguage(url, [ownLanguage, language])).toEqual({ language, path: manifest.shortcuts[at]?.url });
    }
    for (const [at, { label }] of own.screenshots.entries()) expect(label).not.toBe(manifest.screenshots[at]?.label);
  },
);
