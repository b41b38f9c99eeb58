import * as v from 'valibot';
import { bikeFacts } from './bike-facts.ts';
import { bikeStatuses, categories } from './bike-options.ts';
import { goesTogether } from './bike-rules.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { Photo, PhotoNote, photoLimits } from './photos.ts';
import { Week } from './weeks.ts';

const photoNotes = atMost(v.array(PhotoNote), photoLimits.perBike, 'A bike can have up to 24 photos.');

/** What an owner publishes. Fields are named as a form names them: a refusal is keyed by the same path. */
export const PublishedBike = v.pipe(
  v.object({
    ...bikeFacts,
    status: v.literal('Active'),
    photos: v.pipe(photoNotes, v.minLength(1, 'Add at least one photo.')),
  }),
  goesTogether(),
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

/** A bike on its own page: the same answer for every viewer. It cost nothing that anybody is told unless `pricePublic`. */
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
/** One of the signed-in member's own bikes, with what nobody else is told: what it cost. */
export const ownBike = endpoint('GET', '/user/bikes/:bikeId', { reply: Bike, private: true });
/** The makers that the form suggests, with their models. */
export const listBrands = endpoint('GET', '/brands', { reply: v.array(Brand) });
