import { dayText } from '#contract/dates.ts';
import { setCountFormat, t } from '#contract/texts.ts';
import { type DisplayPreferences, displayPreferences, siteWriting } from './display-preferences.ts';
import type { Span, Writing } from './in-language.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The preferences that dates are formatted by. */
export type Hand = Pick<DisplayPreferences, 'style' | 'writing'>;

/** Returns the beginning of a date's day in local time, in milliseconds. */
export const midnight = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

const dayIn = (day: number, month: number, year: number | null, { style, writing }: Hand): string =>
  writing ? writing.day(day, month, year) : dayText(day, month, year, style);

/** Formats a date in local time; the year only if it is not the current one. */
export const dayOf = (date: Date, now: Date, hand: Hand): string =>
  dayIn(date.getDate(), date.getMonth(), date.getFullYear() === now.getFullYear() ? null : date.getFullYear(), hand);

/** Formats a date in UTC with its year: `4 Mar 2026`. */
export const plainDay = (date: Date, hand: Hand): string =>
  dayIn(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear(), hand);

/** Formats a week in UTC: `29 Jun to 5 Jul`, `Jul 6 to 12`. @param begin first day of the week, in UTC */
export function weekDays(begin: Date, { style, writing }: Hand): string {
  const end = new Date(begin.getTime() + 6 * 24 * hour);
  if (writing) return writing.days(begin, end);
  const day = (date: Date) => dayText(date.getUTCDate(), date.getUTCMonth(), null, style);
  if (begin.getUTCMonth() !== end.getUTCMonth()) return `${day(begin)} to ${day(end)}`;
  return style === 'European' ? `${begin.getUTCDate()} to ${day(end)}` : `${day(begin)} to ${end.getUTCDate()}`;
}

/** Returns the elapsed time in seconds to days; null if it is longer ago than yesterday. */
function spanSince(date: Date, now: Date): [number, Span] | null {
  const past = now.getTime() - date.getTime();
  if (past < minute) return [0, 'second'];
  if (past < hour) return [Math.floor(past / minute), 'minute'];
  const hours = Math.floor(past / hour);
  if (hours < 12 || midnight(date) === midnight(now)) return [hours, 'hour'];
  // A day has 23 or 25 hours when the clocks change, so days are counted by rounding.
  return Math.round((midnight(now) - midnight(date)) / (24 * hour)) === 1 ? [1, 'day'] : null;
}

const inEnglish: Record<Span, (amount: number, inside: boolean) => string> = {
  second: (_, inside) => (inside ? t`just now` : t`Just now`),
  minute: (amount) => t`${amount} min ago`,
  hour: (amount) => t`${amount} h ago`,
  day: (_, inside) => (inside ? t`yesterday` : t`Yesterday`),
};

/**
 * Formats the elapsed time: `4 min ago`, `3 h ago`, `Yesterday`, then the date.
 * @param now null in server-rendered pages, which always show the date
 * @param inside inside a sentence, so `just now` and `yesterday`; names of months keep their capital
 */
export function ago(date: Date, now: Date | null, hand: Hand, inside = false): string {
  if (!now) return plainDay(date, hand);
  const past = spanSince(date, now);
  if (!past) return dayOf(date, now, hand);
  if (hand.writing) return hand.writing.ago(...past, !inside);
  return inEnglish[past[1]](past[0], inside);
}

/** Formats a whole number with thousands separators: `5,812`. @param writing of a server-rendered page */
export const figure = (count: number, writing = displayPreferences().writing): string =>
  writing ? writing.figure(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');

setCountFormat((count) => figure(count, siteWriting()));

/** Formats a number that is written with a point and thousands commas: `1,240.5`. */
export const decimal = (text: string, writing: Writing | null): string => writing?.decimal(text) ?? text;

/** Formats a count with its noun: `1 thing`, `2 things`. */
export const counted = (
  count: number,
  one: string,
  { many = `${one}s`, writing = displayPreferences().writing }: { many?: string; writing?: Writing | null } = {},
): string => `${figure(count, writing)} ${count === 1 ? one : many}`;
