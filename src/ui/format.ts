import { dayText } from '#contract/dates.ts';
import type { Span, Writing } from './in-language.ts';
import { type Viewer, viewer } from './viewer.ts';

const minute = 60_000;
const hour = 60 * minute;

/** By what days are written. */
export type Hand = Pick<Viewer, 'style' | 'writing'>;

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

const dayIn = (day: number, month: number, year: number | null, { style, writing }: Hand): string =>
  writing ? writing.day(day, month, year) : dayText(day, month, year, style);

/** A day by the viewer's hand; the year only when it is not this one. */
export const dayOf = (date: Date, now: Date, hand: Hand): string =>
  dayIn(date.getDate(), date.getMonth(), date.getFullYear() === now.getFullYear() ? null : date.getFullYear(), hand);

/** A day in nobody's time zone: `4 Mar 2026`. */
export const plainDay = (date: Date, hand: Hand): string =>
  dayIn(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear(), hand);

/** The days of a week, in nobody's time zone: `29 Jun to 5 Jul`, `Jul 6 to 12`. @param begin of the week, in UTC */
export function weekDays(begin: Date, { style, writing }: Hand): string {
  const end = new Date(begin.getTime() + 6 * 24 * hour);
  if (writing) return writing.days(begin, end);
  const day = (date: Date) => dayText(date.getUTCDate(), date.getUTCMonth(), null, style);
  if (begin.getUTCMonth() !== end.getUTCMonth()) return `${day(begin)} to ${day(end)}`;
  return style === 'European' ? `${begin.getUTCDate()} to ${day(end)}` : `${day(begin)} to ${end.getUTCDate()}`;
}

/** How long ago, as far as that is told in anything but days. */
function spanSince(date: Date, now: Date): [number, Span] | null {
  const past = now.getTime() - date.getTime();
  if (past < minute) return [0, 'second'];
  if (past < hour) return [Math.floor(past / minute), 'minute'];
  const hours = Math.floor(past / hour);
  if (hours < 12 || midnight(date) === midnight(now)) return [hours, 'hour'];
  // A day has 23 or 25 hours when the clocks change, so days are counted by rounding.
  return Math.round((midnight(now) - midnight(date)) / (24 * hour)) === 1 ? [1, 'day'] : null;
}

const inEnglish: Record<Span, (amount: number) => string> = {
  second: () => 'Just now',
  minute: (amount) => `${amount} min ago`,
  hour: (amount) => `${amount} h ago`,
  day: () => 'Yesterday',
};

/**
 * How long ago, in the fewest words: `4 min ago`, `3 h ago`, `Yesterday`, then the day.
 * @param now null where no clock is known: then it is always the day
 * @param inside in the middle of a sentence: `just now`, `yesterday`; the name of a month keeps its capital
 */
export function ago(date: Date, now: Date | null, hand: Hand, inside = false): string {
  if (!now) return plainDay(date, hand);
  const past = spanSince(date, now);
  if (!past) return dayOf(date, now, hand);
  if (hand.writing) return hand.writing.ago(...past, !inside);
  const words = inEnglish[past[1]](past[0]);
  return inside ? words.toLowerCase() : words;
}

/** A whole number with its thousands parted: `5,812`. @param writing what a page that came drawn was drawn with */
export const figure = (count: number, writing = viewer().writing): string =>
  writing ? writing.figure(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** A number that was written with a point, and commas between its thousands: `1,240.5`. */
export const decimal = (text: string, writing: Writing | null): string => writing?.decimal(text) ?? text;

/** A count with its word: `1 thing`, `2 things`. */
export const counted = (
  count: number,
  one: string,
  { many = `${one}s`, writing = viewer().writing }: { many?: string; writing?: Writing | null } = {},
): string => `${figure(count, writing)} ${count === 1 ? one : many}`;
