import { type BikeNotice, restorableDays } from '#contract/bike-notice.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import { many, t } from '#contract/texts.ts';

const day = 86_400_000;

/**
 * Time left to restore a deleted bike, for example `29 days left`; '' if it cannot be restored or the time is unknown.
 */
export function daysLeft({ restorableUntil }: BikeNotice, now: Date | null): string {
  if (!restorableUntil || !now) return '';
  const left = Math.ceil((Date.parse(restorableUntil) - now.getTime()) / day);
  // Capped: a fresh deletion can be ahead of a clock that ticks every half minute, and may carry this device's time.
  return left > 0 ? many(Math.min(left, restorableDays))`# day left|# days left` : '';
}

/** Explains the status of a bike that is not public to its owner. */
export function ownText(status: BikeStatus, standing: BikeNotice): string {
  const { reason, fixable } = standing;
  const because = reason && t`The reason: ${reason}`;
  const paragraph = (...sentences: string[]) => sentences.filter(Boolean).join(' ');
  switch (status) {
    case 'Draft':
      return because
        ? paragraph(t`Only you see this bike. When you publish it, it is still flagged.`, because)
        : t`Only you see this bike. Its likes and comments are kept for when you publish it.`;
    case 'Flagged':
      return paragraph(
        t`This bike was flagged and is hidden from lists.`,
        because,
        fixable ? t`Fix what is wrong and it is back at once.` : t`A moderator has to look at it before it is back.`,
      );
    case 'Removed':
      return paragraph(
        t`Moderators removed this bike. Only you still see it.`,
        because,
        t`Think this is wrong? Write to us.`,
      );
    case 'Deleted':
      return standing.restorableUntil
        ? t`You deleted this bike. You can restore it as a draft. After that it is erased with its photos.`
        : t`You deleted this bike. It will be erased with its photos.`;
    case 'Active':
      return '';
  }
}
