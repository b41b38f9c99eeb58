import { expect, test } from 'vitest';
import { languages } from '#contract/preference-choices.ts';
import { clockTime } from '#src/ui/clock-time.ts';
import { ago, counted, dayOf, decimal, figure, plainDay, weekDays } from '#src/ui/format.ts';
import { writingIn } from '#src/ui/in-language.ts';

const hands = {
  European: { style: 'European', writing: null },
  Standard: { style: 'Standard', writing: null },
} as const;
const at = (text: string) => new Date(text);
const now = at('2026-11-21T14:00:00');

test('a time is formatted in minutes, then hours, then as yesterday, then as its date', () => {
  expect(ago(at('2026-11-21T13:59:30'), now, hands.European)).toBe('Just now');
  expect(ago(at('2026-11-21T13:56:00'), now, hands.European)).toBe('4 min ago');
  expect(ago(at('2026-11-21T13:00:01'), now, hands.European)).toBe('59 min ago');
  expect(ago(at('2026-11-21T11:00:00'), now, hands.European)).toBe('3 h ago');
  expect(ago(at('2026-11-21T00:10:00'), now, hands.European)).toBe('13 h ago');
  expect(ago(at('2026-11-20T23:00:00'), now, hands.European)).toBe('Yesterday');
  expect(ago(at('2026-11-20T00:00:00'), now, hands.European)).toBe('Yesterday');
  expect(ago(at('2026-11-19T23:59:00'), now, hands.European)).toBe('19 Nov');
});

test('two hours ago is two hours ago on either side of midnight', () => {
  expect(ago(at('2026-11-20T23:30:00'), at('2026-11-21T01:30:00'), hands.European)).toBe('2 h ago');
});

test('a clock that is ahead never shows the future', () => {
  expect(ago(at('2026-11-21T14:05:00'), now, hands.European)).toBe('Just now');
});

test('a date of another year includes the year', () => {
  expect(dayOf(at('2025-03-04T12:00:00'), now, hands.European)).toContain('2025');
  expect(dayOf(at('2026-03-04T12:00:00'), now, hands.European)).not.toContain('2026');
});

test('without a known clock a date is its day, in no time zone', () => {
  expect(ago(new Date('2026-07-04T23:59:00Z'), null, hands.European)).toBe('4 Jul 2026');
  expect(ago(new Date('2026-01-01T00:00:00Z'), null, hands.European, true)).toBe('1 Jan 2026');
});

test('numbers have thousands separators and words agree with them', () => {
  expect(figure(37_406, null)).toBe('37,406');
  expect(counted(1, 'thing', { writing: null })).toBe('1 thing');
  expect(counted(2, 'thing', { writing: null })).toBe('2 things');
  expect(counted(0, 'reply', { many: 'replies', writing: null })).toBe('0 replies');
});

test("a time of day uses the viewer's clock", () => {
  expect(clockTime(at('2026-11-21T09:05:00'), { clock: 'Military', writing: null })).toBe('09:05');
  expect(clockTime(at('2026-11-21T21:05:00'), { clock: 'Standard', writing: null })).toBe('9:05 PM');
});

test("dates use the viewer's format everywhere", () => {
  const then = at('2025-07-04T12:00:00');
  expect([ago(then, now, hands.European), ago(then, now, hands.Standard)]).toEqual(['4 Jul 2025', 'Jul 4, 2025']);
  expect(ago(at('2026-07-04T12:00:00'), now, hands.Standard, true)).toBe('Jul 4');
  expect(ago(then, null, hands.Standard)).toBe('Jul 4, 2025');
  expect(plainDay(new Date('2025-07-04'), hands.Standard)).toBe('Jul 4, 2025');
  const weeks = ['2026-06-29', '2026-07-06'].map((day) => new Date(`${day}T00:00:00Z`));
  expect(weeks.map((begin) => weekDays(begin, hands.European))).toEqual(['29 Jun to 5 Jul', '6 to 12 Jul']);
  expect(weeks.map((begin) => weekDays(begin, hands.Standard))).toEqual(['Jun 29 to Jul 5', 'Jul 6 to 12']);
});

