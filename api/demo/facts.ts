// A member's bike in full: the catalog model, the owner's input, and typical values for the rest.

import { brandOf, type CatalogModel } from '#api/catalog/catalog.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import { wheelSizeDiameters } from '#contract/bike-options.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import type { BuildEntry } from '#contract/history.ts';
import { fold } from '#contract/text.ts';
import type { OwnedBike, OwnedDay } from './garage/rider.ts';
import { seededId } from './ids.ts';
import { itemAt } from './illustrator/item-at.ts';
import type { Rng } from './illustrator/random.ts';
import type { BikeSpec } from './illustrator/spec.ts';
import { tellMore } from './parts.ts';
import { profiles } from './profiles.ts';

export type BikeFacts = Omit<PublishedBike, 'photos' | 'status' | 'version' | 'keepsPrice'>;

interface Build {
  brandOther: string;
  /** The maker's name for the down tube, if it can be lettered; never an invented one. */
  mark: string | null;
  /** The year that the drawing is based on. */
  era: number;
  model: Omit<CatalogModel, 'name' | 'years'>;
}

function markOf(name: string): string | null {
  const word = fold(name).toUpperCase();
  return /^[A-Z]{2,10}$/.test(word) ? word : null;
}

function buildOf(owned: OwnedBike): Build {
  if (owned.made) return { brandOther: owned.made.by, mark: null, era: owned.year ?? 2015, model: owned.made };
  const brand = brandOf(owned.brand);
  const model = brand?.models.find((one) => one.name === owned.model);
  if (!brand || !model) throw new Error(`the catalogue has no ${owned.brand} ${owned.model}`);
  const middle = Math.round((model.years[0] + model.years[1]) / 2);
  return { brandOther: '', mark: markOf(brand.name), era: owned.year ?? middle, model };
}

const colorNames: Partial<Record<OwnedBike['colors'][number], string>> = {
  Black: 'Piano',
  White: 'Chalk',
  Red: 'Letter box',
  Orange: 'Signal',
  Pink: 'Primer',
  Purple: 'Plum',
  Blue: 'Petrol',
  Teal: 'Verdigris',
  Green: 'Bottle',
  'Yellow / Gold': 'Mustard',
  Brown: 'Saddle',
};

const lastUsual = <T extends readonly [number, ...unknown[]]>(list: readonly T[], year: number): T =>
  list.findLast(([since]) => since <= year) ?? itemAt(list, 0);

const heavier: Partial<Record<CatalogModel['frameMaterial'], number>> = { Steel: 0.75, Aluminum: 0.6, Titanium: 0.4 };

function weightOf(build: Build, r: Rng): number | null {
  const [light, heavy] = profiles[build.model.category].weight;
  const share = (heavier[build.model.frameMaterial] ?? 0.2) + r.range(-0.2, 0.25);
  const motor = build.model.drivetrain === 'E-Bike' ? r.range(6_500, 9_500) : 0;
  const grams = light + (heavy - light) * share + motor;
  return r.chance(0.3) ? null : Math.round(grams / 50) * 50;
}

/** The owner's name for the color, and how the bike was weighed. */
function looksOf({ colors: [color], weightG }: BikeFacts, r: Rng): Pick<BikeFacts, 'colorName' | 'weightIncludes'> {
  const colorName = r.chance(0.15) ? (colorNames[color ?? 'Black'] ?? '') : '';
  const weighed = r.chance(0.4) ? r.pick(['with pedals', 'with pedals and cages', 'ready to ride']) : '';
  return { colorName, weightIncludes: weightG === null ? '' : weighed };
}

function historyOf([date, title, text = '', changes = []]: OwnedDay, r: Rng): BuildEntry {
  const componentChanges = changes.map(([slot, before, after]) => ({ slot, before, after }));
  return { id: seededId(Date.parse(date), r), date, title, text, photoIds: [], componentChanges };
}

/**
 * Derives a bike's page and the input of its photographs, except for the scene.
 * @param r the bike's own randomness: the same gives the same bike
 */
export function describeBike(owned: OwnedBike, r: Rng): { facts: BikeFacts; spec: BikeSpec } {
  const build = buildOf(owned);
  const { model } = build;
  const profile = profiles[model.category];
  const [, ...brakes] = lastUsual(profile.brakes, build.era);
  const [, narrow, wide] = lastUsual(profile.tires, build.era);
  const usual: BikeFacts = withEveryField({
    category: model.category,
    drivetrain: model.drivetrain,
    rearGear: model.rearGear,
    brandId: owned.brand,
    brandOther: build.brandOther,
    model: owned.model,
    year: owned.year,
    nickname: owned.nickname ?? '',
    story: owned.story,
    frameMaterial: model.frameMaterial,
    wheelSize: model.wheelSize,
    tireWidthMm: owned.tireWidthMm ?? r.int(narrow, wide),
    suspension: model.suspension,
    brakeType: owned.brakeType ?? r.pick(brakes),
    handlebarType: owned.handlebarType ?? r.pick(profile.handlebars),
    colors: [...owned.colors],
    weightG: weightOf(build, r),
    ...tellMore(model, build.era, r.fork('told')),
    ...(owned.yearCirca && { yearCirca: true }),
    tags: owned.tags ? [...owned.tags] : [],
    history: (owned.history ?? []).map((entry, at) => historyOf(entry, r.fork(`day ${at}`))),
  });
  const facts = {
    ...usual,
    coasterBrake: usual.brakeType === 'Coaster',
    ...looksOf(usual, r.fork('looks')),
    ...owned.more,
  };
  const mixed = model.wheelSize === 'Mixed (29"/27.5")';
  const spec: BikeSpec = {
    category: facts.category,
    drivetrain: facts.drivetrain,
    rearGear: facts.rearGear,
    wheelBsd: mixed ? wheelSizeDiameters['29"'] : wheelSizeDiameters[model.wheelSize],
    wheelBsdRear: mixed ? wheelSizeDiameters['27.5" / 650B'] : null,
    tyreWidth: facts.tireWidthMm,
    handlebar: facts.handlebarType,
    brake: facts.brakeType,
    suspension: facts.suspension,
    colours: owned.colors,
    material: facts.frameMaterial,
    year: build.era,
    motor: model.drivetrain === 'E-Bike' ? (model.rearGear === 'Single-Speed' ? 'Rear hub' : 'Mid-drive') : null,
    mark: build.mark,
  };
  return { facts, spec };
}
