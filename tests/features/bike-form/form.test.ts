import { expect, test } from 'vitest';
import { brands } from '#api/catalog/catalog.ts';
import { unitSystems } from '#contract/preference-choices.ts';
import { valuesOf } from '#src/features/bike-form/field-values.ts';
import {
  bikeNumbers,
  minorOf,
  motorNumbers,
  partWeight,
  priceReading,
  readingOf,
  readText,
  sizeNumber,
} from '#src/features/bikes/measures.ts';
import { suggest } from '#src/ui/suggest.ts';

const weight = bikeNumbers.weightG;
const makers = ['Rivendell', 'Riese & Müller', 'Brother Cycles', 'Cervélo', 'Velo Orange'];
const named = (typed: string) => suggest(makers, (maker) => [maker], typed);

test('suggestions that begin with the typed text come before those that contain it', () => {
  expect(named('ri')).toEqual(['Rivendell', 'Riese & Müller']);
  expect(named('velo')).toEqual(['Velo Orange', 'Cervélo']);
  expect(named('cyc')).toEqual(['Brother Cycles']);
});

test('suggestions ignore accents and case', () => {
  expect(named('CERVELO')).toEqual(['Cervélo']);
  expect(named('muller')).toEqual(['Riese & Müller']);
  expect(named('penny farthing')).toEqual([]);
});

test('suggestions forgive one or two typos in long words, and list those last', () => {
  expect(named('cervleo')).toEqual(['Cervélo']);
  expect(named('rivindel')).toEqual(['Rivendell']);
  expect(named('velop')).toEqual(['Velo Orange']);
  const close = ['Salsa', 'Salas', 'Sal'];
  expect(suggest(close, (one) => [one], 'salsa')).toEqual(['Salsa', 'Salas']);
  expect(suggest(close, (one) => [one], 'slas')).toEqual([]);
});

test('suggestions ignore punctuation and accept other names', () => {
  const all = brands().map(({ name, aliases }) => ({ name, aliases }));
  const found = (typed: string) => suggest(all, ({ name, aliases }) => [name, ...aliases], typed)[0]?.name;
  for (const [typed, name] of [
    ["C'dale", 'Cannondale'],
    ['cdale', 'Cannondale'],
    ['R&M', 'Riese & Müller'],
    ['riese mueller', 'Riese & Müller'],
    ['VO', 'Velo Orange'],
    ['allcity', 'All-City'],
    ['canonndale', 'Cannondale'],
    ['specalized', 'Specialized'],
    ['motobecane', 'Motobécane'],
  ])
    expect(found(typed as string), typed).toBe(name);
});

const fieldsWith = (fields: Record<string, unknown>) => (name: string) => String(fields[name] ?? '');

test('a weight is typed with a point or a comma, and stored in grams', () => {
  const stored = (typed: string) => weight.fieldsOf(typed, 'Metric');
  expect(stored('11,4')).toEqual({ weightKg: '11,4', weightLb: '', weightG: 11_400 });
  expect(stored(' 8.95 ')).toEqual({ weightKg: ' 8.95 ', weightLb: '', weightG: 8950 });
  expect(stored('')).toEqual({ weightKg: '', weightLb: '', weightG: null });
  expect(weight.fieldsOf('19,7', 'Imperial')).toEqual({ weightKg: '', weightLb: '19,7', weightG: 8936 });
  expect(weight.fieldsOf('8.95 kg', 'Imperial')).toEqual({ weightKg: '', weightLb: '8.95 kg', weightG: 8950 });
});

test('an invalid weight stays as typed', () => {
  expect(weight.fieldsOf('light', 'Metric')).toEqual({ weightKg: 'light', weightLb: '', weightG: 'light' });
  expect(weight.textOf(fieldsWith({ weightG: '8950' }), 'Metric')).toBe('8.95');
  for (const units of unitSystems)
    expect(weight.textOf(fieldsWith({ weightKg: 'light', weightG: 'light' }), units)).toBe('light');
});

