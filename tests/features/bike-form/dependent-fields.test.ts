import { expect, test } from 'vitest';
import { withEveryField } from '#contract/bike-defaults.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { FieldValue } from '#contract/drafts.ts';
import { newId } from '#contract/ids.ts';
import { consequencesOf } from '#src/features/bike-form/consequences.ts';
import { fieldsOf } from '#src/features/bike-form/field-values.ts';
import { differences, versionOf } from '#src/features/bike-form/two-versions.tsx';
import { bikeWith } from '#tests/kit/bikes.ts';

const after = (changes: Record<string, FieldValue>, fields: Record<string, FieldValue>) => {
  const { also, texts } = consequencesOf(changes, fields);
  return [also, texts];
};

test.each<[Record<string, FieldValue>, Record<string, FieldValue>, Record<string, FieldValue>, string[]]>([
  [{ drivetrain: 'Fixed Gear' }, {}, { rearGear: 'Single-Speed' }, []],
  [
    { drivetrain: 'Fixed Gear' },
    { rearGear: '11-Speed' },
    { rearGear: 'Single-Speed' },
    ['Rear gear is now Single-Speed: a fixed gear has one.'],
  ],
  [
    { drivetrain: '1x' },
    { rearGear: 'Gearbox 9-Speed' },
    { rearGear: '' },
    ['Choose the rear gear again: Gearbox 9-Speed doesn’t fit this drivetrain.'],
  ],
  [{ rearGear: 'Gearbox 9-Speed' }, {}, { drivetrain: 'Gearbox' }, []],
  [{ rearGear: 'Gearbox 9-Speed' }, { drivetrain: '2x' }, { drivetrain: 'Gearbox' }, ['Drivetrain is now Gearbox.']],
  [{ rearGear: 'Gearbox 9-Speed' }, { drivetrain: 'Belt Drive' }, {}, []],
  [
    { drivetrain: '1x' },
    {
      'eBike.motorW': '250',
      components: [
        { id: 'a', slot: 'Motor' },
        { id: 'b', slot: 'Saddle' },
      ],
    },
    { 'eBike.motorW': '', components: [{ id: 'b', slot: 'Saddle' }] },
    ['Motor removed: only an e-bike has one.', 'Removed from the parts, because this bike has none: Motor.'],
  ],
  [
    { suspension: 'Softtail' },
    { travelFrontMm: '100', travelRearMm: '50' },
    { travelRearMm: '' },
    ['Rear travel removed: this suspension has none.'],
  ],
  [{ category: 'Handbike' }, {}, { handlebarType: 'Hand Cranks' }, ['Handlebar is now Hand Cranks.']],
  [{ category: 'Handbike' }, { handlebarType: 'Other' }, {}, []],
  [
    { ownership: 'Sold' },
    { registryUrl: 'https://a.example' },
    { registryUrl: '' },
    ['Report removed: only a stolen bike has one.'],
  ],
  [{ nickname: 'Magpie' }, { drivetrain: '1x', rearGear: 'Gearbox 9-Speed' }, {}, []],
])('a change to %j of a bike with %j changes %j too, and says so', (changes, fields, also, text) => {
  expect(after(changes, fields)).toEqual([also, text]);
});

test('two versions of a bike are compared field by field, including photos', () => {
  const photo = { id: newId(), width: 4, height: 3, thumbhash: '', kind: 'Other', caption: '', alt: '' };
  const bike = {
    ...withEveryField(bikeWith([])),
    photos: [photo],
    priceMinor: 5_000,
    currency: 'EUR',
  } as unknown as Bike;
  expect(differences({ fields: fieldsOf(bike), photos: [photo] } as never, versionOf(bike), 'Metric')).toEqual([]);
  const mine = {
    ...fieldsOf(bike),
    year: '1999',
    story: 'Mine.',
    price: '60',
    'frameSize.kind': 'cm',
    'frameSize.value': '56',
  };
  expect(
    differences({ fields: mine, photos: [{ ...photo, caption: 'Mine' }] } as never, versionOf(bike), 'Metric'),
  ).toEqual([
    { name: 'Year', mine: '1999', site: '2021' },
    { name: 'Frame size', mine: '56 cm', site: '' },
    { name: 'Story', mine: 'Mine.', site: '' },
    { name: 'Price', mine: '60 EUR', site: '50 EUR' },
    { name: 'Photos', mine: '1 photo', site: '1 photo' },
  ]);
});
