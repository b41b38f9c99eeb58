import type { BikeNotice } from '#contract/bike-notice.ts';
import { restorableDays } from '#contract/bike-notice.ts';
import type { BikeStatus } from '#contract/bike-options.ts';

/**
 * Why a bike was flagged. `open`: not settled yet. `fixed`: the owner has used up the one change that settles it;
 * `mendedAt`: when.
 */
export type Flag = { reason: string; at: Date; open: boolean; fixed: boolean; mendedAt?: Date };
/** Why a bike was removed, and the status to restore. */
export type Removal = { reason: string; at: Date; from: 'Active' | 'Draft' };

/** The fields from which the owner's notice is made. */
export type NoticeRow = {
  status: BikeStatus;
  statusChangedAt: Date;
  flag?: Flag;
  removal?: Removal;
  followed?: { from: BikeStatus | null };
};

const day = 86_400_000;

/** Bikes that were deleted before this time are due for erasure. */
export const deletedBefore = (now: Date): Date => new Date(now.getTime() - restorableDays * day);

/** Whether a bike is hidden because its owner is away. */
export const isAway = ({ followed }: NoticeRow): boolean => (followed?.from ?? null) !== null;

function reasonOf({ status, flag, removal }: NoticeRow): string {
  if (status === 'Removed') return removal?.reason ?? '';
  return status !== 'Deleted' && flag?.open ? flag.reason : '';
}

/** The notice to the owner about a bike's moderation and restorability. */
export function noticeOf(row: NoticeRow): BikeNotice {
  const { status, statusChangedAt, flag, removal } = row;
  const restorable = status === 'Deleted' && !removal && !isAway(row);
  const until = new Date(statusChangedAt.getTime() + restorableDays * day);
  return {
    reason: reasonOf(row),
    fixable: status === 'Flagged' && !flag?.fixed,
    restorableUntil: restorable ? until.toISOString() : null,
  };
}
