import { expect, test } from 'vitest';
import { categories, drivetrains, frameMaterials, rearGears, suspensions, wheelSizes } from '#contract/bike-options.ts';
import { brandOf, brands, matchBrand } from '../catalog.ts';

test('a maker is found by its id', () => {
  expect(brandOf('cervelo')?.name).toBe('Cervélo');
  expect(brandOf('Other')).toBeUndefined();
});

test('a typed name finds its maker without accents, case or punctuation', () => {
  for (const text of ['Riese & Müller', 'riese and muller', 'RIESE MUELLER', ' Riese  &  Müller '])
    expect(matchBrand(text)?.slug, text).toBe(matchBrand('Riese & Müller')?.slug);
  expect(matchBrand('CERVELO')?.name).toBe('Cervélo');
  expect(matchBrand('san rensho')?.name).toBe('3Rensho');
});

test('an unknown or empty name finds nobody', () => {
  for (const text of ['', '  ', "Bob's Welding", '&']) expect(matchBrand(text), text).toBeUndefined();
});

test('no two makers share an id or a name, and a model is named once', () => {
  const all = brands();
  expect(new Set(all.map((brand) => brand.slug)).size).toBe(all.length);
  for (const brand of all) {
    expect(matchBrand(brand.name)?.slug, brand.name).toBe(brand.slug);
    expect(new Set(brand.models.map((model) => model.name)).size, brand.name).toBe(brand.models.length);
  }
});

test('every model uses the words of the contract', () => {
  for (const brand of brands())
    for (const model of brand.models) {
      expect(categories).toContain(model.category);
      expect(drivetrains).toContain(model.drivetrain);
      expect(rearGears).toContain(model.rearGear);
      expect(frameMaterials).toContain(model.frameMaterial);
      expect(wheelSizes).toContain(model.wheelSize);
      expect(suspensions).toContain(model.suspension);
      expect(model.years[0]).toBeLessThanOrEqual(model.years[1]);
    }
});
