import { t } from '#contract/texts.ts';
import {
  brakeTypes,
  buildStates,
  categories,
  colors,
  currencies,
  disciplines,
  drivetrains,
  eBikeClasses,
  frameMaterials,
  handlebarTypes,
  motorPositions,
  ownerships,
  rearGears,
  suspensions,
  wheelSizes,
} from './bike-options.ts';
import { cardLabels } from './bikes.ts';
import { categoryLabel } from './card-labels.ts';
import {
  brakeTypeLabel,
  buildStateLabel,
  colorLabel,
  disciplineLabel,
  drivetrainLabel,
  eBikeClassLabel,
  frameMaterialLabel,
  handlebarTypeLabel,
  motorPositionLabel,
  ownershipLabel,
  rearGearLabel,
  suspensionLabel,
  wheelSizeLabel,
} from './option-labels.ts';
import type { UnitSystem } from './preferences.ts';
import type { Unit } from './units.ts';

/** Sections of the form, in order. */
export const formParts = {
  bike: t`What it is`,
  gears: t`Gears`,
  shifting: t`Shifting`,
  eBike: t`Motor and battery`,
  frame: t`Frame`,
  wheels: t`Wheels and tires`,
  controls: t`Brakes and handlebar`,
  look: t`Color and weight`,
  components: t`Parts`,
  story: t`Story`,
  history: t`Build history`,
  ownership: t`Ownership and price`,
} as const;
export type FormPart = keyof typeof formParts;

type FieldBase = { label: string; part: FormPart; needed?: true };
/** Options are stored as they are here, and shown as their labels. */
type Options = { options: readonly string[]; labelOf: (option: string) => string };
/** One option of a list. */
type ChoiceField = FieldBase & Options & { as: 'choice' };
/**
 * A number between two bounds. `whole`: without a fraction. It is shown and typed in `unit`, or in the equivalent unit
 * of the viewer's system, and stored in `storedIn`. `typedAs`: the form field that holds the typed text for each
 * system.
 */
export type NumberField = FieldBase & {
  as: 'number';
  min: number;
  max: number | 'this year' | 'next year';
  whole: boolean;
  unit?: Unit;
  storedIn?: Unit;
  typedAs?: Record<UnitSystem, string>;
};
/**
 * Text of one or more lines; `max` counts code points. A suggested line offers names to choose from; a link is an
 * https address. `isName`: punctuation alone is refused.
 */
type TextField = FieldBase & { as: 'line' | 'suggested' | 'text' | 'link'; max: number; isName?: true };
/** Several options of a list; the first one is the main one. */
type ManyField = FieldBase & Options & { as: 'many'; max: number };
/** Yes or no; defaults to no. */
type FlagField = FieldBase & { as: 'flag' };
/** A field with several values and a file of its own. `max`: the maximum count or amount. */
type OwnField = FieldBase & { as: 'size' | 'motor' | 'money' | 'tags' | 'components' | 'history'; max?: number };
/** A field whose schema follows from its definition alone. */
export type PlainField = ChoiceField | NumberField | TextField | FlagField;
type BikeField = PlainField | ManyField | OwnField;

/**
 * Fields of a bike, in the order of the spec sheet and of the form: label, limits and input type. Used by the schema,
 * the form, the spec sheet and the search.
 */
