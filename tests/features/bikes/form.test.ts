import { expect, test } from 'vitest';
import { brands } from '#api/catalog/catalog.ts';
import { unitSystems } from '#contract/preference-choices.ts';
import { factsOf } from '#src/features/bikes/form/facts-of.ts';
import { bikeNumbers, motorNumbers, partWeight, sizeNumber } from '#src/features/bikes/numbers.ts';
import { suggest } from '#src/ui/suggest.ts';

const weight = bikeNumbers.weightG;
const makers = ['Rivendell', 'Riese & Müller', 'Brother Cycles', 'Cervélo', 'Velo Orange'];
const named = (typed: string) => suggest(makers, (maker) => [maker], typed);

test('suggestions begin with what was typed before they hold it', () => {
  expect(named('ri')).toEqual(['Rivendell', 'Riese & Müller']);
  expect(named('velo')).toEqual(['Velo Orange', 'Cervélo']);
  expect(named('cyc')).toEqual(['Brother Cycles']);
});

test('suggestions do not mind accents or capitals', () => {
  expect(named('CERVELO')).toEqual(['Cervélo']);
  expect(named('muller')).toEqual(['Riese & Müller']);
  expect(named('penny farthing')).toEqual([]);
});

test('a slip or two is forgiven where a word is long enough, and comes last', () => {
  expect(named('cervleo')).toEqual(['Cervélo']);
  expect(named('rivindel')).toEqual(['Rivendell']);
  expect(named('velop')).toEqual(['Velo Orange']);
  const close = ['Salsa', 'Salas', 'Sal'];
  expect(suggest(close, (one) => [one], 'salsa')).toEqual(['Salsa', 'Salas']);
  expect(suggest(close, (one) => [one], 'slas')).toEqual([]);
});

test('punctuation says nothing, and another name for it is as good', () => {
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

test('a weight is typed with a point or a comma, and kept in grams', () => {
  const kept = (typed: string) => weight.fieldsOf(typed, 'Metric');
  expect(kept('11,4')).toEqual({ weightKg: '11,4', weightLb: '', weightG: 11_400 });
  expect(kept(' 8.95 ')).toEqual({ weightKg: ' 8.95 ', weightLb: '', weightG: 8950 });
  expect(kept('')).toEqual({ weightKg: '', weightLb: '', weightG: null });
  expect(weight.fieldsOf('19,7', 'Imperial')).toEqual({ weightKg: '', weightLb: '19,7', weightG: 8936 });
  expect(weight.fieldsOf('8.95 kg', 'Imperial')).toEqual({ weightKg: '', weightLb: '8.95 kg', weightG: 8950 });
});

test('a weight that is no number stays as it was typed', () => {
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
] as const)('%s comes back as typed, and in the other system says the same', (name, number, all) => {
  for (const units of unitSystems)
    for (const typed of all) {
      const fields = number.fieldsOf(typed, units);
      expect(number.textOf(fieldsWith(fields), units)).toBe(typed);
      for (const other of unitSystems) {
        const there = number.textOf(fieldsWith(fields), other);
        const again = number.fieldsOf(there, other);
        const kept = (these: Record<string, unknown>) => number.read(fieldsWith(these)(name));
        expect(kept(again), `${typed} in ${units}, seen in ${other} as ${there}`).toEqual(kept(fields));
      }
    }
});

test('a tire that was typed in inches, and a frame in fractions, reach the site exactly', () => {
  const facts = factsOf({ tireWidthMm: '1 3/8 in', 'frameSize.kind': 'in', 'frameSize.value': '29 1/2' }, []);
  expect(facts).toMatchObject({ tireWidthMm: 34.925, frameSize: { kind: 'in', value: 29.5 } });
  const parts = [{ id: '1', ...partWeight.fieldsOf('43.7', 'Imperial') }];
  expect(factsOf({ components: parts }, []).components).toEqual([{ id: '1', weightG: 1239 }]);
});
