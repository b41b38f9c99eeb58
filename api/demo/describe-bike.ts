// A member's bike in full: its build, the owner's input, and what some owners add.

import { brandOf } from '#api/catalog/catalog.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import { type disciplines, frameSizeLetters, wheelSizeDiameters } from '#contract/bike-options.ts';
import type { FrameSize } from '#contract/bike-values.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import type { Component } from '#contract/components.ts';
import type { BuildEntry } from '#contract/history.ts';
import { fold } from '#contract/text.ts';
import type { OwnedBike, OwnedDay } from './bikes/rider.ts';
import { type Build, buildOf } from './build.ts';
import { seededId } from './ids.ts';
import type { Rng } from './illustrator/random.ts';
import type { BikeSpec } from './illustrator/spec.ts';
import { componentsOf, motorOf } from './parts.ts';
import type { RealBike } from './real/bike.ts';

export type BikeFields = Omit<PublishedBike, 'photos' | 'status' | 'version' | 'keepsPrice'>;

const riddenFor: Record<PublishedBike['category'], readonly (typeof disciplines)[number][]> = {
  City: ['Recreational', 'Utility & Cargo'],
  Commuter: ['Commuting'],
  'Cross Country': ['Cross Country', 'Trail'],
  Cyclocross: ['Cyclocross'],
  Downhill: ['Downhill'],
  Enduro: ['Enduro', 'Trail'],
  'Fat Tire': ['Recreational', 'Bikepacking'],
  Freeride: ['Freeride', 'Dirt Jump'],
  Gravel: ['Gravel', 'Bikepacking'],
  Handbike: ['Handcycling'],
  Hybrid: ['Commuting', 'Recreational'],
  Messenger: ['Messenger', 'Fixed Gear'],
  Recumbent: ['Recreational', 'Touring'],
  Road: ['Road'],
  Touring: ['Touring', 'Randonneuring'],
  Track: ['Track', 'Fixed Gear'],
  Triathlon: ['Triathlon', 'Time Trial'],
};

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

const letters = ['Cross Country', 'Downhill', 'Enduro', 'Fat Tire', 'Freeride'];

/** The maker's name for the down tube, if it can be lettered; never an invented one. */
function letteringOf(brandId: string): string | null {
  const word = fold(brandOf(brandId)?.name ?? '').toUpperCase();
  return /^[A-Z]{2,10}$/.test(word) ? word : null;
}

