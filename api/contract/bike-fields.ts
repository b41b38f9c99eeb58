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
import type { UnitSystem } from './preferences.ts';
import type { Unit } from './units.ts';

/** Sections of the form, in order. */
export const formParts = {
  bike: 'What it is',
  gears: 'Gears',
  shifting: 'Shifting',
  eBike: 'Motor and battery',
  frame: 'Frame',
  wheels: 'Wheels and tires',
  controls: 'Brakes and handlebar',
  look: 'Color and weight',
  components: 'Parts',
  story: 'Story',
  history: 'Build history',
  ownership: 'Ownership and price',
} as const;
export type FormPart = keyof typeof formParts;

type FieldBase = { label: string; part: FormPart; needed?: true };
/** One option of a list. */
type ChoiceField = FieldBase & { as: 'choice'; options: readonly string[] };
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
type ManyField = FieldBase & { as: 'many'; options: readonly string[]; max: number };
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
  brandId: { as: 'suggested', label: 'Brand', part: 'bike', max: 80, needed: true },
  brandOther: { as: 'suggested', label: 'Brand', part: 'bike', max: 60, isName: true },
  model: { as: 'suggested', label: 'Model', part: 'bike', max: 80, needed: true },
  category: { as: 'choice', label: cardLabels.category, part: 'bike', options: categories, needed: true },
  year: { as: 'number', label: cardLabels.year, part: 'bike', min: 1860, max: 'next year', whole: true },
  yearCirca: { as: 'flag', label: 'Circa', part: 'bike' },
  nickname: { as: 'line', label: 'Nickname', part: 'bike', max: 60, isName: true },
  drivetrain: { as: 'choice', label: 'Drivetrain', part: 'gears', options: drivetrains, needed: true },
  rearGear: { as: 'choice', label: 'Rear gear', part: 'gears', options: rearGears, needed: true },
  chainrings: { as: 'line', label: 'Chainrings', part: 'shifting', max: 40 },
  cassette: { as: 'line', label: 'Cassette', part: 'shifting', max: 40 },
  beltDrive: { as: 'flag', label: 'Belt drive', part: 'shifting' },
  electronicShifting: { as: 'flag', label: 'Electronic shifting', part: 'shifting' },
  eBike: { as: 'motor', label: 'Motor', part: 'eBike' },
  frameMaterial: { as: 'choice', label: 'Frame material', part: 'frame', options: frameMaterials },
  frameMaterialNote: { as: 'line', label: 'Tubing or layup', part: 'frame', max: 60 },
  frameSize: { as: 'size', label: 'Frame size', part: 'frame' },
  suspension: { as: 'choice', label: 'Suspension', part: 'frame', options: suspensions },
  travelFrontMm: {
    as: 'number',
    label: 'Front travel',
    part: 'frame',
    min: 0,
    max: 330,
    whole: true,
    unit: 'mm',
  },
  travelRearMm: {
    as: 'number',
    label: 'Rear travel',
    part: 'frame',
    min: 0,
    max: 300,
    whole: true,
    unit: 'mm',
  },
  builder: { as: 'line', label: 'Frame builder', part: 'frame', max: 80, isName: true },
  wheelSize: { as: 'choice', label: 'Wheel size', part: 'wheels', options: wheelSizes },
  tireWidthMm: { as: 'number', label: 'Tire width', part: 'wheels', min: 15, max: 135, whole: false, unit: 'mm' },
  tubeless: { as: 'flag', label: 'Tubeless', part: 'wheels' },
  dynamo: { as: 'flag', label: 'Dynamo', part: 'wheels' },
  brakeType: { as: 'choice', label: 'Brake', part: 'controls', options: brakeTypes },
  coasterBrake: { as: 'flag', label: 'Coaster brake', part: 'controls' },
  handlebarType: { as: 'choice', label: 'Handlebar', part: 'controls', options: handlebarTypes },
  dropperPost: { as: 'flag', label: 'Dropper post', part: 'controls' },
  colors: { as: 'many', label: 'Colors', part: 'look', options: colors, max: 3 },
  colorName: { as: 'line', label: 'Name of the color', part: 'look', max: 40, isName: true },
  weightG: {
    as: 'number',
    label: 'Weight',
    part: 'look',
    min: 2_000,
    max: 100_000,
    whole: true,
    unit: 'kg',
    storedIn: 'g',
    typedAs: { Metric: 'weightKg', Imperial: 'weightLb' },
  },
  weightIncludes: { as: 'line', label: 'Weighed with', part: 'look', max: 80 },
  components: { as: 'components', label: 'Parts', part: 'components', max: 60 },
  story: { as: 'text', label: 'Story', part: 'story', max: 10_000 },
  disciplines: { as: 'many', label: 'Ridden for', part: 'story', options: disciplines, max: 3 },
  tags: { as: 'tags', label: 'Tags', part: 'story', max: 10 },
  videoUrl: { as: 'link', label: 'Video', part: 'story', max: 200 },
  history: { as: 'history', label: 'Build history', part: 'history', max: 100 },
  buildState: { as: 'choice', label: 'Build', part: 'ownership', options: buildStates },
  ownership: { as: 'choice', label: 'Ownership', part: 'ownership', options: ownerships },
  registryUrl: { as: 'link', label: 'Where it is reported stolen', part: 'ownership', max: 200 },
  acquiredYear: {
    as: 'number',
    label: 'Owned since',
    part: 'ownership',
    min: 1900,
    max: 'this year',
    whole: true,
  },
  shop: { as: 'line', label: 'Shop', part: 'ownership', max: 80, isName: true },
  priceMinor: { as: 'money', label: 'Price', part: 'ownership', max: 20_000_000 },
  currency: { as: 'choice', label: 'Currency', part: 'ownership', options: currencies },
  pricePublic: { as: 'flag', label: 'Show the price to everybody', part: 'ownership' },
} as const satisfies Record<string, BikeField>;
type Table = typeof bikeFields;
export type BikeFieldName = keyof Table;

/** Fields of a motor, under `eBike`. */
export const motorFields = {
  motorBrand: { as: 'line', label: 'Motor maker', part: 'eBike', max: 40, isName: true },
  motorModel: { as: 'line', label: 'Motor model', part: 'eBike', max: 60, isName: true },
  motorPosition: { as: 'choice', label: 'Motor position', part: 'eBike', options: motorPositions },
  assistClass: { as: 'choice', label: 'E-bike class', part: 'eBike', options: eBikeClasses },
  motorW: { as: 'number', label: 'Motor power', part: 'eBike', min: 0, max: 3_000, whole: true, unit: 'W' },
  torqueNm: { as: 'number', label: 'Torque', part: 'eBike', min: 0, max: 250, whole: true, unit: 'Nm' },
  batteryWh: { as: 'number', label: 'Battery', part: 'eBike', min: 0, max: 3_000, whole: true, unit: 'Wh' },
  rangeKm: {
    as: 'number',
    label: 'Range',
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
export const partWeightField = { label: 'Weight', min: 0, max: 20_000, whole: true, unit: 'g' } as const;

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
