import { describe, expect, test } from 'vitest';
import { brands } from '#api/catalog/catalog.ts';
import { lineOf, partNameOf } from '#api/catalog/part-names.ts';
import { MakerFold } from '#api/features/makers/makers.fold.ts';
import type { ComponentSlot } from '#contract/components.ts';
import { brandPage, modelPage, partPage } from '#contract/maker-pages.ts';
import { modelKeyOf } from '#contract/model-key.ts';

const fold = new MakerFold();

type Written = string | { brand: string; text: string };
/** Ten parts as riders in forums write them. */
const parts: Record<string, [slot: ComponentSlot, ...Written[]]> = {
  'brooks b17': [
    'Saddle',
    'Brooks B17',
    'brooks b 17',
    'Brooks B-17, honey',
    'Brooks England B17 Standard',
    'B17 in honey, finally broken in',
    'Black Brooks B17 saddle',
    { brand: 'Brooks', text: 'B17' },
    { brand: 'Brooks', text: 'Brooks B17 (copper rails)' },
  ],
  'shimano xtm8100': [
    'Rear derailleur',
    'Shimano XT M8100',
    'Shimano Deore XT M8100, 12-speed',
    'XT M8100 long cage',
    'shimano xt m-8100',
    'Shimano RD-M8100',
  ],
  'shimano duraace9000': [
    'Crankset',
    'Shimano Dura-Ace 9000',
    'Dura Ace 9000 172.5mm',
    'shimano FC-9000',
    'DURA-ACE 9000 50/34',
  ],
  'continental gp5000': [
    'Front tire',
    'Continental GP5000',
    'Conti GP 5000 28mm',
    'Continental Grand Prix 5000 25',
    'GP5000 700x28c',
    'conti grand-prix 5000, tan',
  ],
  'nitto noodle': ['Handlebar', 'Nitto Noodle 46', 'nitto noodle bars, 46cm', 'Nitto Noodle (44 cm)'],
  'velocity dyad': ['Front rim', 'Velocity Dyad', 'Velocity Dyad 36h', 'velocity dyad 36 silver'],
  'son 28': ['Front hub', 'SON 28', 'Schmidt SON 28 dynamo hub', 'Schmidt 28, 32h'],
  'thomson elite': ['Seatpost', 'Thomson Elite 27.2', 'thomson elite seatpost 27.2 x 330', 'Thomson Elite, black'],
  'schwalbe marathonplus': [
    'Front tire',
    'Schwalbe Marathon Plus 35mm',
    'schwalbe marathon-plus 700x35c',
    'Marathon Plus 37-622',
  ],
  'buschmuller ixon': ['Lights / Dynamo', 'Busch & Müller Ixon', 'busch and muller ixon', 'B&M Ixon'],
};

/** Twenty models as riders write them. */
const models: Record<string, [brand: string, ...names: string[]]> = {
  'surly straggler': ['Surly', 'Straggler', 'straggler', 'STRAGGLER', 'Surly Straggler', 'Straggler 2016'],
  'surly longhaultrucker': ['Surly', 'Long Haul Trucker', 'long-haul trucker', 'LHT', 'Longhaul Trucker'],
  'surly crosscheck': ['Surly', 'Cross-Check', 'Cross Check', 'crosscheck', 'X-Check', '2011 Cross Check'],
  'surly karatemonkey': ['Surly', 'Karate Monkey', 'karatemonkey'],
  'surly disctrucker': ['Surly', 'Disc Trucker', 'Disk Trucker'],
  'trek checkpointsl5': ['Trek', 'Checkpoint SL 5', 'Checkpoint SL5', 'checkpoint sl-5'],
  'cannondale caad10': ['Cannondale', 'CAAD10', 'CAAD 10', 'caad-10', 'Cannondale CAAD10'],
  'cannondale supersixevo': ['Cannondale', 'SuperSix EVO', 'Super Six Evo', 'Supersix-Evo'],
  'specialized stumpjumper': ['Specialized', 'Stumpjumper', 'Stump Jumper', 'Stumpy'],
  'specialized sequoia': ['Specialized', 'Sequoia', 'Specialized Sequoia 2017'],
  'rivendell ahomerhilsen': ['Rivendell', 'A. Homer Hilsen', 'A Homer Hilsen', 'AHH'],
  'rivendell samhillborne': ['Rivendell', 'Sam Hillborne', 'sam hillborne'],
  'peugeot px10': ['Peugeot', 'PX-10', 'PX10', 'px 10'],
  'riesemuller load75': ['Riese & Müller', 'Load 75', 'Load75', 'load-75'],
  'allcity machoman': ['All-City', 'Macho Man', 'machoman', 'All-City Macho Man'],
  'cervelo aspero5': ['Cervélo', 'Áspero-5', 'Aspero 5', 'aspero5'],
  'bianchi vianirone7': ['Bianchi', 'Via Nirone 7', 'via-nirone 7'],
  'kona sutra': ['Kona', 'Sutra', 'Kona Sutra', 'sutra 2019'],
  'brothercycles mehteh': ['Brother Cycles', 'Mehteh', 'mehteh'],
  'pashley guvnor': ['Pashley', "Guv'nor", 'Guvnor', 'Guv’nor'],
};

