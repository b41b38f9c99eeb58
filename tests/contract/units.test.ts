import { describe, expect, test } from 'vitest';
import { unitSystems } from '#contract/preference-choices.ts';
import { measureIn, measureOf, measureText, numberOf, type StoredMeasure, type Unit, unitIn } from '#contract/units.ts';
import { nightly } from '#tests/run/tiers.ts';

const grams: StoredMeasure = { unit: 'g', whole: true };
const storedAs = (unit: Unit, whole = false): StoredMeasure => ({ unit, whole });

/** The typed text, the unit of its field, how it is stored, and the stored number. */
type Case = readonly [typed: string, box: Unit, storedAs: StoredMeasure, amount: number | null];

const read: readonly Case[] = [
  // A point and a comma are equal, in both systems.
  ['8.95', 'kg', grams, 8950],
  ['8,95', 'kg', grams, 8950],
  [' 8.95 ', 'kg', grams, 8950],
  ['8.950', 'kg', grams, 8950],
  ['8,950', 'kg', grams, 8950],
  ['.5', 'kg', grams, 500],
  [',5', 'kg', grams, 500],
  ['9.', 'kg', grams, 9000],
  ['19.7', 'lb', grams, 8936],
  ['19,7', 'lb', grams, 8936],
  // A typed unit wins over the field's.
  ['19.7 lb', 'kg', grams, 8936],
  ['19.7lbs', 'kg', grams, 8936],
  ['19.7 Pounds', 'lb', grams, 8936],
  ['8,95 kg', 'lb', grams, 8950],
  ['8950 g', 'kg', grams, 8950],
  ['8950 g', 'lb', grams, 8950],
  ['19 lb 11.2 oz', 'kg', grams, 8936],
  ['19 lb 11 oz', 'lb', grams, 8930],
  ['315.2 oz', 'kg', grams, 8936],
  // Thousands, as the site formats them and with other separators.
  ['1,240', 'g', grams, 1240],
  ['1.240', 'g', grams, 1240],
  ['1 240', 'g', grams, 1240],
  ['1\u00a0240', 'g', grams, 1240],
  ['1\u202f240 g', 'g', grams, 1240],
  ['1’240', 'g', grams, 1240],
  ['1,240 g', 'kg', grams, 1240],
  ['8,950.5 g', 'kg', grams, 8951],
  ['8.950,5 g', 'kg', grams, 8951],
  ['43.7', 'oz', grams, 1239],
  ['0.240', 'g', grams, 0.24],
  // Fractions.
  ['29 1/2 in', 'in', storedAs('in'), 29.5],
  ['29 1/2', 'in', storedAs('in'), 29.5],
  ['29-1/2', 'in', storedAs('in'), 29.5],
  ['29½', 'in', storedAs('in'), 29.5],
  ['29½"', 'in', storedAs('in'), 29.5],
  ['29.5″', 'in', storedAs('in'), 29.5],
  ['29,5 inches', 'in', storedAs('in'), 29.5],
  ['19⅜', 'in', storedAs('in'), 19.375],
  ['1/2', 'in', storedAs('in'), 0.5],
  ['22 in', 'cm', storedAs('cm'), 55.88],
  ['56 cm', 'in', storedAs('cm', true), 56],
  ['560 mm', 'cm', storedAs('cm'), 56],
  // Tire widths are stored in millimeters, of which an inch has an exact number.
  ['40', 'mm', storedAs('mm'), 40],
  ['34,925', 'mm', storedAs('mm'), 34.925],
  ['1 3/8 in', 'mm', storedAs('mm'), 34.925],
  ['2.25"', 'mm', storedAs('mm'), 57.15],
  ['2 1/4"', 'mm', storedAs('mm'), 57.15],
  ['2.1 in', 'mm', storedAs('mm'), 53.34],
  ['120.5', 'mm', storedAs('mm', true), 120.5],
  ['5 in', 'mm', storedAs('mm', true), 127],
  // Input from other keyboards and in other languages.
  ['８．９５ｋｇ', 'lb', grams, 8950],
  ['٨٫٩٥', 'kg', grams, 8950],
  ['۸٫۹۵ kg', 'kg', grams, 8950],
  ['8.95\u00a0kg', 'lb', grams, 8950],
  ['19.7 lb.', 'kg', grams, 8936],
  ['8,95 Kilogramm', 'lb', grams, 8950],
  ['21 Zoll', 'in', storedAs('in'), 21],
  ['21“', 'cm', storedAs('cm'), 53.34],
  ['21´´', 'in', storedAs('in'), 21],
  ['21’’', 'in', storedAs('in'), 21],
  ['19＂', 'in', storedAs('in'), 19],
  ['27 1/2 Zoll', 'in', storedAs('in'), 27.5],
  ['27 1⁄2', 'in', storedAs('in'), 27.5],
  ['560 Millimeter', 'cm', storedAs('cm'), 56],
  // Motors.
  ['250', 'W', storedAs('W', true), 250],
  ['250 W', 'W', storedAs('W', true), 250],
  ['0.25 kW', 'W', storedAs('W', true), 250],
  ['1,000 Wh', 'Wh', storedAs('Wh', true), 1000],
  ['1.000', 'Wh', storedAs('Wh', true), 1000],
  ['85Nm', 'Nm', storedAs('Nm', true), 85],
  ['85 W', 'Nm', storedAs('Nm', true), Number.NaN],
  // Distances.
  ['75', 'mi', storedAs('km', true), 121],
  ['75 mi', 'km', storedAs('km', true), 121],
  ['121 km', 'mi', storedAs('km', true), 121],
  ['121', 'km', storedAs('km', true), 121],
  // Empty and invalid input.
  ['', 'kg', grams, null],
  ['  ', 'lb', grams, null],
  ...[
    'light',
    '-5',
    '+5',
    '1e3',
    '8.9.5',
    '8,,95',
    '1/0',
    '5/',
    '120/130',
    '8/8',
    '1 23/25',
    '19 lb 11',
    'kg',
    '8 cm',
    '8 stone',
    '1 24',
    '8kg!',
  ]
    .concat('9'.repeat(41), `${'1,'.repeat(19)}1`, "1'".repeat(20), '1 '.repeat(20), 'Infinity', 'NaN', '0x10')
    .map((typed): Case => [typed, 'kg', grams, Number.NaN]),
];

