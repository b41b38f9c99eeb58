import { expect, test } from 'vitest';
import { dayText } from '#contract/dates.ts';
import { timeText } from '#contract/times.ts';

test.each([
  [4, 6, 2025, '4 Jul 2025', 'Jul 4, 2025'],
  [4, 6, null, '4 Jul', 'Jul 4'],
  [31, 11, 1999, '31 Dec 1999', 'Dec 31, 1999'],
  [1, 0, null, '1 Jan', 'Jan 1'],
] as const)('day %d of month %d, %s: %s, %s', (day, month, year, european, standard) => {
  expect(dayText(day, month, year, 'European')).toBe(european);
  expect(dayText(day, month, year, 'Standard')).toBe(standard);
});

test.each([
  [0, 0, '00:00', '12:00 AM'],
  [0, 5, '00:05', '12:05 AM'],
  [9, 5, '09:05', '9:05 AM'],
  [11, 59, '11:59', '11:59 AM'],
  [12, 0, '12:00', '12:00 PM'],
  [15, 5, '15:05', '3:05 PM'],
  [23, 59, '23:59', '11:59 PM'],
])('%d hours and %d minutes: %s, %s', (hours, minutes, military, standard) => {
  expect(timeText(hours, minutes, 'Military')).toBe(military);
  expect(timeText(hours, minutes, 'Standard')).toBe(standard);
});
