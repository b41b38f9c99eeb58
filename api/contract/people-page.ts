import * as v from 'valibot';
import type { ownerships } from './bike-options.ts';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { SharedCovers } from './favorites.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { ShownProfile } from './profile.ts';

/** Current bikes, and previous ones: sold or retired. A stolen bike counts as current. */
export const memberBikesParts = ['Current', 'Previous'] as const;
export type MemberBikesPart = (typeof memberBikesParts)[number];

/** Query name for the part of the list that a member's page shows. */
export const memberBikesName = 'bikes';

type Ownership = (typeof ownerships)[number];
/** Ownerships that make a bike a previous one. */
export const pastOwnerships: readonly Ownership[] = ['Sold', 'Retired'];

/** A member's visible bikes, including previous ones, and the likes and views of these. */
const BikeCounts = v.object({ bikes: v.number(), previous: v.number(), likes: v.number(), views: v.number() });
export type BikeCounts = v.InferOutput<typeof BikeCounts>;

/** A member's public page. */
export const PersonPage = v.object({
  ...Person.entries,
  /** ISO 8601, UTC: when they signed up. */
  since: v.string(),
  profile: ShownProfile,
  counts: v.object({
    ...BikeCounts.entries,
    /** Members who follow them, and whom they follow; absent if they hide them. */
    followers: v.optional(v.number()),
    following: v.optional(v.number()),
  }),
  /** Their bikes that won a week, latest first. */
  won: v.array(BikeCard),
  /** Their shared folders. */
  folders: v.array(SharedCovers),
  /** The years with something to show, latest first. */
  years: v.array(v.number()),
});
export type PersonPage = v.InferOutput<typeof PersonPage>;

/** `gone` with `details.standing` when the member has left or the account was closed. */
export const getPerson = endpoint('GET', '/users/:userId', { reply: PersonPage });
/** Lists a member's visible bikes, newest first. */
export const listMemberBikes = endpoint('GET', '/users/:userId/bikes', {
  query: v.object({ ...PageQuery.entries, part: v.optional(v.picklist(memberBikesParts), 'Current') }),
  reply: pageOf(BikeCard),
});
