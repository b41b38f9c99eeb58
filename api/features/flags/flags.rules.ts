import type { FlagReason } from '#contract/flag-words.ts';

/** What is known of a member who flags. */
export type Flagger = {
  /** Days since the account was made. */
  days: number;
  /** Whether they have a bike or a comment here. */
  hasPosted: boolean;
  /** How many of their flags moderators agreed with, and how many not. */
  upheld: number;
  rejected: number;
};

/** The flags of one reason that are open against a thing. */
export type FlagGroup = { reason: FlagReason; people: number; weight: number };

const newFor = 7;
const judgedEnough = 5;
const [trusted, mistrusted] = [0.8, 0.2];
/** What hides a thing: so much weight, by so many people. */
const [leastWeight, leastPeople] = [3, 3];
/** So many people are enough where a thing can do harm while it is shown. */
const leastOfGrave = 2;

const grave: ReadonlySet<FlagReason> = new Set<FlagReason>(['PersonalInfo', 'Violence']);
/** Those that are easily mistaken. */
const halved: ReadonlySet<FlagReason> = new Set<FlagReason>(['NotABike', 'StolenBike', 'OffTopic']);

function voiceOf({ days, hasPosted, upheld, rejected }: Flagger): number {
  const share = upheld / Math.max(1, upheld + rejected);
  if (rejected >= judgedEnough && share < mistrusted) return 0;
  if (upheld >= judgedEnough && share >= trusted) return 1.5;
  return days < newFor || !hasPosted ? 0.5 : 1;
}

/** What one flag weighs. */
export const weightOf = (flagger: Flagger, reason: FlagReason): number =>
  voiceOf(flagger) * (halved.has(reason) ? 0.5 : 1);

const sum = (groups: readonly FlagGroup[], of: 'people' | 'weight') => groups.reduce((all, one) => all + one[of], 0);

/**
 * The reason for which a thing is hidden; null while it is shown.
 * @param groups whoever has no weight is not among them
 */
export function hidingReason(groups: readonly FlagGroup[]): FlagReason | null {
  const graveOnes = groups.filter(({ reason }) => grave.has(reason));
  const enough = sum(groups, 'weight') >= leastWeight && sum(groups, 'people') >= leastPeople;
  const among = sum(graveOnes, 'people') >= leastOfGrave ? graveOnes : enough ? groups : [];
  return among.toSorted((a, b) => b.weight - a.weight || b.people - a.people)[0]?.reason ?? null;
}
