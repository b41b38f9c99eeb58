import type { ClockFormat } from './preferences.ts';

const two = (figure: number): string => String(figure).padStart(2, '0');

/** Formats a time of day: `15:05`, `3:05 PM`. */
export const timeText = (hours: number, minutes: number, clock: ClockFormat): string =>
  clock === 'Military'
    ? `${two(hours)}:${two(minutes)}`
    : `${hours % 12 || 12}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`;
