import * as v from 'valibot';
import {
  type BikeFieldName,
  bikeFields,
  boundsWords,
  chooseWords,
  mostOf,
  type NumberField,
  tooLongWords,
} from './bike-fields.ts';
import { bikeStatuses, categories, colors } from './bike-options.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { Photo, PhotoNote, photoLimits } from './photos.ts';
import { optionalLine, optionalText, requiredLine } from './text.ts';
import { Week } from './weeks.ts';

/** The brand's value when its name is typed instead of chosen. */
export const otherBrand = 'Other';

const choice = <const O extends readonly string[]>(field: { label: string; options: O }) =>
  v.picklist(field.options, chooseWords(field));
const maybeChoice = <const O extends readonly string[]>(field: { label: string; options: O }) =>
  v.optional(v.nullable(choice(field)), null);
const maybeNumber = (field: NumberField, none: string = boundsWords(field)) => {
  const words = () => boundsWords(field);
  return v.optional(
    v.nullable(
      v.pipe(
        v.number(none),
        field.whole ? v.integer(none) : v.finite(none),
        v.minValue(field.least, words),
        field.most === 'next year' ? v.check((n) => n <= mostOf(field), words) : v.maxValue(field.most, words),
      ),
    ),
    null,
  );
};
const maybeLine = (field: { label: string; most: number }) => optionalLine(field.most, tooLongWords(field));

const { brandId, model, story } = bikeFields;
const noBrand = 'Choose a brand, or Other.';
const bikeFacts = {
  category: choice(bikeFields.category),
  drivetrain: choice(bikeFields.drivetrain),
  rearGear: choice(bikeFields.rearGear),
  brandId: v.pipe(v.string(noBrand), v.minLength(1, noBrand), v.maxLength(brandId.most)),
  brandOther: maybeLine(bikeFields.brandOther),
  model: requiredLine(model.most, 'Enter the model.', tooLongWords(model)),
  year: maybeNumber(bikeFields.year, 'Enter a year.'),
  nickname: maybeLine(bikeFields.nickname),
  story: optionalText(story.most, tooLongWords(story)),
  frameMaterial: maybeChoice(bikeFields.frameMaterial),
  wheelSize: maybeChoice(bikeFields.wheelSize),
  tireWidthMm: maybeNumber(bikeFields.tireWidthMm),
  suspension: maybeChoice(bikeFields.suspension),
  brakeType: maybeChoice(bikeFields.brakeType),
  handlebarType: maybeChoice(bikeFields.handlebarType),
  colors: v.optional(
    atMost(v.array(v.picklist(colors, 'Choose a color.')), bikeFields.colors.most, 'Choose up to three colors.'),
    [],
  ),
  weightG: maybeNumber(bikeFields.weightG),
} satisfies Record<BikeFieldName, v.GenericSchema>;

/** What an owner publishes. Fields are named as a form names them: a refusal is keyed by the same path. */
export const PublishedBike = v.pipe(
  v.object({
    ...bikeFacts,
    status: v.literal('Active'),
    photos: v.pipe(
      atMost(v.array(PhotoNote), photoLimits.perBike, 'A bike can have up to 24 photos.'),
      v.minLength(1, 'Add at least one photo.'),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['brandId'], ['brandOther']],
      (bike) => bike.brandId !== otherBrand || [...bike.brandOther].length >= 2,
      "Enter the brand's name.",
    ),
    ['brandOther'],
  ),
  v.forward(
    v.partialCheck(
      [['drivetrain'], ['rearGear']],
      (bike) => bike.drivetrain !== 'Fixed Gear' || bike.rearGear === 'Single-Speed',
      'A fixed gear bike has a single speed.',
    ),
    ['rearGear'],
  ),
  v.forward(
    v.partialCheck(
      [['drivetrain'], ['rearGear']],
      (bike) => !bike.rearGear.startsWith('Gearbox') || ['Gearbox', 'E-Bike', 'Belt Drive'].includes(bike.drivetrain),
      'A gearbox needs the drivetrain Gearbox, E-Bike or Belt Drive.',
    ),
    ['rearGear'],
  ),
  v.forward(
    v.partialCheck(
      [['photos']],
      (bike) => new Set(bike.photos.map((photo) => photo.id)).size === bike.photos.length,
      'Each photo can be shown once.',
    ),
    ['photos'],
  ),
);
export type PublishedBike = v.InferOutput<typeof PublishedBike>;

