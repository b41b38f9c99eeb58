import {
  bikeFieldNames,
  bikeFields,
  type FieldNameOf,
  type MotorFieldName,
  motorField,
  motorFieldNames,
  type NumberField,
} from '#contract/bike-fields.ts';
import type { FieldValue } from '#contract/drafts.ts';
import type { UnitSystem } from '#contract/preferences.ts';
import { t } from '#contract/texts.ts';
import {
  measureIn,
  measureOf,
  measureText,
  numberOf,
  plainly,
  type StoredMeasure,
  type Unit,
  unitIn,
} from '#contract/units.ts';
import { tireWidthOf } from './tire-width.ts';

/** Formatted amount, with its unit if it has one. */
export type Reading = { value: string | number; unit?: string };

/** Parses, stores and formats a number of a bike in either unit system. */
export type BikeNumber = {
  /** Form field with the stored value. */
  name: string;
  /** Returns the text for the input, from the form's fields. */
  textOf(field: (name: string) => string, system: UnitSystem): string;
  /** Returns the form fields to store for the typed text. */
  fieldsOf(typed: string, system: UnitSystem): Record<string, FieldValue>;
  /** Unit shown after the input. */
  unitOf(system: UnitSystem): string | undefined;
  readingIn(stored: number, system: UnitSystem): Reading;
  /** Parses a stored value; null for an empty text, NaN for an invalid one. */
  read(text: string): number | null;
};

/** Number without a unit. */
const plain = (name: string): BikeNumber => ({
  name,
  textOf: (field) => field(name),
  fieldsOf: (typed) => ({ [name]: typed }),
  unitOf: () => undefined,
  readingIn: (value) => ({ value }),
  read: numberOf,
});

/** Measure with the same unit everywhere, such as tire widths. */
const fixed = (name: string, stored: StoredMeasure): BikeNumber => ({
  ...plain(name),
  unitOf: () => stored.unit,
  readingIn: (amount) => measureIn(amount, stored.unit, stored.unit),
  read: (text) => measureOf(text, stored.unit, stored),
});

/**
 * Measure in the viewer's units. Stores the typed text too, so that it is shown unchanged in that unit system. In the
 * other system, shows the shortest text that converts to the stored value.
 * @param names fields that store the typed text, by unit system
 */
function converted(name: string, unit: Unit, stored: StoredMeasure, names: Record<UnitSystem, string>): BikeNumber {
  const amountOf = (typed: string, from: Unit) => {
    const amount = measureOf(typed, from, stored);
    return amount !== null && stored.whole ? Math.round(amount) : amount;
  };
  return {
    name,
    textOf(field, system) {
      const typed = field(names[system]);
      const storedText = field(name);
      if (typed !== '' || storedText === '') return typed;
      // An invalid number is shown as typed.
      const amount = amountOf(storedText, stored.unit);
      return amount === null || Number.isNaN(amount) ? storedText : measureText(amount, stored, unitIn(unit, system));
    },
    fieldsOf(typed, system) {
      const amount = amountOf(typed, unitIn(unit, system));
      // An invalid number is stored as typed; publishing reports the error.
      const storedText = amount === null || Number.isFinite(amount) ? amount : typed;
      const none = { [names.Metric]: '', [names.Imperial]: '' };
      return {
        ...none,
        ...(amount !== null && { [names[system]]: typed }),
        [name]: names[system] === name ? typed : storedText,
      };
    },
    unitOf: (system) => unitIn(unit, system),
    readingIn: (amount, system) => measureIn(amount, stored.unit, unitIn(unit, system)),
    read: (text) => amountOf(text, stored.unit),
  };
}

const inOneGroup = (names: Record<UnitSystem, string>, group: string): Record<UnitSystem, string> => ({
  Metric: group + names.Metric,
  Imperial: group + names.Imperial,
});

function numberFor(name: string, { unit, storedIn, whole, typedAs }: NumberField, group = ''): BikeNumber {
  if (!unit) return plain(name);
  const stored = { unit: storedIn ?? unit, whole };
  return typedAs ? converted(name, unit, stored, inOneGroup(typedAs, group)) : fixed(name, stored);
}

type NumberName = FieldNameOf<'number'>;
const numberNames = bikeFieldNames.filter((name): name is NumberName => bikeFields[name].as === 'number');

/** By field name. */
export const bikeNumbers = Object.fromEntries(
  numberNames.map((name) => {
    const number = numberFor(name, bikeFields[name]);
    return [name, name === 'tireWidthMm' ? { ...number, read: tireWidthOf } : number];
  }),
) as Record<NumberName, BikeNumber>;

const motorGroup = 'eBike.';
/** Name of the form field of a motor property. */
export const motorFieldOf = (name: MotorFieldName): string => motorGroup + name;

/** Numbers of a motor, by field name. */
export const motorNumbers: { readonly [N in MotorFieldName]?: BikeNumber } = Object.fromEntries(
  motorFieldNames.flatMap((name) => {
    const field = motorField(name);
    return field.as === 'number' ? [[name, numberFor(motorFieldOf(name), field, motorGroup)]] : [];
  }),
);

