import type { BikeStatus } from '#contract/bike-options.ts';
import type { Standing } from '#contract/bike-standing.ts';
import { restorableDays } from '#contract/bike-standing.ts';

/**
 * Why a bike was flagged. `open`: nobody has settled it yet. `fixed`: its owner has used up the one change that does;
 * `mendedAt`: when.
 */
export type Flag = { reason: string; at: Date; open: boolean; fixed: boolean; mendedAt?: Date };
/** Why a bike was removed, and what it comes back as. */
export type Removal = { reason: string; at: Date; from: 'Active' | 'Draft' };

/** What of a bike's row says how it stands. */
export type StandingRow = {
  status: BikeStatus;
  statusChangedAt: Date;
  flag?: Flag;
  removal?: Removal;
  followed?: { from: BikeStatus | null };
};

const day = 86_400_000;

/** When a bike that was deleted by then is erased. */
export const deletedBefore = (now: Date): Date => new Date(now.getTime() - restorableDays * day);

/** Whether a bike is away because its owner is. */
export const isAway = ({ followed }: StandingRow): boolean => (followed?.from ?? null) !== null;

function reasonOf({ status, flag, removal }: StandingRow): string {
  if (status === 'Removed') return removal?.reason ?? '';
  return status !== 'Deleted' && flag?.open ? flag.reason : '';
}

/** What its owner is told about a bike. */
export function standingOf(row: StandingRow): Standing {
  const { status, statusChangedAt, flag, removal } = row;
  const restorable = status === 'Deleted' && !removal && !isAway(row);
  const until = new Date(statusChangedAt.getTime() + restorableDays * day);
  return {
    reason: reasonOf(row),
    fixable: status === 'Flagged' && !flag?.fixed,
    restorableUntil: restorable ? until.toISOString() : null,
  };
}
