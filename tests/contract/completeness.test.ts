import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bikeParts, completenessOf, missingParts } from '#contract/bike-completeness.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import { formParts } from '#contract/bike-fields.ts';
import { PublishedBike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';
import { bikeWith } from '#tests/kit/bikes.ts';

const minimum = {
  ...withEveryField({ brandId: 'surly', model: 'Bridge Club', category: 'Gravel' }),
  ...{ drivetrain: '1x', rearGear: '11-Speed', photos: [{ id: newId() }] },
};

test('a bike has twelve parts, and each is asked for somewhere in the form', () => {
  expect(bikeParts).toHaveLength(12);
  for (const { part } of bikeParts) expect([...Object.keys(formParts), 'photos']).toContain(part);
  const known = [...Object.keys(v.parse(PublishedBike, bikeWith([newId()]))), 'photos'];
  for (const field of bikeParts.flatMap(({ fields }) => fields)) expect(known).toContain(field);
});

test('a bike that can be published has four parts; the others are named, the most telling first', () => {
  expect(completenessOf(minimum)).toBe(4);
  expect(missingParts(minimum).map(({ name }) => name)).toEqual([
    ...['Story', 'Weight', 'Wheels', 'Frame', 'Parts', 'Color', 'Brakes', 'Year'],
  ]);
  expect(completenessOf({})).toBe(0);
});

test('a part counts when all that it asks for is given; for brakes, one of two is enough', () => {
  expect(completenessOf({ ...minimum, wheelSize: '700C' })).toBe(4);
  expect(completenessOf({ ...minimum, wheelSize: '700C', tireWidthMm: 48 })).toBe(5);
  expect(completenessOf({ ...minimum, story: ' \n ', colors: [], components: [] })).toBe(4);
  expect(completenessOf({ ...minimum, coasterBrake: true })).toBe(5);
  const whole = {
    ...{ story: 'Built by hand.', weightG: 9_000, wheelSize: '700C', tireWidthMm: 28, year: 1984 },
    ...{ frameMaterial: 'Steel', frameSize: { kind: 'cm', value: 56 }, brakeType: 'Rod', colors: ['Red'] },
    components: [{ slot: 'Saddle', text: 'Brooks' }],
  };
  expect(missingParts({ ...minimum, ...whole })).toEqual([]);
});
