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
import { type Keeping, measureOf, measureText, numberOf, plainly, toldIn, type Unit, unitIn } from '#contract/units.ts';
import { tireWidthOf } from './tire-width.ts';

/** As it is told: the amount, and its unit where it has one. */
export type Told = { value: string | number; unit?: string };

/** How a number of a bike is typed, kept and told in either system of units. */
export type BikeNumber = {
  /** The form's field that holds what is kept. */
  name: string;
  /** What stands in the form, given what its fields hold. */
  textOf(field: (name: string) => string, system: UnitSystem): string;
  /** What the form's fields hold of what is typed. */
  fieldsOf(typed: string, system: UnitSystem): Record<string, FieldValue>;
  /** The unit that stands behind what is typed. */
  unitOf(system: UnitSystem): string | undefined;
  told(kept: number, system: UnitSystem): Told;
  /** What a text in its own field says. */
  read(text: string): number | null;
};

/** A number without a unit. */
const plain = (name: string): BikeNumber => ({
  name,
  textOf: (field) => field(name),
  fieldsOf: (typed) => ({ [name]: typed }),
  unitOf: () => undefined,
  told: (value) => ({ value }),
  read: numberOf,
});

/** A measure that riders tell in the same unit everywhere, as they do tires. */
const fixed = (name: string, kept: Keeping): BikeNumber => ({
  ...plain(name),
  unitOf: () => kept.unit,
  told: (amount) => toldIn(amount, kept.unit, kept.unit),
  read: (text) => measureOf(text, kept.unit, kept),
});

/**
 * A measure in the viewer's units. What is typed in either system is kept as it was typed, so that it comes back so; seen
 * in the other one, it is the shortest text that says what is kept.
 * @param words where what was typed is kept, by system
 */
function converted(name: string, unit: Unit, kept: Keeping, words: Record<UnitSystem, string>): BikeNumber {
  const amountOf = (typed: string, from: Unit) => {
    const amount = measureOf(typed, from, kept);
    return amount !== null && kept.whole ? Math.round(amount) : amount;
  };
  return {
    name,
    textOf(field, system) {
      const typed = field(words[system]);
      const keeps = field(name);
      if (typed !== '' || keeps === '') return typed;
      // What is no number is shown as it was typed.
      const amount = amountOf(keeps, kept.unit);
      return amount === null || Number.isNaN(amount) ? keeps : measureText(amount, kept, unitIn(unit, system));
    },
    fieldsOf(typed, system) {
      const amount = amountOf(typed, unitIn(unit, system));
      // What is not a number stays as it is, and is refused with its sentence when the bike is published.
      const keeps = amount === null || Number.isFinite(amount) ? amount : typed;
      const none = { [words.Metric]: '', [words.Imperial]: '' };
      return {
        ...none,
        ...(amount !== null && { [words[system]]: typed }),
        [name]: words[system] === name ? typed : keeps,
      };
    },
    unitOf: (system) => unitIn(unit, system),
    told: (amount, system) => toldIn(amount, kept.unit, unitIn(unit, system)),
    read: (text) => amountOf(text, kept.unit),
  };
}

const inOneGroup = (words: Record<UnitSystem, string>, group: string): Record<UnitSystem, string> => ({
  Metric: group + words.Metric,
  Imperial: group + words.Imperial,
});

function numberFor(name: string, { unit, keptIn, whole, typedAs }: NumberField, group = ''): BikeNumber {
  if (!unit) return plain(name);
  const kept = { unit: keptIn ?? unit, whole };
  return typedAs ? converted(name, unit, kept, inOneGroup(typedAs, group)) : fixed(name, kept);
}

type NumberName = FieldNameOf<'number'>;
const numberNames = bikeFieldNames.filter((name): name is NumberName => bikeFields[name].as === 'number');

/** By the names of the contract's fields. */
export const bikeNumbers = Object.fromEntries(
  numberNames.map((name) => {
    const number = numberFor(name, bikeFields[name]);
    return [name, name === 'tireWidthMm' ? { ...number, read: tireWidthOf } : number];
  }),
) as Record<NumberName, BikeNumber>;

const motorGroup = 'eBike.';
/** Where a form keeps a fact about the motor. */
export const motorFieldOf = (name: MotorFieldName): string => motorGroup + name;

