import * as v from 'valibot';
import { Id } from './id-schema.ts';

/**
 * A member's public name and avatar. Bikes and comments store a copy, so that a list needs one query;
 * `api/platform/denormalized-authors.ts` keeps the copies up to date.
 */
export const Person = v.object({ id: Id, username: v.string(), avatar: v.string() });
export type Person = v.InferOutput<typeof Person>;

/**
 * The owner of a bike. `discipline` and `place` are only sent with a bike's own page and with winners; empty if the
 * owner did not tell.
 */
export const Owner = v.object({
  ...Person.entries,
  discipline: v.optional(v.string()),
  place: v.optional(v.string()),
});
export type Owner = v.InferOutput<typeof Owner>;

/** Display name of a member who has deleted the account. Sign-up refuses it. */
export const deletedMember = 'Deleted member';
