import { expect, test } from 'vitest';
import { brands } from '#api/catalog/catalog.ts';
import { suggest } from '#src/features/bikes/form/suggest.ts';
import { bikeNumbers } from '#src/features/bikes/numbers.ts';

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

test('a weight is typed with a point or a comma, and kept in grams', () => {
  expect(weight.fieldsOf('11,4')).toEqual({ weightKg: '11,4', weightG: 11_400 });
  expect(weight.fieldsOf(' 8.95 ')).toEqual({ weightKg: ' 8.95 ', weightG: 8950 });
  expect(weight.fieldsOf('')).toEqual({ weightKg: '', weightG: null });
});

test('a weight that is no number stays as it was typed', () => {
  expect(weight.fieldsOf('light')).toEqual({ weightKg: 'light', weightG: 'light' });
  expect(weight.textOf((field) => (field === 'weightG' ? '8950' : ''))).toBe('8.95');
});
