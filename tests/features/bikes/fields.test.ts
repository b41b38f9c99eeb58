import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { type BikeFieldName, bikeField, bikeFieldNames, bikeFields } from '#contract/bike-fields.ts';
import { type Bike, PublishedBike } from '#contract/bikes.ts';
import { newId } from '#contract/ids.ts';
import { SearchQuery, searchFacets, termsOf } from '#contract/search.ts';
import type { FormFields } from '#src/features/bikes/form/form-fields.ts';
import { IdentityFields } from '#src/features/bikes/form/identity-fields.tsx';
import { NumberFields } from '#src/features/bikes/form/number-fields.tsx';
import { checkDraft } from '#src/features/bikes/form/publish.ts';
import { StoryField } from '#src/features/bikes/form/story-field.tsx';
import { specRowsOf } from '#src/features/bikes/page/spec-rows.ts';
import { searchOf } from '#src/features/search/search.queries.ts';
import { bikeWith } from '#tests/kit/bikes.ts';

const photo = { kind: 'Other', caption: '', alt: '' };
const { photos: _, status: __, ...good } = bikeWith([]);
const check = (fields: Record<string, unknown>) =>
  checkDraft({ fields: { ...good, ...fields }, photos: [{ ...photo, id: newId() }] } as never).validation ?? {};

/** A form that says the same sentence about every field. */
const form = (value: (name: string) => string = () => ''): FormFields => ({
  text: value,
  list: () => [],
  change: () => undefined,
  errors: (name) => [`Look at ${name}.`],
});
const drawn = (fields: FormFields) =>
  [
    renderToString(createElement(IdentityFields, { form: fields, brands: [] })),
    renderToString(createElement(NumberFields, { form: fields })),
    renderToString(createElement(StoryField, { form: fields })),
  ].join('');

test('the table of fields is all that an owner says of a bike', () => {
  const { status: _status, photos: _photos, ...facts } = v.parse(PublishedBike, bikeWith([newId()]));
  expect([...bikeFieldNames].sort()).toEqual(Object.keys(facts).sort());
});

test('the form draws a control for each field, with its label, its choices, its unit and what is wrong with it', () => {
  const page = drawn(form()).replaceAll('<!-- -->', '').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
  for (const name of bikeFieldNames) {
    const field = bikeField(name);
    expect(page, name).toContain(field.label);
    expect(page, name).toContain(`Look at ${name}.`);
    if ('options' in field)
      for (const option of field.options) expect(page, name).toContain(option.replace('&', '&amp;'));
    if ('unit' in field) expect(page, name).toContain(`>${field.unit}</span>`);
  }
  expect(page.match(/<select/g)).toHaveLength(bikeFieldNames.filter((name) => bikeField(name).as === 'choice').length);
});