/** Weight of one component, in its own row. */
export const partWeight: BikeNumber = converted(
  'weightG',
  'g',
  { unit: 'g', whole: true },
  { Metric: 'weightG', Imperial: 'weightOz' },
);

/** Frame size in the maker's unit. */
export const sizeNumber = (unit: 'cm' | 'in'): BikeNumber => fixed('frameSize.value', { unit, whole: false });
/** Frame size in the viewer's units. */
export const sizeEntered = (value: number, unit: 'cm' | 'in', system: UnitSystem): Reading =>
  measureIn(value, unit, unitIn(unit, system));

/** Currencies without a minor unit (ISO 4217). */
const wholeOnly = ['JPY', 'KRW'];
const minorPer = (currency: string): number => (wholeOnly.includes(currency) ? 1 : 100);

/** Signs and words for currencies in lower case, accepted beside the ISO code. */
const signs: Readonly<Record<string, string>> = {
  USD: '$ us$ dollar dollars',
  CAD: '$ c$ ca$ cad$ can$ dollar dollars',
  AUD: '$ a$ au$ dollar dollars',
  NZD: '$ nz$ dollar dollars',
  MXN: '$ mx$ mex$ peso pesos',
  TWD: '$ nt$ 元 圓',
  EUR: '€ euro euros',
  GBP: '£ pound pounds',
  JPY: '¥ 円 yen',
  CNY: '¥ 元 yuan rmb',
  KRW: '₩ 원 won',
  INR: '₹ rs rupee rupees',
  SEK: 'kr krona kronor',
  NOK: 'kr krone kroner',
  DKK: 'kr krone kroner',
  PLN: 'zł zl złoty zloty złotych',
  CZK: 'kč kc korun',
  BRL: 'r$ real reais',
  ZAR: 'r rand',
  CHF: 'fr sfr franc francs franken',
};
const signsOf = (currency: string): string[] => [currency.toLowerCase(), ...(signs[currency]?.split(' ') ?? [])];

/** `4.2k`, `12万`, `12万5000`: thousands and ten thousands. */
const multiplied = /(\d[\d.,]*) ?(?:(k)(?!\p{L})|[万萬만] ?(\d*))/u;
const expanded = (_: string, amount: string, thousands: string | undefined, rest: string | undefined): string =>
  String((numberOf(amount) ?? 0) * (thousands ? 1e3 : 1e4) + Number(rest ?? 0));

/** Parses a price into the currency's minor unit; null for an empty text, NaN for an invalid one. */
export function minorOf(typed: string, currency: string): number | null {
  const known = currency ? signsOf(currency) : Object.keys(signs).flatMap(signsOf);
  const plain = plainly(typed)
    // `1200,-`, `1200.–` and `1,200/-`
    .replace(/(?<=\d)[.,/]?[-–—]+/, '')
    .replace(multiplied, expanded);
  const figures = plain
    .split(/(?<=\d[.,]?) ?(?=[^\d.,' ])|(?<=[^\d.,' ]) ?(?=\d)/)
    .filter((word) => !known.includes(word));
  const [figure = 'x', ...others] = figures;
  const amount = others.length > 0 ? Number.NaN : numberOf(figure);
  return amount === null ? null : Math.round(amount * minorPer(currency));
}

/** Price as it is typed: `4200`, `89.90`. */
export const priceText = (minor: number, currency: string): string => {
  const per = minorPer(currency);
  return minor % per === 0 ? String(minor / per) : (minor / per).toFixed(2);
};

/** Price as it is displayed, without its currency: `4,200`, `89.90`. */
export const priceShown = (minor: number, currency: string): string =>
  priceText(minor, currency).replace(/\B(?=(\d{3})+(?:\.|$))/g, ',');

const decimal = /^\d+(?:[.,]\d+)?$/;

/** Returns how an input was parsed, or null if it is just that number in the input's unit. */
export function readingOf(number: BikeNumber, field: (name: string) => string, system: UnitSystem): Reading | null {
  const typed = number.textOf(field, system).trim();
  const amount = number.read(field(number.name));
  if (amount === null || !Number.isFinite(amount)) return null;
  const fields = decimal.test(typed) ? number.fieldsOf(String(Number(typed.replace(',', '.'))), system) : {};
  const same = Number(fields[number.name] ?? Number.NaN);
  return same === amount ? null : number.readingIn(amount, system);
}

/** Like `readingOf`, for a price. */
export function priceReading(typed: string, currency: string): Reading | null {
  const minor = minorOf(typed, currency);
  if (minor === null || !Number.isFinite(minor) || /^\d+(?:[.,]\d\d?)?$/.test(typed.trim())) return null;
  return { value: priceShown(minor, currency), unit: currency || undefined };
}

/** Explains how an input was parsed, for example `Read as 40 mm`; '' if that is obvious. */
export const readText = (read: Reading | null): string => {
  if (!read) return '';
  return t`Read as ${read.unit ? `${read.value} ${read.unit}` : read.value}`;
};
