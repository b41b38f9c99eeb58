import { measureOf, plainly } from '#contract/units.ts';

const inMillimeters = { unit: 'mm', whole: false } as const;

/** Smallest bead seat diameter in millimeters, wider than any tire (ISO 5775). */
const minBead = 137;
/** Range of wheel sizes in inches, and the width below which a number can only mean inches. */
const inches = { minWheel: 8, maxWheel: 36, maxWidth: 6 } as const;

/**
 * Separators of wheel size and width: `x`, also the Cyrillic one, a dash that begins no fraction, a slash or space next
 * to three digits.
 */
const between = / ?[x×х✕*] ?| ?[-–—](?! ?\d+ ?\/) ?|\/(?=\d{3})|(?<=\d{3}[a-c]?)[ /](?=\d)/;
const cross = /[x×х✕*]/;
const isBead = (size: string): boolean => /^\d{3}[a-c]?$/.test(size) && Number.parseInt(size, 10) >= minBead;

function isWheelInInches(size: string): boolean {
  const wheel = measureOf(size.replace(/ ?er$/, ''), 'in', { unit: 'in', whole: false }) ?? 0;
  return wheel >= inches.minWheel && wheel <= inches.maxWheel;
}

const isSmall = (size: string): boolean => Number.parseFloat(size.replace(',', '.')) < inches.maxWidth;

/**
 * Parses a width in millimeters; without a unit, a small number with a fraction means inches. A suffix as in `40c` or
 * `2.8+` changes nothing.
 */
function widthOf(size: string, isInchWheel: boolean): number {
  const bare = size.replace(/(?<=\d) ?[a-c+]$/, '');
  // `28/32`: a width for each wheel.
  if (/^\d\d ?\/ ?(?!16)\d\d/.test(bare)) return Number.NaN;
  const isInInches = bare.includes('/') || (isSmall(bare) && (isInchWheel || /[.,]\d/.test(bare)));
  const width = measureOf(bare, isInInches ? 'in' : 'mm', inMillimeters) ?? Number.NaN;
  return width < inches.maxWidth || width >= minBead ? Number.NaN : width;
}

/**
 * Parses a tire size and returns its width in millimeters: `40`, `40c`, `2.25"`, `700x40c`, `40-622`, `29 x 2.25`, `28
 * x 1 5/8 x 1 3/8`.
 * @returns null for an empty text, NaN for an invalid size
 */
export function tireWidthOf(typed: string): number | null {
  if (typed.trim() === '') return null;
  // `40-622 (700x40C)`
  const text = plainly(typed.slice(0, 80)).replace(/(?<=\S) ?\(.*\)$/, '');
  const [first = '', ...others] = text.split(between).map((size) => size.replace(/(?<=\d) (?=[a-c]$)/, ''));
  const last = others.at(-1);
  if (last === undefined) return widthOf(first, false);
  if (isBead(first)) return others.length === 1 ? widthOf(last, false) : Number.NaN;
  if (isBead(last)) return others.length === 1 ? widthOf(first, false) : Number.NaN;
  if (!isWheelInInches(first.replace(/\+$/, '')) || others.length > 2) return Number.NaN;
  // `25-28` may be two widths; `26-2.1` cannot.
  return cross.test(text) || isSmall(last) ? widthOf(last, true) : Number.NaN;
}
