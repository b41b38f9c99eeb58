import type { UnitSystem } from './preferences.ts';

/**
 * Mass in billionths of a gram and length in thousandths of a millimeter, so that each unit is a whole number (yard and
 * pound of 1959). Power, energy and torque are in watts, watt hours and newton meters.
 */
const sizes = {
  mass: { g: 1_000_000_000n, kg: 1_000_000_000_000n, oz: 28_349_523_125n, lb: 453_592_370_000n },
  length: { mm: 1_000n, cm: 10_000n, in: 25_400n, m: 1_000_000n, km: 1_000_000_000n, mi: 1_609_344_000n },
  power: { W: 1n, kW: 1_000n },
  energy: { Wh: 1n, kWh: 1_000n },
  torque: { Nm: 1n },
} as const;
type Kind = keyof typeof sizes;
export type Unit = { [K in Kind]: keyof (typeof sizes)[K] }[Kind];

/** Kind and size of each unit. */
const units = new Map<string, { kind: string; size: bigint }>(
  Object.entries(sizes).flatMap(([kind, all]) => Object.entries(all).map(([unit, size]) => [unit, { kind, size }])),
);

/** Other names of units, in lower case. */
const otherNames: Readonly<Record<string, Unit>> = {
  gram: 'g',
  grams: 'g',
  gr: 'g',
  gramm: 'g',
  kilo: 'kg',
  kilos: 'kg',
  kgs: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  kilogramm: 'kg',
  ounce: 'oz',
  ounces: 'oz',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  inch: 'in',
  inches: 'in',
  '"': 'in',
  zoll: 'in',
  pouce: 'in',
  pouces: 'in',
  pulgada: 'in',
  pulgadas: 'in',
  pollice: 'in',
  pollici: 'in',
  mile: 'mi',
  miles: 'mi',
  w: 'W',
  watt: 'W',
  watts: 'W',
  kw: 'kW',
  wh: 'Wh',
  kwh: 'kWh',
  nm: 'Nm',
  millimeter: 'mm',
  millimeters: 'mm',
  millimetre: 'mm',
  millimetres: 'mm',
  centimeter: 'cm',
  centimeters: 'cm',
  centimetre: 'cm',
  centimetres: 'cm',
  kilometer: 'km',
  kilometers: 'km',
  kilometre: 'km',
  kilometres: 'km',
};

const counterparts: Readonly<Record<UnitSystem, { readonly [U in Unit]?: Unit }>> = {
  Metric: { lb: 'kg', oz: 'g', in: 'cm', mi: 'km' },
  Imperial: { kg: 'lb', g: 'oz', cm: 'in', km: 'mi' },
};

/**
 * Returns the equivalent unit of a system. Millimeters stay: riders state tire widths and travel in them everywhere.
 */
export const unitIn = (unit: Unit, system: UnitSystem): Unit => counterparts[system]?.[unit] ?? unit;

const isUnit = (text: string | undefined): text is Unit => text !== undefined && units.has(text);

const sizeOf = (unit: Unit): bigint => units.get(unit)?.size ?? 1n;
const areAlike = (one: Unit, other: Unit): boolean => units.get(one)?.kind === units.get(other)?.kind;

/** An exact fraction: numerator and denominator, which is not zero. */
type Fraction = readonly [over: bigint, under: bigint];

const sum = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const per = (unit: Unit, other: Unit): Fraction => [sizeOf(unit), sizeOf(other)];

/** Rounds to `places` decimal places, half away from zero, without trailing zeros. */
function rounded([over, under]: Fraction, places: number): string {
  const scaled = over * 10n ** BigInt(places);
  const digits = String((2n * scaled + under) / (2n * under)).padStart(places + 1, '0');
  const [whole, part] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  const decimals = part.replace(/0+$/, '');
  return decimals ? `${whole}.${decimals}` : whole;
}