export const bikeFields = {
  brandId: { as: 'suggested', label: t`Brand`, part: 'bike', max: 80, needed: true },
  brandOther: { as: 'suggested', label: t`Brand`, part: 'bike', max: 60, isName: true },
  model: { as: 'suggested', label: t`Model`, part: 'bike', max: 80, needed: true },
  category: {
    as: 'choice',
    label: cardLabels.category,
    part: 'bike',
    options: categories,
    labelOf: categoryLabel,
    needed: true,
  },
  year: { as: 'number', label: cardLabels.year, part: 'bike', min: 1860, max: 'next year', whole: true },
  yearCirca: { as: 'flag', label: t`Circa`, part: 'bike' },
  nickname: { as: 'line', label: t`Nickname`, part: 'bike', max: 60, isName: true },
  drivetrain: {
    as: 'choice',
    label: t`Drivetrain`,
    part: 'gears',
    options: drivetrains,
    labelOf: drivetrainLabel,
    needed: true,
  },
  rearGear: {
    as: 'choice',
    label: t`Rear gear`,
    part: 'gears',
    options: rearGears,
    labelOf: rearGearLabel,
    needed: true,
  },
  chainrings: { as: 'line', label: t`Chainrings`, part: 'shifting', max: 40 },
  cassette: { as: 'line', label: t`Cassette`, part: 'shifting', max: 40 },
  beltDrive: { as: 'flag', label: t`Belt drive`, part: 'shifting' },
  electronicShifting: { as: 'flag', label: t`Electronic shifting`, part: 'shifting' },
  eBike: { as: 'motor', label: t`Motor`, part: 'eBike' },
  frameMaterial: {
    as: 'choice',
    label: t`Frame material`,
    part: 'frame',
    options: frameMaterials,
    labelOf: frameMaterialLabel,
  },
  frameMaterialNote: { as: 'line', label: t`Tubing or layup`, part: 'frame', max: 60 },
  frameSize: { as: 'size', label: t`Frame size`, part: 'frame' },
  suspension: { as: 'choice', label: t`Suspension`, part: 'frame', options: suspensions, labelOf: suspensionLabel },
  travelFrontMm: {
    as: 'number',
    label: t`Front travel`,
    part: 'frame',
    min: 0,
    max: 330,
    whole: true,
    unit: 'mm',
  },
  travelRearMm: {
    as: 'number',
    label: t`Rear travel`,
    part: 'frame',
    min: 0,
    max: 300,
    whole: true,
    unit: 'mm',
  },
  builder: { as: 'line', label: t`Frame builder`, part: 'frame', max: 80, isName: true },
  wheelSize: { as: 'choice', label: t`Wheel size`, part: 'wheels', options: wheelSizes, labelOf: wheelSizeLabel },
  tireWidthMm: { as: 'number', label: t`Tire width`, part: 'wheels', min: 15, max: 135, whole: false, unit: 'mm' },
  tubeless: { as: 'flag', label: t`Tubeless`, part: 'wheels' },
  dynamo: { as: 'flag', label: t`Dynamo`, part: 'wheels' },
  brakeType: { as: 'choice', label: t`Brake`, part: 'controls', options: brakeTypes, labelOf: brakeTypeLabel },
  coasterBrake: { as: 'flag', label: t`Coaster brake`, part: 'controls' },
  handlebarType: {
    as: 'choice',
    label: t`Handlebar`,
    part: 'controls',
    options: handlebarTypes,
    labelOf: handlebarTypeLabel,
  },
  dropperPost: { as: 'flag', label: t`Dropper post`, part: 'controls' },
  colors: { as: 'many', label: t`Colors`, part: 'look', options: colors, labelOf: colorLabel, max: 3 },
  colorName: { as: 'line', label: t`Name of the color`, part: 'look', max: 40, isName: true },
  weightG: {
    as: 'number',
    label: t`Weight`,
    part: 'look',
    min: 2_000,
    max: 100_000,
    whole: true,
    unit: 'kg',
    storedIn: 'g',
    typedAs: { Metric: 'weightKg', Imperial: 'weightLb' },
  },
  weightIncludes: { as: 'line', label: t`Weighed with`, part: 'look', max: 80 },
  components: { as: 'components', label: t`Parts`, part: 'components', max: 60 },
  story: { as: 'text', label: t`Story`, part: 'story', max: 10_000 },
  disciplines: {
    as: 'many',
    label: t`Ridden for`,
    part: 'story',
    options: disciplines,
    labelOf: disciplineLabel,
    max: 3,
  },
  tags: { as: 'tags', label: t`Tags`, part: 'story', max: 10 },
  videoUrl: { as: 'link', label: t`Video`, part: 'story', max: 200 },
  history: { as: 'history', label: t`Build history`, part: 'history', max: 100 },
  // For translators: whether the bike is stock, modified or built from parts.
  buildState: {
    as: 'choice',
    label: t.as('noun')`Build`,
    part: 'ownership',
    options: buildStates,
    labelOf: buildStateLabel,
  },
  ownership: { as: 'choice', label: t`Ownership`, part: 'ownership', options: ownerships, labelOf: ownershipLabel },
  registryUrl: { as: 'link', label: t`Where it is reported stolen`, part: 'ownership', max: 200 },
  acquiredYear: {
    as: 'number',
    label: t`Owned since`,
    part: 'ownership',
    min: 1900,
    max: 'this year',
    whole: true,
  },
  shop: { as: 'line', label: t`Shop`, part: 'ownership', max: 80, isName: true },
  priceMinor: { as: 'money', label: t`Price`, part: 'ownership', max: 20_000_000 },
  currency: { as: 'choice', label: t`Currency`, part: 'ownership', options: currencies, labelOf: String },
  pricePublic: { as: 'flag', label: t`Show the price to everybody`, part: 'ownership' },
} as const satisfies Record<string, BikeField>;
type Table = typeof bikeFields;
export type BikeFieldName = keyof Table;

