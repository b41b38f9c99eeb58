import * as v from 'valibot';
import type { ownerships } from './bike-options.ts';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { SharedCovers } from './favorites.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { ShownProfile } from './profile.ts';

/** What a member rides, and what they rode before: sold or retired. A stolen bike is still missed. */
export const garageParts = ['Current', 'Previous'] as const;
export type GaragePart = (typeof garageParts)[number];

/** What names the part that a member's page shows. */
export const garageName = 'bikes';

type Ownership = (typeof ownerships)[number];
/** In which ownership a bike belongs to the past. */
export const pastOwnerships: readonly Ownership[] = ['Sold', 'Retired'];

/** A member as everybody sees them on their own page. */
export const PersonPage = v.object({
  ...Person.entries,
  /** ISO 8601, UTC: when they signed up. */
  since: v.string(),
  profile: ShownProfile,
  /** Their bikes that everybody sees, those of the past among them, and what these were given. */
  counts: v.object({ bikes: v.number(), previous: v.number(), likes: v.number(), views: v.number() }),
  /** Their bikes that won a week, the latest first. */
  won: v.array(BikeCard),
  /** The folders that they share. */
  folders: v.array(SharedCovers),
});
export type PersonPage = v.InferOutput<typeof PersonPage>;

/** `gone` with `details.standing` of somebody who has left, or whose account was closed. */
export const getPerson = endpoint('GET', '/users/:userId', { reply: PersonPage });
/** What everybody sees of a member's bikes, the newest first. */
export const listGarage = endpoint('GET', '/users/:userId/bikes', {
  query: v.object({ ...PageQuery.entries, part: v.optional(v.picklist(garageParts), 'Current') }),
  reply: pageOf(BikeCard),
});
