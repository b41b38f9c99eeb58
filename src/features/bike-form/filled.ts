import { bikeParts, completenessOf } from '#contract/bike-completeness.ts';
import { emptyValue } from '#contract/bike-defaults.ts';
import {
  type BikeFieldName,
  bikeField,
  bikeFieldNames,
  type FormPart,
  motorField,
  motorFieldNames,
} from '#contract/bike-fields.ts';
import { otherBrand } from '#contract/bike-rules.ts';
import { frameSizeLabel } from '#contract/option-labels.ts';
import { many, t } from '#contract/texts.ts';
import {
  type BikeNumber,
  bikeNumbers,
  motorFieldOf,
  motorNumbers,
  readingOf,
  sizeNumber,
} from '#src/features/bikes/measures.ts';
import type { FormFields } from './form-fields.ts';

const withUnit = (value: string, unit: string | undefined): string => (value && unit ? `${value} ${unit}` : value);
const maxLength = 40;
const short = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text);

/** Formats a number as parsed, or as typed; appends the unit only if none was typed. */
function numberText(number: BikeNumber, { text, units }: FormFields): string {
  const read = readingOf(number, text, units);
  if (read) return withUnit(String(read.value), read.unit);
  const typed = number.textOf(text, units).trim();
  return /[^\d.,]/.test(typed) ? typed : withUnit(typed, number.unitOf(units));
}

/** Joins values for a heading or a table. */
const joined = (values: readonly string[]): string => values.filter(Boolean).join(' · ');

function motorText(form: FormFields): string {
  const values = motorFieldNames.map((name) => {
    const field = motorField(name);
    const number = motorNumbers[name];
    if (number) return numberText(number, form);
    const value = form.text(motorFieldOf(name));
    return value && field.as === 'choice' ? field.labelOf(value) : value;
  });
  return joined(values);
}

function sizeText(form: FormFields): string {
  const kind = form.text('frameSize.kind');
  if (kind === 'cm' || kind === 'in') return numberText(sizeNumber(kind), form);
  const letter = form.text('frameSize.letter');
  return letter && frameSizeLabel(letter);
}

/** Summary of a field's value; '' if it is empty. */
export function textOf(name: BikeFieldName, form: FormFields): string {
  const field = bikeField(name);
  switch (field.as) {
    case 'flag':
      return form.flag(name) ? field.label : '';
    case 'many':
      return joined(form.list(name).map(field.labelOf));
    case 'tags':
      return joined(form.list(name));
    case 'number':
      return numberText(bikeNumbers[name as keyof typeof bikeNumbers], form);
    case 'size':
      return sizeText(form);
    case 'motor':
      return motorText(form);
    case 'money':
      return withUnit(form.text('price'), form.text('currency'));
    case 'components':
      return form.rows(name).length > 0 ? many(form.rows(name).length)`# part|# parts` : '';
    case 'history':
      return form.rows(name).length > 0 ? many(form.rows(name).length)`# update|# updates` : '';
    case 'link':
      return form.text(name) && field.label;
    case 'choice':
      return name === 'currency' || !form.text(name) || form.text(name) === emptyValue(name)
        ? ''
        : field.labelOf(form.text(name));
    default:
      return form.text(name).trim();
  }
}

const namesOf = (part: FormPart): BikeFieldName[] => bikeFieldNames.filter((name) => bikeField(name).part === part);

/** Summary of a section for its heading, for example `Steel · 56 cm`. */
export const filledText = (part: FormPart, form: FormFields): string =>
  short(joined(namesOf(part).map((name) => textOf(name, form).replace(/\s+/g, ' '))));

/** Returns whether a field of the section is invalid. */
export const isPartWrong = (part: FormPart, form: FormFields): boolean =>
  namesOf(part).some((name) => form.isWrong(name));

/** Something that a bike needs to be published. */
export interface Need {
  label: string;
  /** Name of the control that asks for it. */
  control: string;
}

/** Returns what is missing to publish, in the order of the form. */
export function stillNeeded(form: FormFields, photos: number): Need[] {
  const has = (name: BikeFieldName) => textOf(name, form) !== '';
  const brand = form.text('brandId') === otherBrand ? has('brandOther') : has('brandId');
  const all: (Need & { isThere: boolean })[] = [
    { label: t`a photo`, control: 'photos', isThere: photos > 0 },
    { label: t`brand`, control: 'brand', isThere: brand },
    { label: t`model`, control: 'model', isThere: has('model') },
    { label: t`category`, control: 'category', isThere: has('category') },
    { label: t`gears`, control: 'gears', isThere: has('drivetrain') && has('rearGear') },
  ];
  return all.filter(({ isThere }) => !isThere);
}

/** Returns how many of the parts of a complete bike there are. */
export function completeness(form: FormFields, photos: number): { complete: number; of: number } {
  const values = Object.fromEntries(bikeFieldNames.map((name) => [name, textOf(name, form)]));
  return { complete: completenessOf({ ...values, photos: photos > 0 }), of: bikeParts.length };
}
