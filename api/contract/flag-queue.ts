import * as v from 'valibot';
import { bikeStatuses } from './bike-options.ts';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { flagTargets } from './flag-targets.ts';
import { Id } from './ids.ts';
import { Act, optionalReason } from './moderation.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';

/** What moderators made of a flag; `open` while they have not looked. */
const flagStates = ['open', 'upheld', 'rejected'] as const;
export type FlagState = (typeof flagStates)[number];

const standings = ['Active', 'Suspended', 'Banned', 'Deleted'] as const;
/** How the account of a member stands who was here. */
export type MemberStanding = (typeof standings)[number];

/** Something that members have flagged, as moderators look at it. */
export const FlagCase = v.object({
  targetType: v.picklist(flagTargets),
  targetId: Id,
  /** The bike, or the one on which the comment stands; null of members and messages. */
  bike: v.nullable(BikeCard),
  /** Whose it is; of a member they themselves. */
  owner: Person,
  /** How the account stands of a member, or of a message's author; null where that is not looked at. */
  standing: v.nullable(v.picklist(standings)),
  status: v.picklist(bikeStatuses),
  /** The comment, the beginning of the bike's story, or the message as it was when it was flagged. */
  text: v.string(),
  /** Whether nobody has looked at it since the last flag. */
  open: v.boolean(),
  /** Members' flags alone have hidden it. */
  hidden: v.boolean(),
  /** ISO 8601, UTC: when it was flagged or decided last. */
  at: v.string(),
  /** The newest first. */
  flags: v.array(
    v.object({
      reason: v.string(),
      note: v.string(),
      /** Who flagged it; null of somebody who is no more. Nobody but moderators learns it. */
      by: v.nullable(Person),
      weight: v.number(),
      state: v.picklist(flagStates),
      at: v.string(),
    }),
  ),
  /** What moderators did with it, the newest first. */
  acts: v.array(Act),
});
export type FlagCase = v.InferOutput<typeof FlagCase>;

/** Operators only: the newest first, either what nobody has looked at or what was decided. */
export const listFlagCases = endpoint('GET', '/moderation/flags', {
  query: v.object({ ...PageQuery.entries, state: v.optional(v.picklist(['open', 'decided']), 'open') }),
  reply: pageOf(FlagCase),
  private: true,
});

/**
 * Operators only. `rejected`: it stays as it is, and whoever flagged it was wrong; `upheld`: they were right, and nothing is
 * left to do; `open`: it is to be looked at again. `moderation.state`: what is hidden is brought back instead of rejected.
 */
export const decideFlags = endpoint('PUT', '/moderation/flags/:targetType/:targetId', {
  body: v.object({ state: v.picklist(flagStates, 'Choose what becomes of it.'), reason: optionalReason }),
  reply: Act,
  private: true,
});
