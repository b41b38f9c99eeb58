import type { FormPart } from './bike-fields.ts';
import type { Bike } from './bike-whole.ts';

/** The fields that decide how complete a bike is. */
export const completenessFields = [
  'brandId',
  'model',
  'category',
  'drivetrain',
  'rearGear',
  'year',
  'story',
  'frameMaterial',
  'frameSize',
  'wheelSize',
  'tireWidthMm',
  'brakeType',
  'coasterBrake',
  'colors',
  'weightG',
  'components',
] as const satisfies readonly (keyof Bike)[];
/** A bike, or a draft in which anything may be missing. */
type Begun = { [F in (typeof completenessFields)[number]]?: Bike[F] | undefined } & { photos: readonly unknown[] };

export type BikePart = {
  name: string;
  /** What to add. */
  hint: string;
  /** Where the form asks for it. */
  part: FormPart | 'photos';
  has: (bike: Begun) => boolean;
};

/** The twelve parts of a complete bike, those that say most about it first. */
export const bikeParts: readonly BikePart[] = [
  { name: 'Photos', hint: 'At least one, drive side first', part: 'photos', has: ({ photos }) => photos.length > 0 },
  {
    name: 'Brand and model',
    hint: 'What does it say on the down tube?',
    part: 'bike',
    has: ({ brandId, model }) => Boolean(brandId && model),
  },
  { name: 'Category', hint: 'What kind of bike is it?', part: 'bike', has: ({ category }) => Boolean(category) },
  {
    name: 'Gears',
    hint: 'Drivetrain and rear gear',
    part: 'gears',
    has: ({ drivetrain, rearGear }) => Boolean(drivetrain && rearGear),
  },
  {
    name: 'Story',
    hint: 'Why this bike? Two lines are enough.',
    part: 'story',
    has: ({ story }) => Boolean(story?.trim()),
  },
  { name: 'Weight', hint: 'With pedals, if you can', part: 'look', has: ({ weightG }) => Boolean(weightG) },
  {
    name: 'Wheels and tires',
    hint: 'Wheel size and tire width',
    part: 'wheels',
    has: ({ wheelSize, tireWidthMm }) => Boolean(wheelSize && tireWidthMm),
  },
  {
    name: 'Frame',
    hint: 'Material and size',
    part: 'frame',
    has: ({ frameMaterial, frameSize }) => Boolean(frameMaterial && frameSize),
  },
  {
    name: 'Parts',
    hint: 'What is bolted to it',
    part: 'components',
    has: ({ components }) => Boolean(components?.length),
  },
  { name: 'Color', hint: 'The main one is enough', part: 'look', has: ({ colors }) => Boolean(colors?.length) },
  {
    name: 'Brakes',
    hint: 'Disc, rim, coaster or none',
    part: 'controls',
    has: ({ brakeType, coasterBrake }) => Boolean(brakeType || coasterBrake),
  },
  { name: 'Year', hint: 'About is fine', part: 'bike', has: ({ year }) => Boolean(year) },
];

/** Returns the parts that a bike lacks, the most telling first. */
export const missingParts = (bike: Begun): BikePart[] => bikeParts.filter(({ has }) => !has(bike));

/** Returns how many of the {@link bikeParts} a bike has. */
export const completenessOf = (bike: Begun): number => bikeParts.length - missingParts(bike).length;
