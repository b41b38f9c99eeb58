import * as v from 'valibot';
import { many, t } from '#contract/texts.ts';
import { emptyValue } from './bike-defaults.ts';
import {
  type BikeFieldName,
  bikeField,
  bikeFieldNames,
  bikeFields,
  emptyMotorValue,
  type FieldNameOf,
  isPlain,
  type MotorFieldName,
  maxOf,
  motorField,
  motorFieldNames,
  type motorFields,
  type NumberField,
  type PlainField,
} from './bike-fields.ts';
import { frameSizeLetters } from './bike-options.ts';
import { atMost } from './bounds.ts';
import { Component } from './components.ts';
import { boundsMessage, chooseMessage, tooLongMessage, tooManyParts } from './field-messages.ts';
import { BuildEntry } from './history.ts';
import { Tag } from './tags.ts';
import { optionalLine, optionalName, optionalText, requiredName } from './text.ts';
import { optionalLink, optionalVideo } from './video.ts';

/** Makes a field optional, with its empty value. */
const optional = <const S extends v.GenericSchema>(name: BikeFieldName, schema: S) =>
  v.optional(schema, emptyValue(name) as never) as v.OptionalSchema<S, Exclude<v.InferInput<S>, undefined>>;
const choice = <const O extends readonly string[]>({ options }: { options: O }) => v.picklist(options, chooseMessage);
const number = (field: Omit<NumberField, 'part' | 'as' | 'label'>, missing?: string) => {
  const message = () => boundsMessage(field);
  const none = missing ?? message;
  return v.pipe(
    v.number(none),
    field.whole ? v.integer(none) : v.finite(none),
    v.minValue(field.min, message),
    typeof field.max === 'number' ? v.maxValue(field.max, message) : v.check((n) => n <= maxOf(field), message),
  );
};
const several = <const O extends readonly string[]>({ options, max }: { options: O; max: number }) =>
  atMost(v.array(v.picklist(options, chooseMessage)), max, () => many(max)`Choose up to #.|Choose up to #.`);

/** The value of a field by its input type. */
type PlainValue<F> = F extends { as: 'flag' }
  ? boolean
  : F extends { as: 'choice'; options: readonly (infer O)[] }
    ? O | null
    : F extends { as: 'number' }
      ? number | null
      : string;
type PlainSchema<F> = v.OptionalSchema<v.GenericSchema<PlainValue<F>>, PlainValue<F>>;

/** Schema of a field that needs nothing but its definition. */
function plainSchema(field: PlainField): v.GenericSchema {
  switch (field.as) {
    case 'choice':
      return v.nullable(choice(field));
    case 'number':
      return v.nullable(number(field));
    case 'flag':
      return v.boolean(t`Choose yes or no.`);
    case 'text':
      return optionalText(field.max, tooLongMessage(field.max));
    case 'link':
      return optionalLink(field.max);
    default:
      return (field.isName ? optionalName : optionalLine)(field.max, tooLongMessage(field.max));
  }
}
const plainSchemas = Object.fromEntries(
  bikeFieldNames.flatMap((name) => {
    const field = bikeField(name);
    return isPlain(field) ? [[name, optional(name, plainSchema(field))]] : [];
  }),
) as { [N in FieldNameOf<PlainField['as']>]: PlainSchema<(typeof bikeFields)[N]> };

const sizeIn = (unit: 'cm' | 'in', min: number, max: number) => number({ min, max, unit, whole: false });

/** A frame size as the maker states it: a letter or a length. */
export const FrameSize = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('letter'), letter: v.picklist(frameSizeLetters, chooseMessage) }),
    v.object({ kind: v.literal('cm'), value: sizeIn('cm', 10, 85) }),
    v.object({ kind: v.literal('in'), value: sizeIn('in', 4, 34) }),
  ],
  t`Choose a letter, centimeters or inches.`,
);
export type FrameSize = v.InferOutput<typeof FrameSize>;

const Motor = v.object(
  Object.fromEntries(
    motorFieldNames.map((name) => [name, v.optional(plainSchema(motorField(name)), emptyMotorValue(name))]),
  ) as { [N in MotorFieldName]: PlainSchema<(typeof motorFields)[N]> },
);
export type Motor = v.InferOutput<typeof Motor>;

const { brandId, model, year, colors, components, disciplines, tags, videoUrl, history } = bikeFields;
const { acquiredYear, priceMinor } = bikeFields;
const noBrand = t`Choose a brand, or Other.`;
const noYear = t`Enter a year.`;
const price = t`Enter a price up to 200,000.`;

/** Schema of each field of a bike. Optional fields have a default. */
export const bikeSchemas = {
  ...plainSchemas,
  category: choice(bikeFields.category),
  drivetrain: choice(bikeFields.drivetrain),
  rearGear: choice(bikeFields.rearGear),
  brandId: v.pipe(v.string(noBrand), v.minLength(1, noBrand), v.maxLength(brandId.max, noBrand)),
  model: requiredName(model.max, t`Enter the model.`, tooLongMessage(model.max)),
  year: optional('year', v.nullable(number(year, noYear))),
  eBike: optional('eBike', v.nullable(Motor)),
  frameSize: optional('frameSize', v.nullable(FrameSize)),
  colors: optional('colors', several(colors)),
  components: optional('components', atMost(v.array(Component), components.max, tooManyParts(components.max))),
  disciplines: optional('disciplines', several(disciplines)),
  tags: optional(
    'tags',
    atMost(v.array(Tag), tags.max, () => many(tags.max)`Add up to # tag.|Add up to # tags.`),
  ),
  videoUrl: optional('videoUrl', optionalVideo(videoUrl.max)),
  history: optional(
    'history',
    atMost(v.array(BuildEntry), history.max, () => many(history.max)`Add up to # entry.|Add up to # entries.`),
  ),
  ownership: optional('ownership', choice(bikeFields.ownership)),
  acquiredYear: optional('acquiredYear', v.nullable(number(acquiredYear, noYear))),
  /** In the currency's smallest unit. */
  priceMinor: optional(
    'priceMinor',
    v.nullable(v.pipe(v.number(price), v.integer(price), v.minValue(0, price), v.maxValue(priceMinor.max, price))),
  ),
} satisfies Record<BikeFieldName, v.GenericSchema>;
const BikeSchema = v.object(bikeSchemas);
export type BikeValues = v.InferOutput<typeof BikeSchema>;
