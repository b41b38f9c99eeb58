import { t } from '#contract/texts.ts';
import { serverNow } from '#src/lib/server-time.ts';

const day = 86_400_000;
/** Days until the reminder: Safari deletes after seven. */
export const reminderDays = 5;

/** Milliseconds since the epoch as a time of RFC 5545: `20261126T180000Z`. */
const timeOf = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Builds a calendar entry (RFC 5545) that reminds of what waits here. @param url page to open */
export function reminderOf(url: string, now = serverNow()): string {
  const title = t`Open Headbadge`;
  const at = timeOf(now + reminderDays * day);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Headbadge//EN',
    'BEGIN:VEVENT',
    `UID:${at}@headbadge`,
    `DTSTAMP:${timeOf(now)}`,
    `DTSTART:${at}`,
    `SUMMARY:${title}`,
    `DESCRIPTION:${t`Something still waits on this device to be sent.`}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${title}`,
    'TRIGGER:PT0S',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