/** Replaces non-breaking spaces and direction marks by their visible form. */
const seen = (text: string) =>
  text
    .replace(/’/g, "'")
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[\u2066-\u2069\u200e\u200f]/g, '');
const writing = (language: string) => {
  const found = writingIn(language);
  if (!found) throw new Error(`${language} cannot be written here.`);
  return found;
};

test.each([
  ['de-DE', '1.240,5', '12.345', '4. Juli 2025', '19. Nov.', 'Vor 3 Std.', 'Gestern', '15:05', 'Deutschland'],
  ['de-CH', "1'240.5", "12'345", '4. Juli 2025', '19. Nov.', 'Vor 3 Std.', 'Gestern', '15:05', 'Deutschland'],
  ['fr-FR', '1 240,5', '12 345', '4 juil. 2025', '19 nov.', 'Il y a 3 h', 'Hier', '15:05', 'Allemagne'],
  ['en-IN', '1,240.5', '12,345', '4 Jul 2025', '19 Nov', '3 hr ago', 'Yesterday', '15:05', 'Germany'],
  ['en-US', '1,240.5', '12,345', 'Jul 4, 2025', 'Nov 19', '3 hr. ago', 'Yesterday', '15:05', 'Germany'],
  ['es-ES', '1240,5', '12.345', '4 jul 2025', '19 nov', 'Hace 3 h', 'Ayer', '15:05', 'Alemania'],
  ['ja', '1,240.5', '12,345', '2025年7月4日', '11月19日', '3 時間前', '昨日', '15:05', 'ドイツ'],
  ['ar-EG', '١٬٢٤٠٫٥', '١٢٬٣٤٥', '٤ يوليو ٢٠٢٥', '١٩ نوفمبر', 'قبل ٣ ساعات', 'أمس', '١٥:٠٥', 'ألمانيا'],
])(
  '%s formats numbers and dates in its own way',
  (language, measure, many, whole, short, hours, before, time, country) => {
    const hand = { style: 'Standard', clock: 'Military', writing: writing(language) } as const;
    const formatted = {
      measure: decimal('1,240.5', hand.writing),
      many: figure(12_345, hand.writing),
      whole: plainDay(new Date('2025-07-04'), hand),
      short: ago(at('2026-11-19T12:00:00'), now, hand),
      hours: ago(at('2026-11-21T11:00:00'), now, hand),
      before: ago(at('2026-11-20T11:00:00'), now, hand),
      time: clockTime(at('2026-11-21T15:05:00'), hand),
      country: hand.writing.country('DE') ?? '',
    };
    const all = Object.fromEntries(Object.entries(formatted).map(([name, text]) => [name, seen(text)]));
    expect(all).toEqual({ measure, many, whole, short, hours, before, time, country });
  },
);

test('a number keeps its decimals, however small, and typed commas do not matter', () => {
  const de = writing('de-DE');
  const cases = { '0.05': '0,05', '89.90': '89,90', '8.95': '8,95', '7': '7', '1,234,567.25': '1.234.567,25' };
  for (const [text, formatted] of Object.entries(cases)) expect(decimal(text, de), text).toBe(formatted);
});

test('inside a sentence nothing is capitalized, and the days of a week are one range', () => {
  const hand = { style: 'Standard', writing: writing('de-DE') } as const;
  expect(ago(at('2026-11-20T11:00:00'), now, hand, true)).toBe('gestern');
  expect(seen(weekDays(new Date('2026-07-06T00:00:00Z'), hand))).toBe('6.–12. Juli');
  expect(counted(1200, 'thing', { writing: hand.writing })).toBe('1.200 things');
});

test('right-to-left text is isolated from the English around it', () => {
  const day = plainDay(new Date('2025-07-04'), { style: 'Standard', writing: writing('ar-EG') });
  expect([day.at(0), day.at(-1)]).toEqual(['\u2068', '\u2069']);
  expect(figure(7, writing('de-DE'))).toBe('7');
});

test.each(['xx-nowhere', 'not a language', ''])('an unsupported language falls back to the default: %j', (language) => {
  expect(writingIn(language)).toBeNull();
});

test('every language that can be chosen is supported', () => {
  for (const language of languages) if (language !== 'Site') expect(writingIn(language), language).not.toBeNull();
});
