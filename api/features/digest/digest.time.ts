import { digestTime } from '#contract/digest.ts';

/** When a weekly mail is due, and the day that this is on the member's calendar (`2026-12-04`). */
export type DigestDue = { at: Date; day: string };

/**
 * The next time that a weekly mail is due in a time zone. A member who travels or chooses again gets one mail a week: a
 * day that is not after `last` is left out.
 * @param last the day of the last mail
 */
export function nextDigest(now: Date, timeZone: string, last?: string): DigestDue {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  let day = today.toPlainDate().add({ days: (digestTime.weekday - today.dayOfWeek + 7) % 7 });
  for (;;) {
    // An hour that a clock skips is that much later.
    const { epochMilliseconds } = day.toZonedDateTime({ timeZone, plainTime: { hour: digestTime.hour } });
    if (epochMilliseconds > now.getTime() && (!last || day.toString() > last))
      return { at: new Date(epochMilliseconds), day: day.toString() };
    day = day.add({ days: 7 });
  }
}