/** The week that a bike won, by how many votes. */
export const Win = v.object({ week: Week, votes: v.number() });
export type Win = v.InferOutput<typeof Win>;

const BikeCounts = v.object({ likes: v.number(), comments: v.number(), views: v.number() });

const identity = {
  id: Id,
  slug: v.string(),
  /** The maker's name as it is shown. */
  brand: v.string(),
  model: v.string(),
  year: v.nullable(v.number()),
  nickname: v.string(),
  category: v.picklist(categories),
  status: v.picklist(bikeStatuses),
  owner: Person,
  counts: BikeCounts,
  /** ISO 8601, UTC; null in a draft. */
  publishedAt: v.nullable(v.string()),
  /** Absent of a bike that never was Bike of the Week. */
  won: v.optional(Win),
};

/** A bike in a list. */
export const BikeCard = v.object({ ...identity, cover: v.nullable(Photo) });
export type BikeCard = v.InferOutput<typeof BikeCard>;

/** A bike on its own page: the same answer for every viewer. */
export const Bike = v.object({
  ...identity,
  ...bikeFacts,
  photos: v.array(Photo),
  updatedAt: v.string(),
  version: v.number(),
});
export type Bike = v.InferOutput<typeof Bike>;

/** The card of a bike. */
export const cardOf = (bike: Bike): BikeCard => ({
  id: bike.id,
  slug: bike.slug,
  brand: bike.brand,
  model: bike.model,
  year: bike.year,
  nickname: bike.nickname,
  category: bike.category,
  status: bike.status,
  owner: bike.owner,
  counts: bike.counts,
  publishedAt: bike.publishedAt,
  cover: bike.photos[0] ?? null,
  ...(bike.won && { won: bike.won }),
});

/** "2021 Brother Cycles Mehteh": a bike's whole name. */
export const titleOf = (bike: { year: number | null; brand: string; model: string }): string =>
  [bike.year, bike.brand, bike.model].filter(Boolean).join(' ');

/** What a photo shows, for those who cannot see it: the owner's words, else made from the bike's name. */
export const altOf = (bike: { year: number | null; brand: string; model: string }, photo: Photo): string =>
  photo.alt || `${titleOf(bike)}, ${photo.kind === 'Other' ? 'photo' : photo.kind.toLowerCase()}`;

export const Brand = v.object({ id: v.string(), name: v.string(), models: v.array(v.string()) });
export type Brand = v.InferOutput<typeof Brand>;

/** Creates a bike of one's own, or replaces it. Missing photos answer `bike.photos_missing` with their ids in `details.photoIds`. */
export const putBike = endpoint('PUT', '/bikes/:bikeId', { body: PublishedBike, reply: Bike });
export const deleteBike = endpoint('DELETE', '/bikes/:bikeId', { reply: v.null() });
export const getBike = endpoint('GET', '/bikes/:bikeId', { reply: Bike });
/** Newest first, by the day of publishing. */
export const recentBikes = endpoint('GET', '/bikes/recent', { query: PageQuery, reply: pageOf(BikeCard) });
/** What members like these days: likes with a half-life of seven days. */
export const popularBikes = endpoint('GET', '/bikes/popular', { query: PageQuery, reply: pageOf(BikeCard) });
/** The signed-in member's own bikes, newest first. */
export const ownBikes = endpoint('GET', '/user/bikes', { query: PageQuery, reply: pageOf(BikeCard), private: true });
/** The makers that the form suggests, with their models. */
export const listBrands = endpoint('GET', '/brands', { reply: v.array(Brand) });
