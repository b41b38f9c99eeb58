import type { Style } from './preferences.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Formats a day in a style: `4 Jul 2025`, `Jul 4, 2025`. Avoids Intl, whose start costs a phone more than the rest of a
 * page.
 * @param month from 0
 * @param year null to leave it out
 */
export function dayText(day: number, month: number, year: number | null, style: Style): string {
  const [european, standard] = year === null ? ['', ''] : [` ${year}`, `, ${year}`];
  return style === 'European' ? `${day} ${months[month]}${european}` : `${months[month]} ${day}${standard}`;
}
