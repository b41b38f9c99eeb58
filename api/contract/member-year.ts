import * as v from 'valibot';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { Person } from './people.ts';

/** A member's year: what happened to their visible bikes. Years begin and end in UTC. */
export const MemberYear = v.object({
  ...Person.entries,
  year: v.number(),
  /** The years with something to show, latest first. */
  years: v.array(v.number()),
  /** Number of the bikes that were published in the year and are visible now. */
  bikes: v.number(),
  /** These bikes, the first published first; the last ones if there are too many. */
  published: v.array(BikeCard),
  /** Likes that the visible bikes received in the year; `isMore`: there are more, which were not counted. */
  likes: v.object({ count: v.number(), isMore: v.boolean() }),
  /** The bikes that won a week of the year, the first week first. */
  won: v.array(BikeCard),
  /** The bike with the most likes of the year. `likes`: null if not all were counted; then it has the most of all time. */
  mostLiked: v.nullable(v.object({ bike: BikeCard, likes: v.nullable(v.number()) })),
  /** The version of its share card. */
  card: v.string(),
});
export type MemberYear = v.InferOutput<typeof MemberYear>;

/** `not_found` for a year with nothing to show; `gone` with `details.standing` like the member's page. */
export const getMemberYear = endpoint('GET', '/users/:userId/years/:year', { reply: MemberYear });

/** Whether a text is a year, such as `2026`. */
export const isYear = (text: string): boolean => /^[12]\d{3}$/.test(text);
