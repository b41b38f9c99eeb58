import { type bikeField, bikeFields, type MotorFieldName, motorFields } from '#contract/bike-fields.ts';
import { photoKindLabel } from '#contract/card-labels.ts';
import { componentPositionLabel, componentSlotLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';

type BikeField = ReturnType<typeof bikeField>;
type Field = { label: string; labelOf?: (value: string) => string };

const fields: Readonly<Record<string, BikeField>> = { ...bikeFields, ...motorFields };
/** The form's names of numbers, which it has in two units. */
const typed = Object.values(fields).flatMap((field) =>
  field.as === 'number' && field.typedAs ? Object.values(field.typedAs).map((name) => [name, field] as const) : [],
);
const all: Readonly<Record<string, Field>> = {
  ...fields,
  ...Object.fromEntries(typed),
  price: bikeFields.priceMinor,
  photos: { label: t`Photos` },
  kind: { label: t`View`, labelOf: photoKindLabel },
  caption: { label: t`Caption` },
  alt: { label: t`Description for screen readers` },
  takenYear: { label: t`Year it was taken` },
  slot: { label: '', labelOf: componentSlotLabel },
  position: { label: t`Where`, labelOf: componentPositionLabel },
  brand: { label: t`Maker` },
  note: { label: t`Note` },
  name: { label: t`Name` },
  links: { label: t`Links` },
  discipline: { ...bikeFields.disciplines, label: t`Discipline` },
};

const fieldAt = (path: string): Field | undefined => all[path] ?? all[path.split('.')[0] ?? ''];

/** A value with the label of its field, as in the form; the value alone where the form has no label. */
export function labelledValue(name: string, value: unknown): string {
  const field = fieldAt(name);
  if (value === true) return field?.label ?? '';
  const shown = field?.labelOf?.(String(value)) ?? String(value);
  return field?.label ? t`${field.label}: ${shown}` : shown;
}

/** A sentence with the field that it is about: `Category: Choose one.` @param path such as `photos.2.caption` */
export function withField(path: string, sentence: string): string {
  const [first = '', second = ''] = path.split('.');
  const inside = first === 'eBike' ? motorFields[second as MotorFieldName]?.label : undefined;
  const photo = first === 'photos' && second ? t`Photo ${Number(second) + 1}` : undefined;
  const label = inside ?? photo ?? fieldAt(first)?.label;
  return label ? t`${label}: ${sentence}` : sentence;
}