const sizeOf = ({ category, wheelSize }: RealBike, r: Rng): FrameSize | null => {
  if (category === 'Recumbent' || category === 'Handbike') return null;
  if (/^(1[2-8]|20)"/.test(wheelSize)) return { kind: 'letter', letter: 'One Size' };
  if (letters.includes(category)) return { kind: 'letter', letter: r.pick(frameSizeLetters.slice(2, 8)) };
  return { kind: 'cm', value: r.int(50, 60) };
};

/** The owner's name for the color, and how the bike was weighed. */
function looksOf({ colors: [color], weightG }: BikeFields, r: Rng): Pick<BikeFields, 'colorName' | 'weightIncludes'> {
  const colorName = r.chance(0.15) ? (colorNames[color ?? 'Black'] ?? '') : '';
  const weighed = r.chance(0.4) ? r.pick(['with pedals', 'with pedals and cages', 'ready to ride']) : '';
  return { colorName, weightIncludes: weightG === null ? '' : weighed };
}

function historyOf([date, title, text = '', changes = []]: OwnedDay, r: Rng): BuildEntry {
  const componentChanges = changes.map(([slot, before, after]) => ({ slot, before, after }));
  return { id: seededId(Date.parse(date), r), date, title, text, photoIds: [], componentChanges };
}

/** The parts after the changes of its history, except for a groupset, which goes by its name in the table. */
function afterChanges(components: readonly Component[], days: readonly OwnedDay[]): Component[] {
  const changes = days.flatMap(([, , , changed = []]) => changed);
  return components.map((component) => {
    const last = changes.findLast(([slot, , after]) => slot === component.slot && slot !== 'Groupset' && after !== '');
    return last ? { ...component, text: last[2] } : component;
  });
}

const within = ([min, max]: readonly [number, number], step: number, r: Rng): number =>
  Math.round(r.range(min, max) / step) * step;

/** Fields that follow from the build. */
function builtFields(build: Build) {
  const { real, era } = build;
  const [travelFrontMm, travelRearMm] = real.travel;
  const isMountain = ['Enduro', 'Cross Country', 'Downhill', 'Gravel'].includes(real.category);
  return {
    category: real.category,
    drivetrain: build.drivetrain,
    rearGear: build.rearGear,
    brandOther: real.maker ?? '',
    frameMaterial: real.frameMaterial,
    frameMaterialNote: real.tubes ?? '',
    wheelSize: real.wheelSize,
    tireWidthMm: build.tireWidth,
    suspension: real.suspension,
    travelFrontMm,
    travelRearMm,
    brakeType: build.brake,
    handlebarType: build.handlebar,
    chainrings: build.chainrings,
    cassette: build.cassette,
    electronicShifting: build.group?.isElectronic ?? false,
    coasterBrake: build.brake === 'Coaster',
    beltDrive: real.gears.kind !== 'derailleur' && real.gears.isBelt,
    eBike: motorOf(real),
    tubeless: era >= 2016 && isMountain && build.group !== null,
    dropperPost: era >= 2015 && real.category === 'Enduro',
  } satisfies Partial<BikeFields>;
}

/** Fields that only some owners fill in. */
function optionalFields({ real, era }: Build, r: Rng): Partial<BikeFields> {
  const hasDynamo = ['City', 'Commuter', 'Touring'].includes(real.category) && !real.motor && real.brand !== 'Other';
  const price: Partial<BikeFields> = r.chance(0.35)
    ? {
        priceMinor: within(real.price, 50, r) * 100,
        currency: r.pick(['EUR', 'USD', 'GBP'] as const),
        pricePublic: r.chance(0.4),
      }
    : {};
  return {
    weightG: r.chance(0.3) ? null : within([real.kilograms[0] * 1000, real.kilograms[1] * 1000], 50, r),
    frameSize: r.chance(0.8) ? sizeOf(real, r) : null,
    disciplines: r.chance(0.8) ? riddenFor[real.category].slice(0, r.int(1, 2)) : [],
    dynamo: hasDynamo && r.chance(0.5),
    buildState: r.pick(['Stock', 'Modified', 'Modified', 'Custom Build'] as const),
    acquiredYear: r.chance(0.5) ? Math.min(Math.max(era, 1990) + r.int(0, 4), 2025) : null,
    shop: r.chance(0.12) ? r.pick(['The shop by the station', 'A friend’s garage', 'The co-op']) : '',
    ...price,
  };
}

function specOf({ real, drivetrain, rearGear, tireWidth, handlebar, brake, era }: Build, owned: OwnedBike): BikeSpec {
  const mullet: readonly [number, number] | null =
    real.wheelSize === 'Mixed (29"/27.5")' ? [wheelSizeDiameters['29"'], wheelSizeDiameters['27.5" / 650B']] : null;
  const [front, rear] = real.wheels ?? mullet ?? [wheelSizeDiameters[real.wheelSize], null];
  return {
    category: real.category,
    drivetrain,
    rearGear,
    wheelBsd: front,
    wheelBsdRear: rear,
    tyreWidth: tireWidth,
    handlebar,
    brake,
    suspension: real.suspension,
    colours: owned.colors,
    material: real.frameMaterial,
    year: era,
    motor: motorOf(real)?.motorPosition ?? null,
    mark: letteringOf(owned.brand),
  };
}

/**
 * Derives a bike's page and the input of its photographs, except for the scene.
 * @param r the bike's own randomness: the same gives the same bike
 */
export function describeBike(owned: OwnedBike, r: Rng): { fields: BikeFields; spec: BikeSpec } {
  const build = buildOf(owned, r.fork('build'));
  const usual: BikeFields = withEveryField({
    brandId: owned.brand,
    model: owned.model,
    year: owned.year,
    nickname: owned.nickname ?? '',
    story: owned.story,
    colors: [...owned.colors],
    ...builtFields(build),
    ...optionalFields(build, r.fork('told')),
    components: afterChanges(componentsOf(build, r.fork('parts')), owned.history ?? []),
    ...(owned.yearCirca && { yearCirca: true }),
    tags: owned.tags ? [...owned.tags] : [],
    history: (owned.history ?? []).map((entry, at) => historyOf(entry, r.fork(`day ${at}`))),
  });
  const fields = { ...usual, ...looksOf(usual, r.fork('looks')), ...owned.more };
  return { fields, spec: specOf(build, owned) };
}
