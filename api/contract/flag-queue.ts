import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { bikeStatuses } from './bike-options.ts';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { flagTargets } from './flag-targets.ts';
import { Act, optionalReason } from './moderation.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';

/** Moderators' decision about a flag; `open` until they have looked. */
const flagStates = ['open', 'upheld', 'rejected'] as const;
export type FlagState = (typeof flagStates)[number];

const accountStatuses = ['Active', 'Suspended', 'Banned', 'Deleted'] as const;
/** Account status of a former or current member. */
export type MemberStatus = (typeof accountStatuses)[number];

/** Flagged content, as moderators see it. */
export const FlagCase = v.object({
  targetType: v.picklist(flagTargets),
  targetId: v.string(),
  /** The bike, or the bike that the comment is on; null for members, messages and lists. */
  bike: v.nullable(BikeCard),
  /** Owner of the content; a flagged member themselves. */
  owner: Person,
  /** Account status of a flagged member, or of the author of a message or list; null otherwise. */
  standing: v.nullable(v.picklist(accountStatuses)),
  status: v.picklist(bikeStatuses),
  /** The comment, the beginning of the bike's story, or the message or list as it was when it was last flagged. */
  text: v.string(),
  /** Whether it was flagged since the last decision. */
  open: v.boolean(),
  /** Whether it is hidden by members' flags alone. */
  hidden: v.boolean(),
  /** ISO 8601, UTC: when it was last flagged or decided. */
  at: v.string(),
  flags: v.array(
    v.object({
      reason: v.string(),
      note: v.string(),
      /** The member that flagged it, shown to moderators only; null when the account no longer exists. */
      by: v.nullable(Person),
      weight: v.number(),
      state: v.picklist(flagStates),
      at: v.string(),
    }),
  ),
  /** Moderation acts on it, newest first. */
  acts: v.array(Act),
});
export type FlagCase = v.InferOutput<typeof FlagCase>;

/** Operators only. Newest first, either open or decided cases. */
export const listFlagCases = endpoint('GET', '/moderation/flags', {
  query: v.object({ ...PageQuery.entries, state: v.optional(v.picklist(['open', 'decided']), 'open') }),
  reply: pageOf(FlagCase),
  private: true,
  programs: true,
});

/**
 * Operators only. `rejected`: the content stays and the flags were wrong; `upheld`: the flags were right and nothing is
 * left to do; `open`: review again. `moderation.state`: hidden content has to be restored instead of rejected.
 */
export const decideFlags = endpoint('PUT', '/moderation/flags/:targetType/:targetId', {
  body: v.object({ state: v.picklist(flagStates, t`Choose a decision.`), reason: optionalReason }),
  reply: Act,
  private: true,
  programs: true,
});