test.each([
  ['weightG', bikeNumbers.weightG, ['8,95', '8.950', '19.7', '19 lb 11 oz', '8950 g', ' 9 ', 'light', '']],
  ['eBike.rangeKm', motorNumbers.rangeKm ?? weight, ['75', '75,5', '121 km', 'far', '']],
  ['weightG', partWeight, ['1,240', '43.7', '43 oz', '1.2 kg', 'heavy', '']],
  ['tireWidthMm', bikeNumbers.tireWidthMm, ['40', '34,925', '1 3/8 in', '2¼"', 'wide', '']],
  ['frameSize.value', sizeNumber('in'), ['29 1/2', '29½ in', '29,5', '75 cm', 'tall', '']],
  ['year', bikeNumbers.year, ['1985', 'old', '']],
] as const)('%s is shown as typed, and in the other system with the same value', (name, number, all) => {
  for (const units of unitSystems)
    for (const typed of all) {
      const fields = number.fieldsOf(typed, units);
      expect(number.textOf(fieldsWith(fields), units)).toBe(typed);
      for (const other of unitSystems) {
        const there = number.textOf(fieldsWith(fields), other);
        const again = number.fieldsOf(there, other);
        const stored = (these: Record<string, unknown>) => number.read(fieldsWith(these)(name));
        expect(stored(again), `${typed} in ${units}, seen in ${other} as ${there}`).toEqual(stored(fields));
      }
    }
});

test('a tire size in inches and a frame size in fractions are sent exactly', () => {
  const fields = valuesOf({ tireWidthMm: '1 3/8 in', 'frameSize.kind': 'in', 'frameSize.value': '29 1/2' }, []);
  expect(fields).toMatchObject({ tireWidthMm: 34.925, frameSize: { kind: 'in', value: 29.5 } });
  const parts = [{ id: '1', ...partWeight.fieldsOf('43.7', 'Imperial') }];
  expect(valuesOf({ components: parts }, []).components).toEqual([{ id: '1', weightG: 1239 }]);
});

test.each<readonly [string, number | null]>([
  ['700x40', 40],
  ['700x40c', 40],
  ['700 x 40C', 40],
  ['700×40', 40],
  ['700х40', 40],
  ['７００ｘ４０', 40],
  ['700c x 38', 38],
  ['700 38c', 38],
  ['700-38c', 38],
  ['650b x 47', 47],
  ['650Bx2.1', 53.34],
  ['40-622', 40],
  ['40 – 622', 40],
  ['40/622', 40],
  ['622-40', 40],
  ['37-590', 37],
  ['40-622 (28x1.50)', 40],
  ['700x40C (40-622)', 40],
  ['40c', 40],
  ['40 C', 40],
  ['38b', 38],
  ['40mm', 40],
  ['29x2.25', 57.15],
  ['29 x 2,25', 57.15],
  ['29er x 2.25', 57.15],
  ['29" x 2.25"', 57.15],
  ['29“ x 2.25“', 57.15],
  ['29´´x2.25´´', 57.15],
  ['29 Zoll x 2,25 Zoll', 57.15],
  ['27.5x2.8+', 71.12],
  ['26x4', 101.6],
  ['26-2.1', 53.34],
  ['26 x 1 3/8', 34.925],
  ['26x1⅜', 34.925],
  ['12 1/2 x 2 1/4', 57.15],
  ['28 x 1 5/8 x 1 3/8', 34.925],
  ['1 3/8', 34.925],
  ['1-3/8"', 34.925],
  ['28 x 7/8', 22.225],
  ['2.25', 57.15],
  ['2,25', 57.15],
  ['2.25 Zoll', 57.15],
  ['2.25´´', 57.15],
  ['32.5', 32.5],
  ['', null],
  ...[
    '25-28',
    '700',
    '700c',
    '700x',
    '700x4',
    'x40',
    '40x',
    '29x2.25x',
    '4',
    '28"',
    'wide',
    '1.75 mm',
    '700x23/25',
    '23/25',
    '23/25c',
    '28/32',
    '700x28/32',
    '23/25 mm',
    '700x32/35/38',
  ].map((typed) => [typed, Number.NaN] as const),
])('the tire that is typed as %j is read as %d mm', (typed, width) => {
  const read = bikeNumbers.tireWidthMm.read(typed);
  expect(read).toEqual(width);
});

