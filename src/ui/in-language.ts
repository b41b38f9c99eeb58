import type { ClockFormat } from '#contract/preferences.ts';

/** The unit of an elapsed time. */
export type Span = 'second' | 'minute' | 'hour' | 'day';

/** Formats dates and numbers in a language. English as the site writes it needs none, for Intl is slow to start. */
export type Writing = {
  /** The language tag, for screen readers. */
  language: string;
  figure(count: number): string;
  /** Formats a number that is written with a point and perhaps thousands commas; keeps its number of decimals. */
  decimal(text: string): string;
  /** Formats a date. @param month from 0 @param year null to omit it */
  day(day: number, month: number, year: number | null): string;
  /** Formats a range of dates, both in UTC. */
  days(first: Date, last: Date): string;
  /** The name of the weekday in local time. */
  weekday(date: Date): string;
  time(hours: number, minutes: number, clock: ClockFormat): string;
  /** Formats an elapsed time. @param begins whether it begins a sentence or stands alone */
  ago(amount: number, span: Span, begins: boolean): string;
  /** The name of a country; undefined if unknown. */
  country(code: string): string | undefined;
};

const rightToLeft = /[\u0590-\u08ff]/;
/**
 * Isolates right-to-left text, so that it does not reorder the English around it; and writes spaces alike, which the
 * versions of Intl in Node and in browsers do not.
 */
function isolate(written: string): string {
  const text = written.replaceAll('\u2009', ' ').replaceAll('\u202f', '\u00a0');
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

const { DateTimeFormat, DisplayNames, NumberFormat, RelativeTimeFormat } = Intl;

/** Memoizes formatters, because they are expensive to create. */
function memoize<A extends string | number, T>(make: (what: A) => T): (what: A) => T {
  const memo = new Map<A, T>();
  return (what) => {
    const made = memo.get(what) ?? make(what);
    memo.set(what, made);
    return made;
  };
}

/** Whole days, formatted in UTC. */
const dayForms = {
  short: { day: 'numeric', month: 'short', timeZone: 'UTC' },
  whole: { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
} as const;
const clockForms = {
  Standard: { hour: 'numeric', minute: '2-digit', hourCycle: 'h12', timeZone: 'UTC' },
  Military: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
} as const;
/** A year that has all days. */
const leapYear = 2024;

/**
 * Returns the formats of a language; null if this browser does not support it.
 * @param chosen a language tag, or `Device` for the browser's language
 */
export function writingIn(chosen: string): Writing | null {
  const language = chosen === 'Device' ? navigator.language : chosen;
  try {
    if (NumberFormat.supportedLocalesOf(language).length === 0) return null;
  } catch {
    return null;
  }
  const numbers = memoize(
    (places: number) => new NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places }),
  );
  const dates = memoize((form: keyof typeof dayForms) => new DateTimeFormat(language, dayForms[form]));
  const clocks = memoize((clock: ClockFormat) => new DateTimeFormat(language, clockForms[clock]));
  const weekdays = memoize((form: 'long') => new DateTimeFormat(language, { weekday: form }));
  const spans = memoize((style: 'short') => new RelativeTimeFormat(language, { numeric: 'auto', style }));
  const countries = memoize((type: 'region') => new DisplayNames([language], { type, fallback: 'none' }));
  return {
    language,
    figure: (count) => isolate(numbers(0).format(count)),
    decimal(text) {
      const plain = text.replace(/,/g, '');
      return isolate(numbers(plain.split('.')[1]?.length ?? 0).format(plain as Intl.StringNumericLiteral));
    },
    day: (day, month, year) =>
      isolate(dates(year === null ? 'short' : 'whole').format(Date.UTC(year ?? leapYear, month, day))),
    days: (first, last) => isolate(dates('short').formatRange(first, last)),
    weekday: (date) => isolate(weekdays('long').format(date)),
    time: (hours, minutes, clock) => isolate(clocks(clock).format(Date.UTC(leapYear, 0, 1, hours, minutes))),
    ago(amount, span, begins) {
      const text = spans('short').format(-amount, span);
      return isolate(begins ? text.charAt(0).toLocaleUpperCase(language) + text.slice(1) : text);
    },
    country: (code) => (/^[A-Z]{2}$/.test(code) ? countries('region').of(code) : undefined),
  };
}
