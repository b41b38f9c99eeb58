import { expect, test } from 'vitest';
import { clockTime } from '#src/ui/clock-time.ts';
import { ago, agoInside, counted, dayOf, figure, plainDay, weekDays } from '#src/ui/format.ts';

const at = (text: string) => new Date(text);
const now = at('2026-11-21T14:00:00');

test('a moment is told in minutes, then hours, then as yesterday, then as its day', () => {
  expect(ago(at('2026-11-21T13:59:30'), now, 'European')).toBe('Just now');
  expect(ago(at('2026-11-21T13:56:00'), now, 'European')).toBe('4 min ago');
  expect(ago(at('2026-11-21T13:00:01'), now, 'European')).toBe('59 min ago');
  expect(ago(at('2026-11-21T11:00:00'), now, 'European')).toBe('3 h ago');
  expect(ago(at('2026-11-21T00:10:00'), now, 'European')).toBe('13 h ago');
  expect(ago(at('2026-11-20T23:00:00'), now, 'European')).toBe('Yesterday');
  expect(ago(at('2026-11-20T00:00:00'), now, 'European')).toBe('Yesterday');
  expect(ago(at('2026-11-19T23:59:00'), now, 'European')).toBe('19 Nov');
});

test('two hours ago is two hours ago on either side of midnight', () => {
  expect(ago(at('2026-11-20T23:30:00'), at('2026-11-21T01:30:00'), 'European')).toBe('2 h ago');
});

test('a clock that runs ahead does not tell of the future', () => {
  expect(ago(at('2026-11-21T14:05:00'), now, 'European')).toBe('Just now');
});

test('a day of another year says which', () => {
  expect(dayOf(at('2025-03-04T12:00:00'), now, 'European')).toContain('2025');
  expect(dayOf(at('2026-03-04T12:00:00'), now, 'European')).not.toContain('2026');
});

test('where no clock is known a date is its day, in nobody’s time zone', () => {
  expect(ago(new Date('2026-07-04T23:59:00Z'), null, 'European')).toBe('4 Jul 2026');
  expect(agoInside(new Date('2026-01-01T00:00:00Z'), null, 'European')).toBe('1 Jan 2026');
});

test('figures have their thousands parted and words agree with them', () => {
  expect(figure(37_406)).toBe('37,406');
  expect(counted(1, 'thing')).toBe('1 thing');
  expect(counted(2, 'thing')).toBe('2 things');
  expect(counted(0, 'reply', 'replies')).toBe('0 replies');
});

test('a time of day is told by the viewer’s clock', () => {
  expect(clockTime(at('2026-11-21T09:05:00'), 'Military')).toBe('09:05');
  expect(clockTime(at('2026-11-21T21:05:00'), 'Standard')).toBe('9:05 PM');
});

test('days are told in the viewer’s style, wherever they stand', () => {
  const then = at('2025-07-04T12:00:00');
  expect([ago(then, now, 'European'), ago(then, now, 'Standard')]).toEqual(['4 Jul 2025', 'Jul 4, 2025']);
  expect(agoInside(at('2026-07-04T12:00:00'), now, 'Standard')).toBe('Jul 4');
  expect(ago(then, null, 'Standard')).toBe('Jul 4, 2025');
  expect(plainDay(new Date('2025-07-04'), 'Standard')).toBe('Jul 4, 2025');
  const weeks = ['2026-06-29', '2026-07-06'].map((day) => new Date(`${day}T00:00:00Z`));
  expect(weeks.map((begin) => weekDays(begin, 'European'))).toEqual(['29 Jun to 5 Jul', '6 to 12 Jul']);
  expect(weeks.map((begin) => weekDays(begin, 'Standard'))).toEqual(['Jun 29 to Jul 5', 'Jul 6 to 12']);
});
