import type { ClockFormat } from '#contract/preferences.ts';

/** What a moment is past by. */
export type Span = 'second' | 'minute' | 'hour' | 'day';

/** How dates and numbers are written in a language other than the site's own. */
export type Writing = {
  /** Its tag, for what is read aloud. */
  language: string;
  /** A whole number. */
  figure(count: number): string;
  /** A number that was written with a point, and perhaps commas between its thousands; with as many decimals. */
  decimal(text: string): string;
  /** A day. @param month from 0 @param year null where it goes without saying */
  day(day: number, month: number, year: number | null): string;
  /** The days from one to another, both in UTC. */
  days(first: Date, last: Date): string;
  /** Which day of the week it is here. */
  weekday(date: Date): string;
  time(hours: number, minutes: number, clock: ClockFormat): string;
  /** How long ago. @param begins whether a sentence, or what stands alone, begins with it */
  ago(amount: number, span: Span, begins: boolean): string;
  /** What a country is called; undefined where there is no word for it. */
  country(code: string): string | undefined;
};

const rightToLeft = /[\u0590-\u08ff]/;
/** What runs from right to left takes nothing of the English around it along. */
const apart = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

const { DateTimeFormat, DisplayNames, NumberFormat, RelativeTimeFormat } = Intl;

/** Makes each formatter once: that is what costs. */
function keeping<A extends string | number, T>(make: (what: A) => T): (what: A) => T {
  const made = new Map<A, T>();
  return (what) => {
    const kept = made.get(what) ?? make(what);
    made.set(what, kept);
    return kept;
  };
}

/** A whole day, which is nobody's time zone's. */
const dayForms = {
  short: { day: 'numeric', month: 'short', timeZone: 'UTC' },
  whole: { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
} as const;
const clockForms = {
  Standard: { hour: 'numeric', minute: '2-digit', hourCycle: 'h12', timeZone: 'UTC' },
  Military: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
} as const;
/** A year with all days. */
const leapYear = 2024;

/** @param chosen a tag, or `Device` for what the browser speaks; null for what this browser cannot write */
export function writingIn(chosen: string): Writing | null {
  const language = chosen === 'Device' ? navigator.language : chosen;
  try {
    if (NumberFormat.supportedLocalesOf(language).length === 0) return null;
  } catch {
    return null;
  }
  const numbers = keeping(
    (places: number) => new NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places }),
  );
  const dates = keeping((form: keyof typeof dayForms) => new DateTimeFormat(language, dayForms[form]));
  const clocks = keeping((clock: ClockFormat) => new DateTimeFormat(language, clockForms[clock]));
  const weekdays = keeping((form: 'long') => new DateTimeFormat(language, { weekday: form }));
  const spans = keeping((style: 'short') => new RelativeTimeFormat(language, { numeric: 'auto', style }));
  const countries = keeping((type: 'region') => new DisplayNames([language], { type, fallback: 'none' }));
  return {
    language,
    figure: (count) => apart(numbers(0).format(count)),
    decimal(text) {
      const plain = text.replace(/,/g, '');
      return apart(numbers(plain.split('.')[1]?.length ?? 0).format(plain as Intl.StringNumericLiteral));
    },
    day: (day, month, year) =>
      apart(dates(year === null ? 'short' : 'whole').format(Date.UTC(year ?? leapYear, month, day))),
    days: (first, last) => apart(dates('short').formatRange(first, last)),
    weekday: (date) => apart(weekdays('long').format(date)),
    time: (hours, minutes, clock) => apart(clocks(clock).format(Date.UTC(leapYear, 0, 1, hours, minutes))),
    ago(amount, span, begins) {
      const words = spans('short').format(-amount, span);
      return apart(begins ? words.charAt(0).toLocaleUpperCase(language) + words.slice(1) : words);
    },
    country: (code) => countries('region').of(code),
  };
}