describe('typed measures are stored exactly', () => {
  test.each(read)('%j in a box of %s', (typed, box, stored, amount) => {
    expect(measureOf(typed, box, stored)).toEqual(amount);
  });

  test('hostile input is refused as fast as other input', { tags: nightly }, () => {
    const before = performance.now();
    for (const typed of ['1'.repeat(100_000), '1 '.repeat(50_000), '1,'.repeat(50_000), '"'.repeat(100_000)])
      expect(measureOf(typed, 'kg', grams)).toBeNaN();
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});

test.each<readonly [string, number | null]>([
  ['2019', 2019],
  ['２０１９', 2019],
  ['\u00a02019 ', 2019],
  ['1,200', 1200],
  ['1.200', 1200],
  ['1 200,50', 1200.5],
  ['1,29,900', 129_900],
  ['12,34,567.5', 1_234_567.5],
  ['2020.5', 2020.5],
  ['', null],
  ...['old', '0x7e3', '1e3', '-5', '20 19', '2019 m'].map((typed) => [typed, Number.NaN] as const),
])('%j is read as a number without a unit', (typed, amount) => {
  expect(numberOf(typed)).toEqual(amount);
});

describe('typed measures are shown again as typed', () => {
  const texts = (unit: Unit, from: number, to: number, places: number) =>
    Array.from({ length: (to - from) * 10 ** places + 1 }, (_, step) =>
      String(Number((from + step / 10 ** places).toFixed(places))),
    ).map((text) => [text, unit] as const);

  test.each([
    ['every ten grams of a weight in kilograms', texts('kg', 2, 100, 2), grams],
    ['every gram of a weight in kilograms', texts('kg', 2, 12, 3), grams],
    ['every hundredth of a pound', texts('lb', 5, 220, 2), grams],
    ['every tenth of an ounce', texts('oz', 0, 700, 1), grams],
    ['every gram of a part', texts('g', 0, 20_000, 0), grams],
    ['every mile', texts('mi', 0, 310, 0), storedAs('km', true)],
    ['every kilometer', texts('km', 0, 500, 0), storedAs('km', true)],
    ['every tenth of an inch', texts('in', 4, 34, 1), storedAs('in')],
    ['every thousandth of an inch', texts('in', 10, 20, 3), storedAs('in')],
    ['every tenth of a centimeter', texts('cm', 10, 85, 1), storedAs('cm')],
    ['every thousandth of a millimeter', texts('mm', 15, 25, 3), storedAs('mm')],
  ] as const)('%s', (_, all, stored) => {
    const lost = all.filter(([text, unit]) => measureText(measureOf(text, unit, stored) ?? -1, stored, unit) !== text);
    expect(lost).toEqual([]);
  });

  test('viewing a weight in the other system does not change it', () => {
    const changed = [];
    for (let weight = 2_000; weight <= 100_000; weight += 7)
      for (const unit of ['kg', 'lb', 'oz', 'g'] as const)
        if (measureOf(measureText(weight, grams, unit), unit, grams) !== weight) changed.push([weight, unit]);
    expect(changed).toEqual([]);
  });

  test('the shortest text is chosen', () => {
    expect(measureText(8936, grams, 'lb')).toBe('19.7');
    expect(measureText(8950, grams, 'lb')).toBe('19.731');
    expect(measureText(8950, grams, 'kg')).toBe('8.95');
    expect(measureText(9000, grams, 'kg')).toBe('9');
  });
});

describe("a measure is shown in the viewer's units", () => {
  const shown = (amount: number, unit: Unit, storedIn: Unit = unit) =>
    unitSystems.map((system) => {
      const it = measureIn(amount, storedIn, unitIn(unit, system));
      return `${it.value} ${it.unit}`;
    });

  test.each([
    [8950, 'kg', 'g', '8.95 kg', '19.7 lb'],
    [8936, 'kg', 'g', '8.94 kg', '19.7 lb'],
    [12_000, 'kg', 'g', '12 kg', '26.5 lb'],
    [100_000, 'kg', 'g', '100 kg', '220.5 lb'],
    [1240, 'g', 'g', '1,240 g', '43.7 oz'],
    [5, 'g', 'g', '5 g', '0.2 oz'],
    [56, 'cm', 'cm', '56 cm', '22 in'],
    [55.88, 'cm', 'cm', '55.88 cm', '22 in'],
    [29.5, 'in', 'in', '74.9 cm', '29.5 in'],
    [19.375, 'in', 'in', '49.2 cm', '19.375 in'],
    [29 + 1 / 3, 'in', 'in', '74.5 cm', '29.333 in'],
    [40, 'mm', 'mm', '40 mm', '40 mm'],
    [34.925, 'mm', 'mm', '34.925 mm', '34.925 mm'],
    [140, 'mm', 'mm', '140 mm', '140 mm'],
    [120, 'km', 'km', '120 km', '75 mi'],
    [0, 'km', 'km', '0 km', '0 mi'],
  ] as const)('%d %s stored in %s: %s, %s', (amount, unit, storedIn, metric, imperial) => {
    expect(shown(amount, unit, storedIn)).toEqual([metric, imperial]);
  });
});
