import type { FlagReason } from '#contract/flag-reasons.ts';
import { trustOf } from '#contract/trust.ts';

/** Data about a flagging member that decide the weight of a flag. */
export type Flagger = {
  isNew: boolean;
  /** Whether they have a bike or a comment. */
  hasPosted: boolean;
  /** Number of their flags that moderators upheld and rejected. */
  upheld: number;
  rejected: number;
};

/** An unreviewed flag. */
export type OpenFlag = {
  /** Id of the flag's row. */
  id: string;
  userId: string;
  reason: FlagReason;
  weight: number;
  /** Code of the sender's network; empty if unknown. */
  network: string;
};

/** Why an item is hidden, and by which flags. `weight` is the sum of all flags that count, whatever their reason. */
export type Hiding = { reason: FlagReason; flags: readonly OpenFlag[]; weight: number };

const minJudged = 5;
const [trusted, mistrusted] = [0.8, 0.2];
/** Threshold for hiding an item. */
const usual = { minWeight: 3, minPeople: 3 } as const;
/** Lower threshold for items that can do harm while they are visible. */
const urgent = { minWeight: 2, minPeople: 2 } as const;
/** Only items hidden with this weight, or confirmed by a moderator, suspend a member from posting. */
export const minWeightToHold = usual.minWeight;

const grave: ReadonlySet<FlagReason> = new Set<FlagReason>(['PersonalInfo', 'Violence']);
/** Reasons that are easily mistaken count half. */
const halved: ReadonlySet<FlagReason> = new Set<FlagReason>(['NotABike', 'StolenBike', 'OffTopic']);

/** Weight of an account whose flags count toward hiding. */
const fullWeight = 1;

function accountWeightOf({ isNew, hasPosted, upheld, rejected }: Flagger): number {
  const share = upheld / Math.max(1, upheld + rejected);
  if (rejected >= minJudged && share < mistrusted) return 0;
  if (!trustOf(isNew).flagsHide || !hasPosted) return 0.5;
  return upheld >= minJudged && share >= trusted ? 1.5 : fullWeight;
}

const shareOf = (reason: FlagReason): number => (halved.has(reason) ? 0.5 : 1);

/** Weight of one flag. */
export const weightOf = (flagger: Flagger, reason: FlagReason): number => accountWeightOf(flagger) * shareOf(reason);

/**
 * Whether a flag counts toward hiding. A flag of a new account, or of one without posts, only waits for a moderator.
 */
const isCounted = ({ weight, reason }: OpenFlag): boolean => weight / shareOf(reason) >= fullWeight;

/** The heaviest flag of each network; flags of unknown networks count as one. */
function onePerNetwork(flags: readonly OpenFlag[]): OpenFlag[] {
  const heaviest = new Map<string, OpenFlag>();
  for (const flag of flags)
    if (flag.weight > (heaviest.get(flag.network)?.weight ?? 0)) heaviest.set(flag.network, flag);
  return [...heaviest.values()];
}

const sumOf = (flags: readonly OpenFlag[]): number => flags.reduce((sum, { weight }) => sum + weight, 0);
const isEnough = (flags: readonly OpenFlag[], { minWeight, minPeople }: typeof usual | typeof urgent): boolean =>
  flags.length >= minPeople && sumOf(flags) >= minWeight;

/** The reason with the most weight. */
function mainReason(flags: readonly OpenFlag[]): FlagReason | undefined {
  const byReason = Object.entries(Object.groupBy(flags, ({ reason }) => reason));
  const [first] = byReason.toSorted(([, a], [, b]) => sumOf(b) - sumOf(a) || b.length - a.length);
  return first?.[0] as FlagReason | undefined;
}

/** Decides whether an item is hidden; null if it stays visible. */
export function hidingOf(open: readonly OpenFlag[]): Hiding | null {
  const counted = open.filter(isCounted);
  const all = onePerNetwork(counted);
  const graveOnes = onePerNetwork(counted.filter(({ reason }) => grave.has(reason)));
  const flags = isEnough(graveOnes, urgent) ? graveOnes : isEnough(all, usual) ? all : [];
  const reason = mainReason(flags);
  return reason ? { reason, flags, weight: sumOf(all) } : null;
}
