import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { BikeNotice } from './bike-notice.ts';
import { bikeStatuses, categories } from './bike-options.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { maxSeen } from './list-sizes.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Owner } from './people.ts';
import { Photo } from './photos.ts';
import { Week } from './weeks.ts';

/** The week that a bike won, and its number of votes. */
export const Win = v.object({ week: Week, votes: v.number() });
export type Win = v.InferOutput<typeof Win>;

const BikeCounts = v.object({
  likes: v.number(),
  comments: v.number(),
  views: v.number(),
  /** Members who have the bike in one of their folders. */
  favorites: v.number(),
});
export type BikeCounts = v.InferOutput<typeof BikeCounts>;

/** Fields that every reply about a bike has. */
export const bikeIdentity = {
  id: Id,
  slug: v.string(),
  /** The maker's display name. */
  brand: v.string(),
  model: v.string(),
  year: v.nullable(v.number()),
  nickname: v.string(),
  category: v.picklist(categories),
  status: v.picklist(bikeStatuses),
  owner: Owner,
  counts: BikeCounts,
  /** ISO 8601, UTC; null in a draft. */
  publishedAt: v.nullable(v.string()),
  /** Absent unless the bike was Bike of the Week. */
  won: v.optional(Win),
};

/** Labels of the fields on a card; also used where all fields are shown. */
export const cardLabels = { year: t`Year`, category: t`Category` } as const;

/** Further fields of a bike for home's hero. A text is empty if the owner left it out. */
export const BikeBrief = v.object({
  /** The beginning of the story, at most one line. */
  story: v.string(),
  frame: v.string(),
  /** The tubing or layup. */
  frameNote: v.string(),
  /** For example `2 × 11`. */
  gears: v.string(),
  /** Kilograms and pounds; null when unknown. */
  weight: v.nullable(v.object({ Metric: v.string(), Imperial: v.string() })),
});
export type BikeBrief = v.InferOutput<typeof BikeBrief>;

/** `brief` is only sent with winners. */
export const BikeCard = v.object({ ...bikeIdentity, cover: v.nullable(Photo), brief: v.optional(BikeBrief) });
export type BikeCard = v.InferOutput<typeof BikeCard>;

/** A bike in its owner's list. `complete`: how many of the parts in `bike-completeness.ts` it has. */
export const OwnCard = v.object({ ...BikeCard.entries, standing: BikeNotice, complete: v.optional(v.number()) });
export type OwnCard = v.InferOutput<typeof OwnCard>;

/** Builds the card of a bike. */
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

export const deleteBike = endpoint('DELETE', '/bikes/:bikeId', { action: 'UpdateBikeStatus', reply: v.null() });
/** `perOwner`: limits the bikes of each owner. Such a list has no further pages. */
const ChoiceQuery = v.object({
  ...PageQuery.entries,
  perOwner: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(10))),
});
export type ChoiceQuery = v.InferOutput<typeof ChoiceQuery>;
/** Newest first, by publishing date. */
export const listRecentBikes = endpoint('GET', '/bikes/recent', {
  action: 'GetRecent',
  query: ChoiceQuery,
  reply: pageOf(BikeCard),
});
/** Most liked bikes at present: likes count with a half-life of seven days. */
export const listPopularBikes = endpoint('GET', '/bikes/popular', {
  action: 'GetPopular',
  query: ChoiceQuery,
  reply: pageOf(BikeCard),
});
/** Comma-separated ids. */
const SeenIds = v.pipe(
  v.string(),
  v.maxLength(maxSeen * 37),
  v.transform((ids) => ids.split(',').filter(Boolean)),
  v.array(Id),
);
/** Returns a random bike, each equally likely except those in `seen`; null when there is none. */
export const getRandomBike = endpoint('GET', '/bikes/random', {
  action: 'GetRandom',
  query: v.object({ seen: v.optional(SeenIds, '') }),
  reply: v.nullable(BikeCard),
});
/**
 * Lists the member's own bikes in every status, newest first. Deleted bikes are included while they can be restored.
 */
export const listOwnBikes = endpoint('GET', '/user/bikes', {
  action: 'GetBikes',
  query: PageQuery,
  reply: pageOf(OwnCard),
  private: true,
  programs: true,
});
