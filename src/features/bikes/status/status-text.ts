import { type BikeNotice, restorableDays } from '#contract/bike-notice.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import { counted } from '#src/ui/format.ts';

const day = 86_400_000;

/**
 * Time left to restore a deleted bike, for example `29 days left`; '' if it cannot be restored or the time is unknown.
 */
export function daysLeft({ restorableUntil }: BikeNotice, now: Date | null): string {
  if (!restorableUntil || !now) return '';
  const left = Math.ceil((Date.parse(restorableUntil) - now.getTime()) / day);
  // Capped: a fresh deletion can be ahead of a clock that ticks every half minute, and may carry this device's time.
  return left > 0 ? `${counted(Math.min(left, restorableDays), 'day')} left` : '';
}

/** Explains the status of a bike that is not public to its owner. */
export function ownText(status: BikeStatus, standing: BikeNotice): string {
  const { reason, fixable } = standing;
  const because = reason && ` The reason: ${reason}`;
  switch (status) {
    case 'Draft':
      return because
        ? `Only you see this bike. When you publish it, it is still flagged.${because}`
        : 'Only you see this bike. Its likes and comments are kept for when you publish it.';
    case 'Flagged':
      return `This bike was flagged and is hidden from lists.${because} ${
        fixable ? 'Fix what is wrong and it is back at once.' : 'A moderator has to look at it before it is back.'
      }`;
    case 'Removed':
      return `Moderators removed this bike. Only you still see it.${because} Think this is wrong? Write to us.`;
    case 'Deleted':
      return standing.restorableUntil
        ? 'You deleted this bike. You can restore it as a draft. After that it is erased with its photos.'
        : 'You deleted this bike. It will be erased with its photos.';
    case 'Active':
      return '';
  }
}