const keyOf = (slot: ComponentSlot, written: Written) =>
  fold.part({ slot, ...(typeof written === 'string' ? { brand: '', text: written } : written) })?.key;

describe('riders write', () => {
  test.each(Object.entries(parts))('the part %s in many ways, which are one', (key, [slot, ...written]) => {
    expect(written.map((one) => [one, keyOf(slot, one)])).toEqual(written.map((one) => [one, key]));
  });

  test.each(Object.entries(models))('the model %s in many ways, which are one', (key, [brand, ...written]) => {
    expect(written.map((model) => [model, fold.keysOf({ brand, model }).modelKey])).toEqual(
      written.map((model) => [model, key]),
    );
  });

  test('at least forty such writings are tried', () => {
    expect(Object.values(parts).flat().length - 2 * Object.keys(parts).length).toBeGreaterThan(25);
    expect(Object.values(models).flat().length).toBeGreaterThan(60);
  });

  test.each<[ComponentSlot, string, string]>([
    ['Saddle', 'Brooks B17', 'Brooks B17 Narrow'],
    ['Saddle', 'Brooks B17', 'Brooks B67'],
    ['Rear derailleur', 'Shimano XT', 'Shimano XTR'],
    ['Rear derailleur', 'Shimano XT M8100', 'Shimano XT M8000'],
    ['Front tire', 'Schwalbe Marathon', 'Schwalbe Marathon Plus'],
    ['Front tire', 'Continental GP5000', 'Continental GP4000'],
    ['Rear derailleur', 'SRAM Force AXS', 'SRAM Red AXS'],
    ['Fork', 'Fox 34', 'Fox 36'],
    ['Handlebar', 'Salsa Cowbell', 'Salsa Cowchipper'],
    ['Front hub', 'SON 28', 'SON 29'],
  ])('as a %s, %s and %s are two', (slot, one, other) => {
    expect(keyOf(slot, one)).toBeTruthy();
    expect(keyOf(slot, one)).not.toBe(keyOf(slot, other));
  });

  // Each is sold as a bike of its own, with another frame.
  test.each([
    ['Surly', 'Straggler', 'Straggler 650b'],
    ['Trek', 'Domane SL 5', 'Domane SL 6'],
    ['Specialized', 'Tarmac', 'S-Works Tarmac'],
    ['GT', 'GTS', 'S'],
    ['Trek', '2000', '2100'],
    ['Jones', 'Plus', 'Plus SWB'],
  ])('the %s %s and %s are two', (brand, one, other) => {
    expect(modelKeyOf({ brand, model: one })).not.toBe(modelKeyOf({ brand, model: other }));
  });
});

test.each([
  ['Shimano, 11-36', 'shimano', ''],
  ['Mavic 700c', 'mavic', ''],
  ['SRAM Red', 'sram red', 'Red'],
])('%s is a part by its maker, or its maker alone', (text, key, name) => {
  const part = partNameOf({ slot: 'Rear derailleur', text });
  expect([part?.key, part?.name]).toEqual([key, name]);
});

test.each(['no idea', 'from a friend', 'Orange bar tape', 'open trail 2.2', 'time for new ones', '36 spokes', ''])(
  '%j names no maker',
  (text) => {
    expect(partNameOf({ slot: 'Other', text })).toBeNull();
  },
);

test('a maker in its own field counts, known or not', () => {
  expect(partNameOf({ slot: 'Stem', brand: 'Garage Works', text: 'Longneck, 90mm' })).toMatchObject({
    maker: 'Garage Works',
    name: 'Longneck',
    key: 'garageworks longneck',
  });
});

test.each([
  { text: 'black Brooks B-17, with copper rails' },
  { text: 'XT M8100 long cage' },
  { brand: 'Nitto', text: 'Noodle 46' },
  { text: 'Shimano, 11-36' },
])('the places of maker and part in %j are those of the line', (written) => {
  const line = { slot: 'Other' as const, ...written };
  const { at, name, maker } = partNameOf(line) ?? expect.fail('No part was read.');
  const [makerFrom, makerTo, from, to] = at;
  const text = lineOf(line);
  expect([0, makerFrom, makerTo, from, to, text.length]).toEqual(
    [0, makerFrom, makerTo, from, to, text.length].sort((a, b) => a - b),
  );
  if (makerTo > makerFrom) expect(text.slice(makerFrom, makerTo)).toBe(maker);
  if (name) expect(text.slice(from, to)).toContain(name.split(' ')[0]);
});

