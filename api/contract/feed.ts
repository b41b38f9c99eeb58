import * as v from 'valibot';
import { ownerships } from './bike-options.ts';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { followKinds } from './follows.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Photo } from './photos.ts';
import { Week } from './weeks.ts';

/**
 * The kinds of entries of the feed. An entry says of a bike that it is new, has new photos or a new entry of its build
 * history, changed its status, or was Bike of the Week.
 */
const feedKinds = ['bike', 'photos', 'update', 'status', 'won'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** Maximum photos that one entry shows. */
export const maxFeedPhotos = 4;

/** Something new about a bike that the member follows in some way. */
export const FeedEntry = v.object({
  /** Unique; the same for each member who sees it. */
  id: v.string(),
  kind: v.picklist(feedKinds),
  /** ISO 8601, UTC. */
  at: v.string(),
  /** The bike as it is now. */
  bike: BikeCard,
  /** The follows of the member that the entry belongs to: never empty. */
  because: v.array(v.object({ kind: v.picklist(followKinds), key: v.string() })),
  /**
   * Only with `photos`: some of those that were added and are still there, and the number of those added. With `update`:
   * some photos of the latest, if it has any.
   */
  photos: v.optional(v.array(Photo)),
  photoCount: v.optional(v.number()),
  /** Only with `update`: the title of the latest one, and its id. */
  title: v.optional(v.string()),
  updateId: v.optional(v.string()),
  /** Only with `status`: `Stolen`, `Sold`, `Retired`, or `Current` for a stolen bike that was found again. */
  ownership: v.optional(v.picklist(ownerships)),
  /** Only with `won`: the week. */
  week: v.optional(Week),
});
export type FeedEntry = v.InferOutput<typeof FeedEntry>;

/**
 * Lists what is new of the members, bikes, models, tags and searches that the member follows, the latest first. Own bikes
 * and those of blocked members are left out.
 */
export const listFeed = endpoint('GET', '/user/feed', {
  query: PageQuery,
  reply: pageOf(FeedEntry),
  private: true,
  programs: true,
});
