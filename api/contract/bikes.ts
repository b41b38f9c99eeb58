import * as v from 'valibot';
import { bikeStatuses, categories } from './bike-options.ts';
import { Standing } from './bike-standing.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { Photo } from './photos.ts';
import { Week } from './weeks.ts';

/** The week that a bike won, by how many votes. */
export const Win = v.object({ week: Week, votes: v.number() });
export type Win = v.InferOutput<typeof Win>;

const BikeCounts = v.object({
  likes: v.number(),
  comments: v.number(),
  views: v.number(),
  /** Members who have it in a folder of theirs. */
  favorites: v.number(),
});
type BikeCounts = v.InferOutput<typeof BikeCounts>;

/** What is counted of a bike that nobody has seen. */
export const noCounts: BikeCounts = { likes: 0, comments: 0, views: 0, favorites: 0 };

/** What every answer about a bike says of it. */
export const bikeIdentity = {
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

/** What the facts of a card are called, also where all fields are told. */
export const cardLabels = { year: 'Year', category: 'Category' } as const;

/** A bike in a list. */
export const BikeCard = v.object({ ...bikeIdentity, cover: v.nullable(Photo) });
export type BikeCard = v.InferOutput<typeof BikeCard>;

/** A bike in its owner's list. */
export const OwnCard = v.object({ ...BikeCard.entries, standing: Standing });
export type OwnCard = v.InferOutput<typeof OwnCard>;

/** The card of a bike. */
export const cardOf = (bike: Omit<BikeCard, 'cover'> & { photos: Photo[] }): BikeCard => ({
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

export const deleteBike = endpoint('DELETE', '/bikes/:bikeId', { reply: v.null() });
/** `perOwner`: a choice of at most so many bikes of each owner, which does not go on. */
const ChoiceQuery = v.object({
  ...PageQuery.entries,
  perOwner: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(10))),
});
export type ChoiceQuery = v.InferOutput<typeof ChoiceQuery>;
/** Newest first, by the day of publishing. */
export const recentBikes = endpoint('GET', '/bikes/recent', { query: ChoiceQuery, reply: pageOf(BikeCard) });
/** What members like these days: likes with a half-life of seven days. */
export const popularBikes = endpoint('GET', '/bikes/popular', { query: ChoiceQuery, reply: pageOf(BikeCard) });
/** How many bikes that a visitor has seen last are not drawn again. */
export const mostSeen = 20;
/** Ids, with commas between. */
const SeenIds = v.pipe(
  v.string(),
  v.maxLength(mostSeen * 37),
  v.transform((ids) => ids.split(',').filter(Boolean)),
  v.array(Id),
);
/** Any bike, each as likely as any other but those that were seen last; null where there is none. */
export const randomBike = endpoint('GET', '/bikes/random', {
  query: v.object({ seen: v.optional(SeenIds, '') }),
  reply: v.nullable(BikeCard),
});
/** The signed-in member's own bikes in every status, newest first; of the deleted ones those that can be restored. */
export const ownBikes = endpoint('GET', '/user/bikes', { query: PageQuery, reply: pageOf(OwnCard), private: true });