test('each address leads to the key that it was made from', () => {
  const namesIn = (path: string) => path.split('/').slice(2).map(decodeURIComponent);
  for (const { name: brand, models: all } of brands()) {
    const [maker = ''] = namesIn(brandPage(brand));
    expect(fold.find({ brand: maker })).toEqual({ kind: 'brand', key: fold.keysOf({ brand }).brandKey });
    for (const { name: model } of all) {
      const [, named] = namesIn(modelPage(brand, model));
      const { modelKey: key } = fold.keysOf({ brand, model });
      expect([model, fold.find({ brand: maker, model: named })]).toEqual([model, { kind: 'model', key }]);
    }
  }
  for (const [slot, ...written] of Object.values(parts))
    for (const one of written) {
      const line = typeof one === 'string' ? { brand: '', text: one } : one;
      const part = fold.part({ slot, ...line }) ?? expect.fail(`${one} is no part.`);
      const [brand = '', named] = namesIn(partPage(part.maker, part.name));
      expect([one, fold.find({ brand, part: named })]).toEqual([one, { kind: 'part', key: part.key }]);
    }
});

test.each(['Shimano SPD-SL', 'Shimano FC-R9100-P', 'Shimano WH-R9170-C60', 'Shimano SM-BB52'])(
  'the address of %s, which has the same hyphen for each of its words, leads to it',
  (text) => {
    const part = fold.part({ slot: 'Other', text, brand: '' }) ?? expect.fail('No part was read.');
    const [, , brand = '', named] = partPage(part.maker, part.name).split('/');
    expect(fold.find({ brand, part: named })?.key).toBe(part.key);
  },
);

test('what moderators merged or named counts, also for models and parts of a merged maker', () => {
  const ruled = new MakerFold([
    { kind: 'brand', key: 'surley', into: 'surly' },
    { kind: 'model', key: 'surly stragler', into: 'surly straggler' },
    { kind: 'part', key: 'brooks b17select', into: 'brooks b17' },
    { kind: 'model', key: 'surly straggler', name: 'Straggler' },
  ]);
  expect(ruled.keysOf({ brand: 'Surley', model: 'Stragler' })).toMatchObject({
    brandKey: 'surly',
    modelKey: 'surly straggler',
  });
  expect(ruled.find({ brand: 'surley', model: 'stragler' })).toEqual({ kind: 'model', key: 'surly straggler' });
  expect(ruled.find({ brand: 'brooks', part: 'b17-select' })).toEqual({ kind: 'part', key: 'brooks b17' });
  expect(ruled.nameOf({ kind: 'model', key: 'surly straggler' })).toBe('Straggler');
  const inCircle = new MakerFold([
    { kind: 'brand', key: 'one', into: 'two' },
    { kind: 'brand', key: 'two', into: 'one' },
  ]);
  expect(['one', 'two'].map((key) => inCircle.kept({ kind: 'brand', key }))).toEqual(['one', 'one']);
});

test('a model that was merged stays merged when the maker of either is merged', () => {
  const ruled = new MakerFold([
    { kind: 'model', key: 'one old', into: 'two new' },
    { kind: 'model', key: 'two older', into: 'one old' },
    { kind: 'brand', key: 'two', into: 'three' },
  ]);
  for (const key of ['one old', 'two older', 'two new', 'three older', 'three new'])
    expect([key, ruled.kept({ kind: 'model', key })]).toEqual([key, 'three new']);
});

test('the address of a name that a moderator gave leads to what has it', () => {
  const ruled = new MakerFold([
    { kind: 'brand', key: 'surly', name: 'Surly Bikes' },
    { kind: 'model', key: 'surly pugsley', name: 'Pugsley (all years)' },
    { kind: 'part', key: 'brooks b17', name: 'B17 Standard Saddle' },
  ]);
  for (const [names, key] of [
    [{ brand: 'surly-bikes' }, 'surly'],
    [{ brand: 'surly-bikes', model: 'pugsley-all-years' }, 'surly pugsley'],
    [{ brand: 'surly', model: 'pugsley' }, 'surly pugsley'],
    [{ brand: 'brooks', part: 'b17-standard-saddle' }, 'brooks b17'],
  ] as const)
    expect([names, ruled.find(names)?.key]).toEqual([names, key]);
});
