import * as v from 'valibot';
import { t } from '#contract/texts.ts';

/** Whether a time zone of this name is known here. */
function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

/** The time zone of this device: an IANA name. */
export const timeZoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'Etc/UTC';

/** IANA name of a time zone. */
export const TimeZone = v.pipe(
  v.string(),
  v.maxLength(64),
  v.regex(/^[\w+/-]+$/, t`Send the name of a time zone.`),
  v.check(isTimeZone, t`Send the name of a time zone.`),
);
