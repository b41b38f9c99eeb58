import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { emptyValues } from '#contract/bike-defaults.ts';
import {
  type BikeFieldName,
  bikeField,
  bikeFieldNames,
  bikeFields,
  formParts,
  motorField,
  motorFieldNames,
  motorFields,
  partWeightField,
} from '#contract/bike-fields.ts';
import { gearFits } from '#contract/bike-rules.ts';
import { bikeSchemas } from '#contract/bike-values.ts';
import { type Bike, PublishedBike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';
import type { UnitSystem } from '#contract/preferences.ts';
import { inUnits } from '#src/features/bike-form/bounds-in-units.ts';
import { MoreFields } from '#src/features/bike-form/detail-fields.tsx';
import { filledText, stillNeeded } from '#src/features/bike-form/filled.ts';
import type { FormFields } from '#src/features/bike-form/form-fields.ts';
import { gearChoiceOf, gearGroups, gearText, otherGears } from '#src/features/bike-form/gears.ts';
import { GearsField } from '#src/features/bike-form/gears-field.tsx';
import { IdentityFields } from '#src/features/bike-form/identity-fields.tsx';
import { checkDraft } from '#src/features/bike-form/publish.ts';
import { specRowsOf } from '#src/features/bikes/page/spec-rows.ts';
import { bikeWith } from '#tests/kit/bikes.ts';

const photo = { kind: 'Other', caption: '', alt: '' };
const { photos: _, status: __, ...good } = bikeWith([]);
const check = (fields: Record<string, unknown>) =>
  checkDraft({ fields: { ...good, ...fields }, photos: [{ ...photo, id: newId() }] } as never).validation ?? {};

/** A form with the same error at every field. */
const form = (value: (name: string) => string = () => ''): FormFields => ({
  units: 'Metric',
  text: value,
  list: () => [],
  flag: () => false,
  rows: () => [],
  change: () => undefined,
  errors: (name) => [`Look at ${name}.`],
  isWrong: () => true,
});
const render = (fields: FormFields) =>
  [
    renderToString(createElement(IdentityFields, { form: fields, brands: [] })),
    renderToString(createElement(GearsField, { form: fields })),
    renderToString(
      createElement(MoreFields, { form: fields, photos: [], said: { part: null, texts: [] }, isNew: true }),
    ),
  ]
    .join('')
    .replaceAll('<!-- -->', '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
const electric = form((name) => (name === 'drivetrain' ? 'E-Bike' : ''));
/** Gears that have no chip of their own. */
const rare = form((name) => (name === 'drivetrain' ? 'Shaft Drive' : ''));

test('the table of fields covers everything that an owner can enter about a bike', () => {
  const { status: _status, photos: _photos, ...fields } = v.parse(PublishedBike, bikeWith([newId()]));
  expect([...bikeFieldNames].sort()).toEqual(Object.keys(fields).sort());
});

test('the form renders a control for each field, with its label, choices, unit and error', () => {
  for (const name of bikeFieldNames) {
    const field = bikeField(name);
    const page = render(name === 'drivetrain' ? rare : electric);
    expect(page, name).toContain(field.label);
    if (field.as !== 'motor') expect(page, name).toContain(`Look at ${name}.`);
    // Not every category is shown at once.
    if ('options' in field && name !== 'category')
      for (const option of field.options) expect(page, name).toContain(option);
    if ('unit' in field) expect(page, name).toContain(`>${field.unit}</span>`);
  }
  for (const name of motorFieldNames) {
    expect(render(electric), name).toContain(motorField(name).label);
    expect(render(electric), name).toContain(`Look at eBike.${name}.`);
  }
});

test('the motor section is shown for e-bikes only', () => {
  expect(render(electric)).toContain(formParts.eBike);
  expect(render(form())).not.toContain(formParts.eBike);
});

test('a collapsed section says what is filled in, and opens when it contains an error', () => {
  const shown: Record<string, string> = {
    ...{
      frameMaterial: 'Steel',
      'frameSize.kind': 'cm',
      'frameSize.value': '56',
      tireWidthMm: '47.5',
      weightG: '11400',
    },
    ...{ drivetrain: 'E-Bike', 'eBike.motorBrand': 'Bosch', 'eBike.motorW': '250', price: '4200', currency: 'EUR' },
    ownership: 'Current',
  };
  const some: FormFields = {
    ...form((name) => shown[name] ?? ''),
    flag: (name) => name === 'tubeless',
    list: (name) => (name === 'colors' ? ['Red', 'White'] : []),
    errors: () => [],
    isWrong: (name) => name === 'brakeType',
  };
  expect(filledText('frame', some)).toBe('Steel · 56 cm');
  expect(filledText('wheels', some)).toBe('47.5 mm · Tubeless');
  expect(filledText('eBike', some)).toBe('Bosch · 250 W');
  expect(filledText('look', some)).toBe('Red · White · 11.4 kg');
  expect(filledText('ownership', some)).toBe('4200 EUR');
  expect(filledText('history', some)).toBe('');
  expect(render(some).match(/<details[^>]* open/g)).toHaveLength(1);
});

test('the form says what a bike still needs to be published', () => {
  const needs = (fields: Record<string, string>, photos = 0) =>
    stillNeeded(
      form((name) => fields[name] ?? ''),
      photos,
    ).map(({ label }) => label);
  expect(needs({})).toEqual(['a photo', 'brand', 'model', 'category', 'gears']);
  const bike = { brandId: 'surly', model: 'Ogre', category: 'Gravel', drivetrain: '1x', rearGear: '11-Speed' };
  expect(needs(bike, 1)).toEqual([]);
  expect(needs({ ...bike, brandId: 'Other', model: ' ', rearGear: '' }, 1)).toEqual(['brand', 'model', 'gears']);
});

test('one choice of gears sets drivetrain and rear gear, and is found again by both', () => {
  for (const { choices } of gearGroups)
    for (const choice of choices) {
      const { drivetrain, rearGear, opens } = choice;
      if (choice === otherGears) continue;
      expect(bikeFields.drivetrain.options).toContain(drivetrain);
      expect(gearChoiceOf(drivetrain, rearGear), choice.label).toBe(choice);
      for (const gear of opens ?? []) {
        expect(bikeFields.rearGear.options).toContain(gear);
        expect(gearFits(drivetrain, gear), `${choice.label}, ${gear}`).toBe(true);
        expect(gearChoiceOf(drivetrain, gear), `${choice.label}, ${gear}`).toBe(choice);
      }
    }
  expect(gearChoiceOf('', '')).toBe(undefined);
  for (const [drivetrain, rearGear] of [
    ['2x', '6-Speed'],
    ['Gearbox', 'Gearbox 18-Speed'],
    ['2x', ''],
    ['', 'Other'],
  ])
    expect(gearChoiceOf(drivetrain as string, rearGear as string)).toBe(otherGears);
  expect(render(rare)).not.toContain('Gearbox 6-Speed');
  expect(gearText('1x', '11-Speed')).toBe('1 × 11');
  expect(gearText('1x', 'Internal 8-Speed')).toBe('Internal 8-Speed');
  expect(gearText('Belt Drive', 'Internal 8-Speed')).toBe('Belt Drive · Internal 8-Speed');
  expect(gearText('Shaft Drive', 'Other')).toBe('Shaft Drive');
});

test('every select without a default says "Choose" until something is chosen', () => {
  for (const fields of [electric, rare]) {
    const selects = render(fields).match(/<select.*?<\/select>/gs) ?? [];
    const silent = selects.filter((select) => !/<option value=""[^>]*>Choose<\/option>/.test(select));
    expect(selects.length).toBeGreaterThan(10);
    expect(silent.filter((select) => !select.includes('>Current<'))).toEqual([]);
  }
});

test('the form and the spec sheet keep the order of the table', () => {
  for (const part of Object.keys(formParts)) {
    // A chip may have the words of a label.
    const page = render(part === 'gears' ? rare : electric).replaceAll(/<button.*?<\/button>/gs, '');
    const labels = bikeFieldNames
      .map(bikeField)
      .filter((field) => field.part === part && ['choice', 'number', 'line', 'flag'].includes(field.as))
      .map(({ label }) => label);
    const places = labels.map((label) => page.search(new RegExp(`>${label}[< ]`)));
    expect(places, part).toEqual(places.toSorted((a, b) => a - b));
    if (labels.length > 0) expect(Math.min(...places), part).toBeGreaterThan(0);
  }
  const bike = {
    ...v.parse(PublishedBike, bikeWith([newId()])),
    ...{ frameMaterial: 'Steel', frameSize: { kind: 'cm', value: 56 }, tireWidthMm: 47.5, weightG: 11_400 },
    ...{ yearCirca: true, tubeless: true, dynamo: true, cassette: '10-36', colors: ['Green'] },
    ...{ priceMinor: 123_456, currency: 'EUR', pricePublic: true, ownership: 'Sold' },
  };
  expect(specRowsOf(bike as unknown as Bike, { units: 'Metric', writing: null })).toEqual([
    { name: 'Category', value: 'Gravel' },
    { name: 'Year', value: 'c. 2021', unit: undefined },
    { name: 'Drivetrain', value: '1x' },
    { name: 'Rear gear', value: '11-Speed' },
    { name: 'Cassette', value: '10-36' },
    { name: 'Frame material', value: 'Steel' },
    { name: 'Frame size', value: '56', unit: 'cm' },
    { name: 'Tire width', value: '47.5', unit: 'mm' },
    { name: 'Color', value: 'Green' },
    { name: 'Weight', value: '11.4', unit: 'kg' },
    { name: 'Ownership', value: 'Sold' },
    { name: 'Price', value: '1,234.56', unit: 'EUR' },
    { name: 'Features', value: 'Tubeless and Dynamo' },
  ]);
});

test("the spec sheet uses the viewer's units; tires, travel, motors and money are formatted alike everywhere", () => {
  const bike = {
    ...v.parse(PublishedBike, bikeWith([newId()])),
    ...{ frameSize: { kind: 'in', value: 19.5 }, tireWidthMm: 42, travelFrontMm: 42, weightG: 8_950 },
    ...{ eBike: { motorW: 42, torqueNm: 42, batteryWh: 42, rangeKm: 120 }, priceMinor: 4_200, currency: 'EUR' },
  };
  const shown = (units: UnitSystem) =>
    Object.fromEntries(
      specRowsOf(bike as unknown as Bike, { units, writing: null }).map(({ name, value, unit }) => [
        name,
        unit ? `${value} ${unit}` : value,
      ]),
    );
  const alike = {
    ...{ 'Tire width': '42 mm', 'Front travel': '42 mm', 'Motor power': '42 W', Torque: '42 Nm', Battery: '42 Wh' },
    Price: '42 EUR',
  };
  expect(shown('Metric')).toMatchObject({ ...alike, Weight: '8.95 kg', 'Frame size': '49.5 cm', Range: '120 km' });
  expect(shown('Imperial')).toMatchObject({ ...alike, Weight: '19.7 lb', 'Frame size': '19.5 in', Range: '75 mi' });
});

test("the bounds in an error message are shown in the viewer's units, and nothing else in it changes", () => {
  const said = (field: Parameters<typeof inUnits>[1], message: string) => inUnits([message], field, 'Imperial')[0];
  expect(said(bikeFields.weightG, 'Enter a number between 2 and 100 kg.')).toBe(
    'Enter a number between 4.4 and 220.5 lb.',
  );
  expect(said(motorFields.rangeKm, 'Enter a number between 0 and 500 km.')).toBe(
    'Enter a number between 0 and 311 mi.',
  );
  expect(said(partWeightField, 'Enter a number between 0 and 20,000 g.')).toBe(
    'Enter a number between 0 and 705.5 oz.',
  );
  expect(said(bikeFields.tireWidthMm, 'Enter a number between 15 and 135 mm.')).toBe(
    'Enter a number between 15 and 135 mm.',
  );
  expect(said(bikeFields.weightG, 'Another sentence.')).toBe('Another sentence.');
});

test('missing and out-of-range values are marked at their field, in the words of the table', () => {
  const { bike, validation } = checkDraft({ fields: {}, photos: [] });
  expect(bike).toBe(null);
  expect(validation).toEqual({
    category: ['Choose one.'],
    drivetrain: ['Choose one.'],
    rearGear: ['Choose one.'],
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
    ['tireWidthMm', '14.9', 'Enter a number between 15 and 135 mm.'],
    ['tireWidthMm', 'wide', 'Enter a number between 15 and 135 mm.'],
    ['weightG', 1_999, 'Enter a number between 2 and 100 kg.'],
    ['weightG', 100_001, 'Enter a number between 2 and 100 kg.'],
    ['weightG', 8_950.5, 'Enter a number between 2 and 100 kg.'],
    ['model', 'x'.repeat(81), 'Keep it under 80 characters.'],
    ['nickname', 'x'.repeat(61), 'Keep it under 60 characters.'],
    ['brandOther', 'x'.repeat(61), 'Keep it under 60 characters.'],
    ['story', 'x'.repeat(10_001), 'Keep it under 10,000 characters.'],
    ['colors', ['Red', 'Blue', 'Green', 'Pink'], 'Choose up to 3.'],
    ['suspension', 'Springy', 'Choose one.'],
    ['brakeType', 'Feet', 'Choose one.'],
  ];
  for (const [name, value, sentence] of refused) expect(check({ [name]: value })).toEqual({ [name]: [sentence] });
  for (const fields of [
    { year: '1860' },
    { tireWidthMm: '47,5' },
    { tireWidthMm: '700x40c' },
    { tireWidthMm: '40-622' },
    { tireWidthMm: '2.25“' },
    { year: '２０１９' },
    { price: '1.200 €', currency: 'EUR' },
    { weightG: 2_000 },
    { nickname: '' },
    { story: null },
    { travelFrontMm: '120', suspension: 'Full' },
    { price: '1 200,50', currency: 'EUR' },
  ])
    expect(check(fields)).toEqual({});
});

test('no label, bound or list of a field is defined twice', async () => {
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

test('a bike with only the needed fields gets the empty values, and may name them itself', () => {
  const { category, drivetrain, rearGear, brandId, model } = good;
  const needed = { category, drivetrain, rearGear, brandId, model };
  const values = v.object(bikeSchemas);
  expect(v.parse(values, needed)).toEqual({ ...needed, ...emptyValues });
  expect(v.parse(values, { ...emptyValues, ...needed })).toEqual({ ...needed, ...emptyValues });
  expect(() => v.parse(values, emptyValues)).toThrow();
});