test('a size built to be slow is parsed at once', () => {
  const begun = performance.now();
  for (const part of ['700x', '1 ', '-', '(', ' x', '40c ', '1/', '700 '])
    bikeNumbers.tireWidthMm.read(part.repeat(200_000));
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('input that is not a number in its unit is repeated as understood', () => {
  const said = (number: typeof weight, typed: string, units: (typeof unitSystems)[number] = 'Metric') =>
    readText(readingOf(number, fieldsWith(number.fieldsOf(typed, units)), units));
  const tire = bikeNumbers.tireWidthMm;
  expect(said(tire, '700x40c')).toBe('Read as 40 mm');
  expect(said(tire, '2.25')).toBe('Read as 57.15 mm');
  for (const typed of ['40', '40,5', '40.50', '', 'wide', '700x4']) expect(said(tire, typed)).toBe('');
  expect(said(weight, '19.7 lb')).toBe('Read as 8.94 kg');
  expect(said(weight, '8,95 kg', 'Imperial')).toBe('Read as 19.7 lb');
  for (const typed of ['8.95', '8,950', '9']) expect(said(weight, typed)).toBe('');
  expect(said(weight, '19.731', 'Imperial')).toBe('');
  expect(said(partWeight, '1,240')).toBe('Read as 1,240 g');
  expect(said(sizeNumber('cm'), '22 in')).toBe('Read as 55.88 cm');
  expect(said(sizeNumber('in'), '29 1/2')).toBe('Read as 29.5 in');
  expect(said(motorNumbers.batteryWh ?? weight, '0.5 kWh')).toBe('Read as 500 Wh');
  expect(said(motorNumbers.rangeKm ?? weight, '75 mi')).toBe('Read as 121 km');
  expect(said(bikeNumbers.travelFrontMm, '5 in')).toBe('Read as 127 mm');
});

test.each([
  ['4200', 'EUR', 420_000],
  ['4.200', 'EUR', 420_000],
  ['4,200.50', 'USD', 420_050],
  ['4.200,50 €', 'EUR', 420_050],
  ['€4200', 'EUR', 420_000],
  ['4200 eur', 'EUR', 420_000],
  ['4200,-', 'EUR', 420_000],
  ['CHF 4’200.–', 'CHF', 420_000],
  ['4\u202f200\u00a0€', 'EUR', 420_000],
  ['12 000 kr.', 'SEK', 1_200_000],
  ['１２００００円', 'JPY', 120_000],
  ['12万円', 'JPY', 120_000],
  ['12.5万', 'JPY', 125_000],
  ['12万5000円', 'JPY', 125_000],
  ['120만 원', 'KRW', 1_200_000],
  ['8800元', 'CNY', 880_000],
  ['1299 euros', 'EUR', 129_900],
  ['1299 Euro', '', 129_900],
  ['US$1,299', 'USD', 129_900],
  ['A$1,299', 'AUD', 129_900],
  ['NT$ 39,800', 'TWD', 3_980_000],
  ['1,299 dollars', 'USD', 129_900],
  ['₹1,29,900', 'INR', 12_990_000],
  ['Rs. 12,29,900.50/-', 'INR', 122_990_050],
  ['4.2k €', 'EUR', 420_000],
  ['4200 kč', 'CZK', 420_000],
  ['US$1,299', 'EUR', Number.NaN],
  ['1,29,90', 'INR', Number.NaN],
  ['万円', 'JPY', Number.NaN],
  ['￥１２００００', 'JPY', 120_000],
  ['$4200', '', 420_000],
  ['$4200', 'EUR', Number.NaN],
  ['', 'EUR', null],
  ['€', 'EUR', Number.NaN],
  ['dear', 'EUR', Number.NaN],
  ['-5', 'EUR', Number.NaN],
  ['4200 4300', 'EUR', Number.NaN],
] as const)('the price %j in %s is read in its smallest unit', (typed, currency, minor) => {
  expect(minorOf(typed, currency)).toEqual(minor);
});

test('a price with thousands separators or a currency sign is repeated as understood', () => {
  expect(readText(priceReading('4.200 €', 'EUR'))).toBe('Read as 4,200 EUR');
  expect(readText(priceReading('4.200', ''))).toBe('Read as 4,200');
  for (const typed of ['4200', '89,90', '', 'dear']) expect(readText(priceReading(typed, 'EUR'))).toBe('');
});
