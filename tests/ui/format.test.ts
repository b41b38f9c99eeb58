import { expect, test } from 'vitest';
import { ago, agoInside, clockTime, counted, dayOf, decimal, figure } from '#src/ui/format.ts';

const at = (text: string) => new Date(text);
const now = at('2026-11-21T14:00:00');

test('a moment is told in minutes, then hours, then as yesterday, then as its day', () => {
  expect(ago(at('2026-11-21T13:59:30'), now)).toBe('Just now');
  expect(ago(at('2026-11-21T13:56:00'), now)).toBe('4 min ago');
  expect(ago(at('2026-11-21T13:00:01'), now)).toBe('59 min ago');
  expect(ago(at('2026-11-21T11:00:00'), now)).toBe('3 h ago');
  expect(ago(at('2026-11-21T00:10:00'), now)).toBe('13 h ago');
  expect(ago(at('2026-11-20T23:00:00'), now)).toBe('Yesterday');
  expect(ago(at('2026-11-20T00:00:00'), now)).toBe('Yesterday');
  expect(ago(at('2026-11-19T23:59:00'), now)).toBe(dayOf(at('2026-11-19T23:59:00'), now));
});

test('two hours ago is two hours ago on either side of midnight', () => {
  expect(ago(at('2026-11-20T23:30:00'), at('2026-11-21T01:30:00'))).toBe('2 h ago');
});

test('a clock that runs ahead does not tell of the future', () => {
  expect(ago(at('2026-11-21T14:05:00'), now)).toBe('Just now');
});

test('a day of another year says which', () => {
  expect(dayOf(at('2025-03-04T12:00:00'), now)).toContain('2025');
  expect(dayOf(at('2026-03-04T12:00:00'), now)).not.toContain('2026');
});

test('where no clock is known a date is its day, in nobody’s time zone', () => {
  expect(ago(new Date('2026-07-04T23:59:00Z'), null)).toBe('4 Jul 2026');
  expect(agoInside(new Date('2026-01-01T00:00:00Z'), null)).toBe('1 Jan 2026');
});

test('a number has a hundredth at the finest', () => {
  expect(decimal(8.95)).toBe('8.95');
  expect(decimal(11.4)).toBe('11.4');
  expect(decimal(9)).toBe('9');
});

test('figures have their thousands parted and words agree with them', () => {
  expect(figure(37_406)).toBe('37,406');
  expect(counted(1, 'thing')).toBe('1 thing');
  expect(counted(2, 'thing')).toBe('2 things');
  expect(counted(0, 'reply', 'replies')).toBe('0 replies');
});

test('a time of day has its minutes in two figures', () => {
  expect(clockTime(at('2026-11-21T09:05:00'))).toMatch(/9.05/);
});