/** Fields of a motor, under `eBike`. */
export const motorFields = {
  motorBrand: { as: 'line', label: t`Motor maker`, part: 'eBike', max: 40, isName: true },
  motorModel: { as: 'line', label: t`Motor model`, part: 'eBike', max: 60, isName: true },
  motorPosition: {
    as: 'choice',
    label: t`Motor position`,
    part: 'eBike',
    options: motorPositions,
    labelOf: motorPositionLabel,
  },
  assistClass: { as: 'choice', label: t`E-bike class`, part: 'eBike', options: eBikeClasses, labelOf: eBikeClassLabel },
  motorW: { as: 'number', label: t`Motor power`, part: 'eBike', min: 0, max: 3_000, whole: true, unit: 'W' },
  torqueNm: { as: 'number', label: t`Torque`, part: 'eBike', min: 0, max: 250, whole: true, unit: 'Nm' },
  batteryWh: { as: 'number', label: t`Battery`, part: 'eBike', min: 0, max: 3_000, whole: true, unit: 'Wh' },
  rangeKm: {
    as: 'number',
    // For translators: how far a charge lasts.
    label: t`Range`,
    part: 'eBike',
    min: 0,
    max: 500,
    whole: true,
    unit: 'km',
    typedAs: { Metric: 'rangeKm', Imperial: 'rangeMi' },
  },
} as const satisfies Record<string, BikeField>;
export type MotorFieldName = keyof typeof motorFields;

/** Weight of one part, a row of `components`. */
export const partWeightField = { label: t`Weight`, min: 0, max: 20_000, whole: true, unit: 'g' } as const;

/** Names of the fields with one input type. */
export type FieldNameOf<As extends BikeField['as']> = {
  [N in BikeFieldName]: Table[N] extends { as: As } ? N : never;
}[BikeFieldName];

/** Returns a field's definition by its name. */
export const bikeField = (name: BikeFieldName): BikeField => bikeFields[name];
const plain = ['choice', 'number', 'line', 'suggested', 'text', 'link', 'flag'];
export const isPlain = (field: BikeField): field is PlainField => plain.includes(field.as);
export const bikeFieldNames = Object.keys(bikeFields) as BikeFieldName[];
export const motorField = (name: MotorFieldName): ChoiceField | NumberField | TextField => motorFields[name];
export const motorFieldNames = Object.keys(motorFields) as MotorFieldName[];
export const emptyMotorValue = (name: MotorFieldName): '' | null => (motorFields[name].as === 'line' ? '' : null);

/** Maximum of a number today. Makers show bikes the year before they sell them. */
export const maxOf = ({ max }: Pick<NumberField, 'max'>): number => {
  if (typeof max === 'number') return max;
  return new Date().getFullYear() + (max === 'next year' ? 1 : 0);
};
