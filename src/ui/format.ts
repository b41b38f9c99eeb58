import { dayText } from '#contract/dates.ts';
import type { Style } from '#contract/preferences.ts';

const minute = 60_000;
const hour = 60 * minute;

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** A day in the viewer's style; the year only when it is not this one. */
export const dayOf = (date: Date, now: Date, style: Style): string =>
  dayText(date.getDate(), date.getMonth(), date.getFullYear() === now.getFullYear() ? null : date.getFullYear(), style);

/** A day in nobody's time zone: `4 Mar 2026`. */
export const plainDay = (date: Date, style: Style): string =>
  dayText(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear(), style);

/** The days of a week, in nobody's time zone: `29 Jun to 5 Jul`, `Jul 6 to 12`. @param begin of the week, in UTC */
export function weekDays(begin: Date, style: Style): string {
  const end = new Date(begin.getTime() + 6 * 24 * hour);
  const day = (date: Date) => dayText(date.getUTCDate(), date.getUTCMonth(), null, style);
  if (begin.getUTCMonth() !== end.getUTCMonth()) return `${day(begin)} to ${day(end)}`;
  return style === 'European' ? `${begin.getUTCDate()} to ${day(end)}` : `${day(begin)} to ${end.getUTCDate()}`;
}

/**
 * How long ago, in the fewest words: `4 min ago`, `3 h ago`, `Yesterday`, then the day.
 * @param now null where no clock is known: then it is always the day
 */
export function ago(date: Date, now: Date | null, style: Style): string {
  if (!now) return plainDay(date, style);
  const past = now.getTime() - date.getTime();
  if (past < minute) return 'Just now';
  if (past < hour) return `${Math.floor(past / minute)} min ago`;
  const hours = Math.floor(past / hour);
  if (hours < 12 || midnight(date) === midnight(now)) return `${hours} h ago`;
  // A day has 23 or 25 hours when the clocks change, so days are counted by rounding.
  if (Math.round((midnight(now) - midnight(date)) / (24 * hour)) === 1) return 'Yesterday';
  return dayOf(date, now, style);
}

/** {@link ago} in the middle of a sentence: `just now`, `yesterday`; the name of a month keeps its capital. */
export function agoInside(date: Date, now: Date | null, style: Style): string {
  const words = ago(date, now, style);
  return words === 'Just now' || words === 'Yesterday' ? words.toLowerCase() : words;
}

/** A whole number with its thousands parted: `5,812`. */
export const figure = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** A count with its word: `1 thing`, `2 things`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`;
