import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { Id } from './id-schema.ts';
import { NamedPlace } from './places.ts';

/**
 * A member's public name and avatar. Bikes and comments store a copy, so that a list needs one query;
 * `api/platform/denormalized-authors.ts` keeps the copies up to date.
 */
export const Person = v.object({ id: Id, username: v.string(), avatar: v.string() });
export type Person = v.InferOutput<typeof Person>;

/**
 * The owner of a bike. `discipline` and the place are only sent with a bike's own page and with winners; empty if the
 * owner did not tell. `place`: region and country in English; `country`: its code. `places`: the places that the
 * owner's bikes are listed by, the largest first, with names in English; missing if there are none.
 */
export const Owner = v.object({
  ...Person.entries,
  discipline: v.optional(v.string()),
  place: v.optional(v.string()),
  country: v.optional(v.string()),
  regionName: v.optional(v.string()),
  places: v.optional(v.array(NamedPlace)),
});
export type Owner = v.InferOutput<typeof Owner>;

/** Stored as the name of a member who has deleted the account. Sign-up refuses it. */
export const deletedMember = 'Deleted member';
/** Returns a member's name as it is shown. */
export const shownName = (username: string): string => (username === deletedMember ? t`Deleted member` : username);
