import { t } from '#contract/texts.ts';
import type { BikeFieldName, FormPart } from './bike-fields.ts';

type BikePart = {
  name: string;
  /** Advice for the owner. */
  hint: string;
  /** Where the form asks for it. */
  part: FormPart | 'photos';
  /** The fields that are needed: all of them, or one with `any`. */
  fields: readonly (BikeFieldName | 'photos')[];
  any?: true;
};

/** The twelve parts of a complete bike: those needed to publish, then those that say most about it. */
export const bikeParts: readonly BikePart[] = [
  { name: t`Photos`, hint: t`Drive side first`, part: 'photos', fields: ['photos'] },
  { name: t`Brand and model`, hint: t`What the down tube says`, part: 'bike', fields: ['brandId', 'model'] },
  { name: t`Category`, hint: t`What kind of bike it is`, part: 'bike', fields: ['category'] },
  { name: t`Gears`, hint: t`Drivetrain and rear gear`, part: 'gears', fields: ['drivetrain', 'rearGear'] },
  { name: t`Story`, hint: t`Why this bike? Two lines are enough.`, part: 'story', fields: ['story'] },
  { name: t`Weight`, hint: t`With pedals, if you can`, part: 'look', fields: ['weightG'] },
  {
    name: t`Wheels`,
    hint: t`Wheel size and tire width`,
    part: 'wheels',
    fields: ['wheelSize', 'tireWidthMm'],
  },
  { name: t`Frame`, hint: t`Material and size`, part: 'frame', fields: ['frameMaterial', 'frameSize'] },
  { name: t`Parts`, hint: t`From the headset to the pedals`, part: 'components', fields: ['components'] },
  { name: t.as('field')`Color`, hint: t`The main one is enough`, part: 'look', fields: ['colors'] },
  {
    name: t`Brakes`,
    hint: t`Disc, rim, coaster or none`,
    part: 'controls',
    fields: ['brakeType', 'coasterBrake'],
    any: true,
  },
  { name: t`Year`, hint: t`A guess is fine`, part: 'bike', fields: ['year'] },
];

/** A bike, or a draft in which anything may be missing. */
type Begun = { readonly [F in BikeFieldName | 'photos']?: unknown };

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}

/** Returns the parts that a bike lacks, in the order of {@link bikeParts}. */
export const missingParts = (bike: Begun): BikePart[] =>
  bikeParts.filter(({ fields, any }) => {
    const filled = fields.filter((field) => isFilled(bike[field]));
    return filled.length < (any ? 1 : fields.length);
  });

/** Returns how many of the {@link bikeParts} a bike has. */
export const completenessOf = (bike: Begun): number => bikeParts.length - missingParts(bike).length;
