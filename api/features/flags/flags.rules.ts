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

/** An open flag against a thing. */
export type OpenFlag = {
  /** Of the flag's row. */
  id: string;
  userId: string;
  reason: FlagReason;
  weight: number;
  /** Tells the sender's network from others; empty where it is not known. */
  network: string;
};

/** Why a thing is hidden, and by which flags. `weight`: of all that count, whatever their reason. */
export type Hiding = { reason: FlagReason; flags: readonly OpenFlag[]; weight: number };

const newFor = 7;
const judgedEnough = 5;
const [trusted, mistrusted] = [0.8, 0.2];
/** What hides a thing. */
const usual = { minWeight: 3, minPeople: 3 } as const;
/** What hides a thing that can do harm while it is shown. */
const urgent = { minWeight: 2, minPeople: 2 } as const;
/** Only things that were hidden by this weight, or that a moderator has looked at, stop a member from posting. */
export const minWeightToHold = usual.minWeight;

const grave: ReadonlySet<FlagReason> = new Set<FlagReason>(['PersonalInfo', 'Violence']);
/** Those that are easily mistaken. */
const halved: ReadonlySet<FlagReason> = new Set<FlagReason>(['NotABike', 'StolenBike', 'OffTopic']);

/** Of an account that counts toward hiding. */
const fullVoice = 1;

function voiceOf({ days, hasPosted, upheld, rejected }: Flagger): number {
  const share = upheld / Math.max(1, upheld + rejected);
  if (rejected >= judgedEnough && share < mistrusted) return 0;
  if (days < newFor || !hasPosted) return 0.5;
  return upheld >= judgedEnough && share >= trusted ? 1.5 : fullVoice;
}

const shareOf = (reason: FlagReason): number => (halved.has(reason) ? 0.5 : 1);

/** What one flag weighs. */
export const weightOf = (flagger: Flagger, reason: FlagReason): number => voiceOf(flagger) * shareOf(reason);

/** Whether a flag counts toward hiding. One of a new account, or of one that has posted nothing, only waits for a moderator. */
const isCounted = ({ weight, reason }: OpenFlag): boolean => weight / shareOf(reason) >= fullVoice;

/** The heaviest flag of each network; those of which no network is known count as of one. */
function onePerNetwork(flags: readonly OpenFlag[]): OpenFlag[] {
  const heaviest = new Map<string, OpenFlag>();
  for (const flag of flags)
    if (flag.weight > (heaviest.get(flag.network)?.weight ?? 0)) heaviest.set(flag.network, flag);
  return [...heaviest.values()];
}

const sumOf = (flags: readonly OpenFlag[]): number => flags.reduce((sum, { weight }) => sum + weight, 0);
const isEnough = (flags: readonly OpenFlag[], { minWeight, minPeople }: typeof usual | typeof urgent): boolean =>
  flags.length >= minPeople && sumOf(flags) >= minWeight;

/** The reason that weighs most. */
function mainReason(flags: readonly OpenFlag[]): FlagReason | undefined {
  const byReason = Object.entries(Object.groupBy(flags, ({ reason }) => reason));
  const [first] = byReason.toSorted(([, a], [, b]) => sumOf(b) - sumOf(a) || b.length - a.length);
  return first?.[0] as FlagReason | undefined;
}

/** What hides a thing; null while it is shown. */
export function hidingOf(open: readonly OpenFlag[]): Hiding | null {
  const counted = open.filter(isCounted);
  const all = onePerNetwork(counted);
  const graveOnes = onePerNetwork(counted.filter(({ reason }) => grave.has(reason)));
  const flags = isEnough(graveOnes, urgent) ? graveOnes : isEnough(all, usual) ? all : [];
  const reason = mainReason(flags);
  return reason ? { reason, flags, weight: sumOf(all) } : null;
}
