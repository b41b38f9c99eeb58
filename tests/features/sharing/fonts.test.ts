import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ShareCards } from '#api/features/sharing/sharing.cards.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';

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
