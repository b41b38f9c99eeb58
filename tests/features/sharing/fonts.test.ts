import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { renderCard } from '#api/features/photos/photos.card.ts';
import { ShareCards } from '#api/features/sharing/sharing.cards.ts';
import { readCatalog } from '#api/languages/catalog.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';
import { catalogLanguages } from '#contract/languages.ts';
import { optionSets } from '#contract/option-sets.ts';

/** The title on the share card of a bike of this model. */
async function cardTitleOf(model: string): Promise<string> {
  let title = '';
  const bike = {
    id: newId(),
    version: 1,
    status: 'Active',
    photos: [],
    year: null,
    brand: '',
    model,
  } as unknown as Bike;
  const cards = new ShareCards({
    bikeOf: async () => bike,
    photoOf: async () => new Uint8Array(),
    render: async (card) => {
      title = card.title;
      return new Uint8Array();
    },
    renderLimiter: { count: async () => 0 },
    storage: {
      get: async () => null,
      put: async () => undefined,
      remove: async () => undefined,
    } as Partial<Storage> as Storage,
  });
  await cards.find(bike.id, 1, ['198.51.100.7']);
  return title;
}

/** The characters of a TrueType font by its first 16-bit table (OpenType, cmap format 4). */
function lettersOf(font: Buffer): Set<string> {
  const letters = new Set<string>();
  const cmap = font.readUInt32BE(font.indexOf('cmap') + 8);
  for (let record = cmap + 4; ; record += 8) {
    const table = cmap + font.readUInt32BE(record + 4);
    if (font.readUInt16BE(table) !== 4) continue;
    const segments = font.readUInt16BE(table + 6);
    for (let at = table + 14; at < table + 14 + segments; at += 2) {
      const last = font.readUInt16BE(at);
      for (let code = font.readUInt16BE(at + 2 + segments); code <= last; code += 1)
        letters.add(String.fromCharCode(code));
    }
    return letters;
  }
}

const vietnamese = 'aàáảãạăằắẳẵặâầấẩẫậbcdđeèéẻẽẹêềếểễệghiìíỉĩịklmnoòóỏõọôồốổỗộơờớởỡợpqrstuùúủũụưừứửữựvxyỳýỷỹỵ';

test('a share card shows the whole name of a Vietnamese bike, in any Unicode form', async () => {
  expect(await cardTitleOf('Xe đạp Thống Nhất Việt')).toBe('Xe đạp Thống Nhất Việt');
  expect(await cardTitleOf('Thống Nhất'.normalize('NFD'))).toBe('Thống Nhất');
  for (const alphabet of [vietnamese, vietnamese.toUpperCase()]) expect(await cardTitleOf(alphabet)).toBe(alphabet);
});

test.each(['regular', 'bold'])('the %s typeface of share cards has every Vietnamese letter', async (name) => {
  const letters = lettersOf(await readFile(`api/features/photos/card/${name}.ttf`));
  const missing = [...vietnamese, ...vietnamese.toUpperCase()].filter((letter) => !letters.has(letter));
  expect(missing).toEqual([]);
});

/** The sets whose names are on share cards. */
const onCards = ['category', 'drivetrain', 'rearGear', 'frameMaterial', 'wheelSize', 'brakeType'] as const;

test.each(['regular', 'bold'])('the %s typeface of share cards has the letters of all languages', async (name) => {
  const letters = lettersOf(await readFile(`api/features/photos/card/${name}.ttf`));
  for (const language of catalogLanguages) {
    const catalog = await readCatalog(language);
    const labels = onCards.flatMap((set) =>
      optionSets[set].map((value) => catalog.get(`${set}\u0004${value}`) ?? value),
    );
    // A mark of direction has no shape.
    const missing = new Set(labels.join('').replaceAll('\u200e', '')).difference(letters);
    expect([...missing], language).toEqual([]);
  }
});

test('a share card from right to left has its text at the left and its photo at the right', async () => {
  const white = { width: 40, height: 40, channels: 3, background: '#ffffff' } as const;
  const photo = await sharp({ create: white }).png().toBuffer();
  const cornersOf = async (direction: 'ltr' | 'rtl') => {
    const card = await renderCard({ title: '2021 · طريق', lines: ['فولاذ', '11.25 kg'], photo, direction });
    const { data, info } = await sharp(card).grayscale().raw().toBuffer({ resolveWithObject: true });
    return [data[0], data[info.width - 1]].map((light = 0) => (light > 128 ? 'photo' : 'text'));
  };
  expect(await cornersOf('ltr')).toEqual(['photo', 'text']);
  expect(await cornersOf('rtl')).toEqual(['text', 'photo']);
});