/** Parses a number with a decimal point, such as `8.95`. */
function exactly(text: string): Fraction {
  const [whole = '', part = ''] = text.split('.');
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

const parted = /^\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?$/;
const commasAndPoint = /^\d{1,3}(?:,\d{3})+\.\d+$/;
const pointsAndComma = /^\d{1,3}(?:\.\d{3})+,\d+$/;
const millions = /^\d{1,3}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/;
/** Lakhs and crores, as in `1,29,900`. */
const lakhs = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
const thousand = /^[1-9]\d{0,2}[.,]\d{3}$/;
/** Units that are not measured in thousandths. */
const counted: readonly (Unit | null)[] = ['g', 'W', 'Wh', 'Nm', null];

/**
 * Parses a number with a decimal point or comma: `8.95`, `8,95`, `1,240.5`, `1 240`. A single mark before three digits
 * groups thousands in counted units such as grams, and is a decimal mark elsewhere.
 * @param unit null for a number without a unit
 */
function decimalIn(text: string, unit: Unit | null): Fraction | null {
  if (parted.test(text)) return exactly(text.replace(/[ ']/g, '').replace(',', '.'));
  if (commasAndPoint.test(text) || lakhs.test(text)) return exactly(text.replace(/,/g, ''));
  if (pointsAndComma.test(text)) return exactly(text.replace(/\./g, '').replace(',', '.'));
  if (millions.test(text) || (counted.includes(unit) && thousand.test(text))) return exactly(text.replace(/[.,]/g, ''));
  return /^(?:\d+[.,]?\d*|[.,]\d+)$/.test(text) ? exactly(text.replace(',', '.')) : null;
}

const isDenominator = (under: number): boolean => (under > 1 && under <= 10) || [16, 32, 64].includes(under);

/** Parses a number with a fraction: `29 1/2`, `29-1/2`, `3/8`. */
function fractionIn(text: string): Fraction | null {
  const [, whole = '0', over = '', under = ''] = /^(?:(\d+)[ -])?(\d+) ?\/ ?(\d+)$/.exec(text) ?? [];
  // `120/130` is a pair of measures.
  if (!isDenominator(Number(under)) || Number(over) >= Number(under)) return null;
  return sum([BigInt(whole), 1n], [BigInt(over), BigInt(under)]);
}

/** Normalizes typed text: lower case, ASCII digits, fractions as `1/2`, one sign for inches. */
export const plainly = (typed: string): string =>
  typed
    .replace(/[“”„‟″‶＂〃ʺ˝]|[´'‘’′`＇]{2}/g, '"')
    .replace(/[´‘’]/g, "'")
    .replace(/[¼-¾⅐-⅞]/g, (fraction) => ` ${fraction}`)
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/٫/g, '.')
    .replace(/٬/g, "'")
    .replace(/⁄/g, '/')
    .toLowerCase()
    // As in `lb.`
    .replace(/(?<=[a-z])\./g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Maximum characters of a typed measure. */
const maxTypedLength = 40;

const part = /([\d.,](?:[\d.,/ '-]*[\d.,])?) ?([a-z]+|")?/g;

/** Parses typed text into `unit`, which is assumed where none is typed; null when it is no such measure. */
function read(typed: string, unit: Unit): Fraction | null {
  if (typed.length > maxTypedLength) return null;
  const text = plainly(typed);
  if (text.replace(part, '').trim() !== '') return null;
  const parts = [...text.matchAll(part)];
  let all: Fraction | null = null;
  for (const [, number = '', name] of parts) {
    const named = name === undefined ? unit : isUnit(name) ? name : otherNames[name];
    // If one part has a unit, each must: `19 lb 11` is ambiguous.
    if (!named || !areAlike(named, unit) || (name === undefined && parts.length > 1)) return null;
    const amount = fractionIn(number) ?? decimalIn(number, named);
    if (!amount) return null;
    all = sum(all ?? [0n, 1n], times(amount, per(named, unit)));
  }
  return all;
}

/** Storage format of a measure: its unit, and whether it is a whole number. */
export type StoredMeasure = { unit: Unit; whole: boolean };

/**
 * Converts a typed measure for storage: `8,95`, `19.7 lb`, `29 1/2 in`, `19 lb 11 oz`. Calculates exactly; rounds once,
 * to the whole number, when the typed unit differs from a whole stored one.
 * @param unit assumed when none is typed
 * @returns null for empty text, NaN for an invalid measure
 */
export function measureOf(typed: string, unit: Unit, stored: StoredMeasure): number | null {
  if (typed.trim() === '') return null;
  const amount = areAlike(unit, stored.unit) ? read(typed, unit) : null;
  if (!amount) return Number.NaN;
  const [over, under] = times(amount, per(unit, stored.unit));
  const isSame = unit === stored.unit && !/[a-z"]/.test(plainly(typed));
  return stored.whole && !isSame ? Number(rounded([over, under], 0)) : Number(rounded([over, under], 12));
}

/**
 * Parses a number without a unit: `2019`, `1,200`, `1.200,50`. @returns null for empty text, NaN for an invalid number
 */
export function numberOf(typed: string): number | null {
  if (typed.trim() === '') return null;
  const amount = typed.length > maxTypedLength ? null : decimalIn(plainly(typed), null);
  return amount ? Number(rounded(amount, 12)) : Number.NaN;
}

const exact = (amount: number): Fraction => exactly(String(amount).includes('e') ? amount.toFixed(12) : String(amount));
const maxPlaces = 9;

/** Returns the shortest text that converts back to the stored value: `19.7` pounds for 8,936 grams. */
export function measureText(amount: number, stored: StoredMeasure, unit: Unit): string {
  if (!Number.isFinite(amount) || amount < 0) return String(amount);
  const inUnit = times(exact(amount), per(stored.unit, unit));
  for (let places = 0; places < maxPlaces; places++) {
    const text = rounded(inUnit, places);
    if (measureOf(text, unit, stored) === amount) return text;
  }
  return rounded(inUnit, maxPlaces);
}

/** Decimal places shown when the unit differs from the stored one. */
const places: Readonly<Record<Unit, number>> = {
  g: 0,
  kg: 2,
  oz: 1,
  lb: 1,
  mm: 1,
  cm: 1,
  in: 1,
  m: 2,
  km: 0,
  mi: 0,
  W: 0,
  kW: 2,
  Wh: 0,
  kWh: 2,
  Nm: 0,
};

/**
 * Formats a measure for display: `19.7` and `lb`. Rounds to the unit's places; a value in its stored unit keeps three.
 */
export function measureIn(amount: number, stored: Unit, unit: Unit): { value: string; unit: Unit } {
  const value = rounded(times(exact(amount), per(stored, unit)), stored === unit ? 3 : places[unit]);
  return { value: value.replace(/\B(?=(\d{3})+(?:\.|$))/g, ','), unit };
}
