const minute = 60_000;
const hour = 60 * minute;

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** A day as the viewer writes it; the year only when it is not this one. */
export function dayOf(date: Date, now: Date): string {
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year }).format(date);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day in nobody's time zone or language: `4 Mar 2026`. */
export const plainDay = (date: Date): string =>
  `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

/** The days of a week, in nobody's time zone or language: `29 Jun to 5 Jul`. @param begin of the week, in UTC */
export function weekDays(begin: Date): string {
  const end = new Date(begin.getTime() + 6 * 24 * hour);
  const day = (date: Date) => `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  return begin.getUTCMonth() === end.getUTCMonth()
    ? `${begin.getUTCDate()} to ${day(end)}`
    : `${day(begin)} to ${day(end)}`;
}

/**
 * How long ago, in the fewest words: `4 min ago`, `3 h ago`, `Yesterday`, then the day.
 * @param now null where no clock is known: then it is always the day
 */
export function ago(date: Date, now: Date | null): string {
  if (!now) return plainDay(date);
  const past = now.getTime() - date.getTime();
  if (past < minute) return 'Just now';
  if (past < hour) return `${Math.floor(past / minute)} min ago`;
  const hours = Math.floor(past / hour);
  if (hours < 12 || midnight(date) === midnight(now)) return `${hours} h ago`;
  // A day has 23 or 25 hours when the clocks change, so days are counted by rounding.
  if (Math.round((midnight(now) - midnight(date)) / (24 * hour)) === 1) return 'Yesterday';
  return dayOf(date, now);
}

/** {@link ago} in the middle of a sentence: `just now`, `yesterday`; the name of a month keeps its capital. */
export function agoInside(date: Date, now: Date | null): string {
  const words = ago(date, now);
  return words === 'Just now' || words === 'Yesterday' ? words.toLowerCase() : words;
}

/** The time of day as the viewer writes it: `14:32`, `2:32 PM`. */
export const clockTime = (date: Date): string =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(date);

/** A whole number with its thousands parted: `5,812`. */
export const figure = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** A number with a hundredth at the finest: `8.95`, `11.4`. */
export function decimal(amount: number): string {
  const [whole = '', part] = String(Math.round(amount * 100) / 100).split('.');
  return part ? `${figure(Number(whole))}.${part}` : figure(Number(whole));
}

/** A count with its word: `1 thing`, `2 things`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`;
