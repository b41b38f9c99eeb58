import * as v from 'valibot';
import { type BikeFieldName, bikeFields, mostOf, motorFields, type NumberField } from './bike-fields.ts';
import { frameSizeLetters } from './bike-options.ts';
import { atMost } from './bounds.ts';
import { Component } from './components.ts';
import { boundsWords, chooseWords, tooLongWords, tooManyWords } from './field-words.ts';
import { BuildEntry } from './history.ts';
import { Tag } from './tags.ts';
import { optionalLine, optionalName, optionalText, requiredName } from './text.ts';
import { optionalLink, optionalVideo } from './video.ts';

type Plain = Omit<NumberField, 'part' | 'as'>;

const choice = <const O extends readonly string[]>(field: { label: string; options: O }) =>
  v.picklist(field.options, chooseWords(field));
const maybeChoice = <const O extends readonly string[]>(field: { label: string; options: O }) =>
  v.optional(v.nullable(choice(field)), null);
const number = (field: Plain, none: string = boundsWords(field)) => {
  const words = () => boundsWords(field);
  return v.pipe(
    v.number(none),
    field.whole ? v.integer(none) : v.finite(none),
    v.minValue(field.least, words),
    typeof field.most === 'number' ? v.maxValue(field.most, words) : v.check((n) => n <= mostOf(field), words),
  );
};
const maybeNumber = (field: Plain, none?: string) => v.optional(v.nullable(number(field, none)), null);
const maybeLine = (field: { label: string; most: number }) => optionalLine(field.most, tooLongWords(field));
const maybeName = (field: { label: string; most: number }) => optionalName(field.most, tooLongWords(field));
const maybeMany = <const O extends readonly string[]>(
  field: { label: string; options: O; most: number },
  words: string,
) => v.optional(atMost(v.array(v.picklist(field.options, `${words}.`)), field.most, `${words}, up to three.`), []);
const flag = ({ label }: { label: string }) => v.optional(v.boolean(`Choose yes or no for “${label}”.`), false);

const { label } = bikeFields.frameSize;
const sizeIn = (unit: 'cm' | 'in', least: number, most: number) => number({ label, least, most, unit, whole: false });

/** A frame size as the maker states it: a letter or a length. */
export const FrameSize = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('letter'), letter: v.picklist(frameSizeLetters, 'Choose a frame size.') }),
    v.object({ kind: v.literal('cm'), value: sizeIn('cm', 10, 85) }),
    v.object({ kind: v.literal('in'), value: sizeIn('in', 4, 34) }),
  ],
  'Choose a letter, centimeters or inches.',
);
export type FrameSize = v.InferOutput<typeof FrameSize>;

const Motor = v.object({
  motorBrand: maybeName(motorFields.motorBrand),
  motorModel: maybeName(motorFields.motorModel),
  motorPosition: maybeChoice(motorFields.motorPosition),
  assistClass: maybeChoice(motorFields.assistClass),
  motorW: maybeNumber(motorFields.motorW),
  torqueNm: maybeNumber(motorFields.torqueNm),
  batteryWh: maybeNumber(motorFields.batteryWh),
  rangeKm: maybeNumber(motorFields.rangeKm),
} satisfies Record<keyof typeof motorFields, v.GenericSchema>);
export type Motor = v.InferOutput<typeof Motor>;

const { brandId, model, story, tags, components, history, priceMinor } = bikeFields;
const noBrand = 'Choose a brand, or Other.';
const price = 'Enter a price up to 200,000.';

/** Schema of each field of a bike. Optional fields have a default. */
export const bikeFacts = {
  category: choice(bikeFields.category),
  drivetrain: choice(bikeFields.drivetrain),
  rearGear: choice(bikeFields.rearGear),
  brandId: v.pipe(v.string(noBrand), v.minLength(1, noBrand), v.maxLength(brandId.most, noBrand)),
  brandOther: maybeName(bikeFields.brandOther),
  model: requiredName(model.most, 'Enter the model.', tooLongWords(model)),
  year: maybeNumber(bikeFields.year, 'Enter a year.'),
  yearCirca: flag(bikeFields.yearCirca),
  nickname: maybeName(bikeFields.nickname),
  chainrings: maybeLine(bikeFields.chainrings),
  cassette: maybeLine(bikeFields.cassette),
  beltDrive: flag(bikeFields.beltDrive),
  electronicShifting: flag(bikeFields.electronicShifting),
  eBike: v.optional(v.nullable(Motor), null),
  frameMaterial: maybeChoice(bikeFields.frameMaterial),
  frameMaterialNote: maybeLine(bikeFields.frameMaterialNote),
  frameSize: v.optional(v.nullable(FrameSize), null),
  suspension: maybeChoice(bikeFields.suspension),
  travelFrontMm: maybeNumber(bikeFields.travelFrontMm),
  travelRearMm: maybeNumber(bikeFields.travelRearMm),
  builder: maybeName(bikeFields.builder),
  wheelSize: maybeChoice(bikeFields.wheelSize),
  tireWidthMm: maybeNumber(bikeFields.tireWidthMm),
  tubeless: flag(bikeFields.tubeless),
  dynamo: flag(bikeFields.dynamo),
  brakeType: maybeChoice(bikeFields.brakeType),
  coasterBrake: flag(bikeFields.coasterBrake),
  handlebarType: maybeChoice(bikeFields.handlebarType),
  dropperPost: flag(bikeFields.dropperPost),
  colors: maybeMany(bikeFields.colors, 'Choose a color'),
  colorName: maybeName(bikeFields.colorName),
  weightG: maybeNumber(bikeFields.weightG),
  weightIncludes: maybeLine(bikeFields.weightIncludes),
  components: v.optional(atMost(v.array(Component), components.most, tooManyWords(components.most, 'parts')), []),
  story: optionalText(story.most, tooLongWords(story)),
  disciplines: maybeMany(bikeFields.disciplines, 'Choose what you ride it for'),
  tags: v.optional(atMost(v.array(Tag), tags.most, tooManyWords(tags.most, 'tags')), []),
  videoUrl: optionalVideo(bikeFields.videoUrl.most),
  history: v.optional(atMost(v.array(BuildEntry), history.most, tooManyWords(history.most, 'entries')), []),
  buildState: maybeChoice(bikeFields.buildState),
  ownership: v.optional(choice(bikeFields.ownership), bikeFields.ownership.usual),
  registryUrl: optionalLink(bikeFields.registryUrl.most),
  acquiredYear: maybeNumber(bikeFields.acquiredYear, 'Enter a year.'),
  shop: maybeName(bikeFields.shop),
  /** In the currency's smallest unit. */
  priceMinor: v.optional(
    v.nullable(v.pipe(v.number(price), v.integer(price), v.minValue(0, price), v.maxValue(priceMinor.most, price))),
    null,
  ),
  currency: maybeChoice(bikeFields.currency),
  pricePublic: flag(bikeFields.pricePublic),
} satisfies Record<BikeFieldName, v.GenericSchema>;
const Facts = v.object(bikeFacts);
export type BikeFacts = v.InferOutput<typeof Facts>;