test('the form and the spec sheet keep the order of the table', () => {
  const labels = (part: string) =>
    bikeFieldNames
      .map(bikeField)
      .filter(({ as, part: its }) => its === part && (as === 'choice' || as === 'number'))
      .map(({ label }) => label);
  const page = drawn(form());
  for (const part of ['bike', 'numbers']) {
    const places = labels(part).map((label) => page.indexOf(`>${label}`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
  }
  const bike = {
    ...v.parse(PublishedBike, bikeWith([newId()])),
    frameMaterial: 'Steel',
    tireWidthMm: 47.5,
    weightG: 11_400,
  };
  expect(specRowsOf({ ...bike, colors: ['Green'] } as unknown as Bike)).toEqual([
    { name: 'Category', value: 'Gravel' },
    { name: 'Year', value: 2021, unit: undefined },
    { name: 'Drivetrain', value: '1x' },
    { name: 'Rear gear', value: '11-Speed' },
    { name: 'Frame material', value: 'Steel' },
    { name: 'Tire width', value: 47.5, unit: 'mm' },
    { name: 'Weight', value: '11.4', unit: 'kg' },
    { name: 'Color', value: 'Green' },
  ]);
});

test('what is needed and what is out of bounds is marked at its field, in the words of the table', () => {
  const { bike, validation } = checkDraft({ fields: {}, photos: [] });
  expect(bike).toBe(null);
  expect(validation).toEqual({
    category: ['Choose a category.'],
    drivetrain: ['Choose a drivetrain.'],
    rearGear: ['Choose a rear gear.'],
    brandId: ['Choose a brand, or Other.'],
    model: ['Enter the model.'],
    photos: ['Add at least one photo.'],
  });
  const latest = new Date().getFullYear() + 1;
  const refused: [BikeFieldName, unknown, string][] = [
    ['year', '1859', `Enter a year between 1860 and ${latest}.`],
    ['year', String(latest + 1), `Enter a year between 1860 and ${latest}.`],
    ['year', '2020.5', 'Enter a year.'],
    ['year', 'old', 'Enter a year.'],
    ['tireWidthMm', '14.9', 'Enter a tire width between 15 and 135 mm.'],
    ['tireWidthMm', 'wide', 'Enter a tire width between 15 and 135 mm.'],
    ['weightG', 1_999, 'Enter a weight between 2 and 100 kg.'],
    ['weightG', 100_001, 'Enter a weight between 2 and 100 kg.'],
    ['weightG', 8_950.5, 'Enter a weight between 2 and 100 kg.'],
    ['model', 'x'.repeat(81), 'Keep the model under 80 characters.'],
    ['nickname', 'x'.repeat(61), 'Keep the nickname under 60 characters.'],
    ['brandOther', 'x'.repeat(61), 'Keep the brand under 60 characters.'],
    ['story', 'x'.repeat(10_001), 'Keep the story under 10,000 characters.'],
    ['colors', ['Red', 'Blue', 'Green', 'Pink'], 'Choose up to three colors.'],
    ['suspension', 'Springy', 'Choose a suspension.'],
    ['brakeType', 'Feet', 'Choose a brake.'],
  ];
  for (const [name, value, sentence] of refused) expect(check({ [name]: value })).toEqual({ [name]: [sentence] });
  for (const fields of [
    { year: '1860' },
    { tireWidthMm: '47,5' },
    { weightG: 2_000 },
    { nickname: '' },
    { story: null },
  ])
    expect(check(fields)).toEqual({});
});

test('search narrows by the fields that the table calls facets, in the address and among the kept bikes', () => {
  expect(searchFacets).toEqual(['category', 'drivetrain', 'rearGear']);
  const search = searchOf(new URLSearchParams('category=Road&rearGear= 11-Speed &keywords=a&other=x'));
  expect(search).toEqual({ cursor: '', keywords: 'a', category: 'Road', drivetrain: '', rearGear: '11-Speed' });
  expect(v.parse(SearchQuery, search)).toEqual(search);
  const bike = {
    brand: 'Surly',
    model: 'Ogre',
    year: null,
    nickname: '',
    category: 'Road',
    owner: { username: 'ana' },
  };
  expect(termsOf({ ...bike, drivetrain: '1x', rearGear: '11-Speed' })).toEqual(
    expect.arrayContaining(['category:Road', 'drivetrain:1x', 'rearGear:11-Speed']),
  );
});

test('no label, bound or list of a field is written a second time', async () => {
  const root = join(import.meta.dirname, '../../..');
  const names = Object.values(bikeFields).flatMap((field) => (field.label.includes(' ') ? [field.label] : []));
  const limits = /\b(1860|135|100_000|10_000)\b/;
  const again: string[] = [];
  for await (const path of glob('{src/features,src/screens,api/contract,api/features}/**/*.{ts,tsx}', { cwd: root })) {
    if (path.endsWith('bike-fields.ts')) continue;
    const text = await readFile(join(root, path), 'utf8');
    for (const name of names)
      if (text.includes(`'${name}'`) || text.includes(`"${name}"`)) again.push(`${path}: ${name}`);
    if (/bike/.test(path) && limits.test(text)) again.push(`${path}: a bound`);
  }
  expect(again).toEqual([]);
});