/** The numbers of a motor, by its fields' names. */
export const motorNumbers: { readonly [N in MotorFieldName]?: BikeNumber } = Object.fromEntries(
  motorFieldNames.flatMap((name) => {
    const field = motorField(name);
    return field.as === 'number' ? [[name, numberFor(motorFieldOf(name), field, motorGroup)]] : [];
  }),
);

/** What one part weighs, in its own row of the form. */
export const partWeight: BikeNumber = converted(
  'weightG',
  'g',
  { unit: 'g', whole: true },
  { Metric: 'weightG', Imperial: 'weightOz' },
);

/** A frame's size in the unit that its maker gives it in. */
export const sizeNumber = (unit: 'cm' | 'in'): BikeNumber => fixed('frameSize.value', { unit, whole: false });
/** A frame's size as it is told. */
export const sizeTold = (value: number, unit: 'cm' | 'in', system: UnitSystem): Told =>
  toldIn(value, unit, unitIn(unit, system));

/** Currencies that have no smaller unit (ISO 4217). */
const wholeOnly = ['JPY', 'KRW'];
const minorPer = (currency: string): number => (wholeOnly.includes(currency) ? 1 : 100);

/** How people sign a price, in small letters, beside the currency's own letters. */
const signs: Readonly<Record<string, string>> = {
  ...{ USD: '$', CAD: '$', AUD: '$', NZD: '$', MXN: '$', TWD: '$', EUR: '€', GBP: '£', JPY: '¥', CNY: '¥', KRW: '₩' },
  ...{ INR: '₹', SEK: 'kr', NOK: 'kr', DKK: 'kr', PLN: 'zł', CZK: 'kč', BRL: 'r$', ZAR: 'r', CHF: 'fr' },
};

/** What was typed as a price in the currency's smallest unit; null for nothing, NaN for what is none. */
export function minorOf(typed: string, currency: string): number | null {
  const known = currency ? [currency.toLowerCase(), signs[currency]] : Object.values(signs);
  // `1200,-` and `1200.–`
  const plain = plainly(typed).replace(/(?<=\d)[.,]?[-–—]+/, '');
  const figures = plain
    .split(/(?<=\d[.,]?) ?(?=[^\d.,' ])|(?<=[^\d.,' ]) ?(?=\d)/)
    .filter((word) => !known.includes(word));
  const [figure = 'x', ...others] = figures;
  const amount = others.length > 0 ? Number.NaN : numberOf(figure);
  return amount === null ? null : Math.round(amount * minorPer(currency));
}

/** A price as it is typed: `4200`, `89.90`. */
export const priceText = (minor: number, currency: string): string => {
  const per = minorPer(currency);
  return minor % per === 0 ? String(minor / per) : (minor / per).toFixed(2);
};

/** A price as it is told, without its currency: `4,200`, `89.90`. */
export const priceShown = (minor: number, currency: string): string =>
  priceText(minor, currency).replace(/\B(?=(\d{3})+(?:\.|$))/g, ',');

const decimal = /^\d+(?:[.,]\d+)?$/;

/** How a number was understood that is typed in any other way than as that number in the unit of its box; else null. */
export function readingOf(number: BikeNumber, field: (name: string) => string, system: UnitSystem): Told | null {
  const typed = number.textOf(field, system).trim();
  const amount = number.read(field(number.name));
  if (amount === null || !Number.isFinite(amount)) return null;
  const fields = decimal.test(typed) ? number.fieldsOf(String(Number(typed.replace(',', '.'))), system) : {};
  const same = Number(fields[number.name] ?? Number.NaN);
  return same === amount ? null : number.told(amount, system);
}

/** The same of a price. */
export function priceReading(typed: string, currency: string): Told | null {
  const minor = minorOf(typed, currency);
  if (minor === null || !Number.isFinite(minor) || /^\d+(?:[.,]\d\d?)?$/.test(typed.trim())) return null;
  return { value: priceShown(minor, currency), unit: currency || undefined };
}

/** What is said of how something typed was understood: `Read as 40 mm`; empty where there is nothing to say. */
export const readWords = (read: Told | null): string => {
  if (!read) return '';
  return `Read as ${read.value}${read.unit ? ` ${read.unit}` : ''}`;
};
