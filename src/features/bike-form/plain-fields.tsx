import { emptyValue } from '#contract/bike-defaults.ts';
import { type BikeFieldName, bikeField, type FieldNameOf } from '#contract/bike-fields.ts';
import { frontTravels, gearFits, rearTravels } from '#contract/bike-rules.ts';
import { t } from '#contract/texts.ts';
import { bikeNumbers, readingOf, readText } from '#src/features/bikes/measures.ts';
import { Check } from '#src/ui/check.tsx';
import { Field } from '#src/ui/field.tsx';
import { InputGroup } from '#src/ui/input-group.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { inUnits } from './bounds-in-units.ts';
import type { FormFields } from './form-fields.ts';

type PlainName = FieldNameOf<'choice' | 'number' | 'line' | 'flag' | 'link'>;

export const isPlain = (name: BikeFieldName): name is PlainName =>
  ['choice', 'number', 'line', 'flag', 'link'].includes(bikeField(name).as);

/** Fields shown only when another field has a certain value; a field that has a value is always shown. */
const conditions: { readonly [N in BikeFieldName]?: (form: FormFields) => boolean } = {
  travelFrontMm: (form) => frontTravels(form.text('suspension')),
  travelRearMm: (form) => rearTravels(form.text('suspension')),
  registryUrl: (form) => form.text('ownership') === 'Stolen',
  yearCirca: (form) => form.text('year') !== '',
  weightIncludes: (form) => form.text('weightG') !== '',
  pricePublic: (form) => form.text('price') !== '' && !form.flag('keepsPrice'),
};

const applies = (name: BikeFieldName, form: FormFields): boolean =>
  (conditions[name]?.(form) ?? true) || form.text(name) !== '' || form.errors(name).length > 0;

function Control({ name, form, autoFocus }: Omit<PlainFieldProps, 'sayOptional'>) {
  const field = bikeField(name);
  const change = (event: { target: { value: string } }) => form.change({ [name]: event.target.value });
  if (field.as === 'choice') {
    const usual = emptyValue(name) as string | null | undefined;
    const chosen = form.text(name) || (usual ?? '');
    const isPossible = (option: string) =>
      name !== 'rearGear' || option === chosen || gearFits(form.text('drivetrain'), option);
    return (
      <Select
        empty={usual ? undefined : t`Choose`}
        autoFocus={autoFocus}
        options={field.options.filter(isPossible)}
        labelOf={field.labelOf}
        value={chosen}
        onChange={change}
      />
    );
  }
  if (field.as !== 'number') {
    const typing = field.as === 'link' ? ({ type: 'url', inputMode: 'url', placeholder: 'https://' } as const) : {};
    return <TextInput autoComplete="off" {...typing} value={form.text(name)} onChange={change} />;
  }
  const { textOf, fieldsOf, unitOf } = bikeNumbers[name as FieldNameOf<'number'>];
  const typing = {
    inputMode: field.whole && !field.storedIn ? 'numeric' : 'decimal',
    autoComplete: 'off',
    value: textOf(form.text, form.units),
    onChange: (event: { target: { value: string } }) => form.change(fieldsOf(event.target.value, form.units)),
  } as const;
  const unit = unitOf(form.units);
  return unit ? <InputGroup {...typing} end={unit} /> : <TextInput {...typing} />;
}

interface PlainFieldProps {
  name: PlainName;
  form: FormFields;
  /** Marks an optional field as optional. */
  sayOptional?: boolean;
  /** A select takes the focus when it appears. */
  autoFocus?: boolean;
}

/** Plain select, text field or checkbox, configured by the field table. */
export function PlainField({ name, form, sayOptional = false, autoFocus = false }: PlainFieldProps) {
  const field = bikeField(name);
  const { label, as, needed = false } = field;
  if (!applies(name, form)) return null;
  if (as === 'flag') {
    const tick = (event: { target: { checked: boolean } }) => form.change({ [name]: event.target.checked });
    return (
      <Check checked={form.flag(name)} errors={form.errors(name)} onChange={tick}>
        {label}
      </Check>
    );
  }
  const isMeasure = field.as === 'number' && field.unit !== undefined;
  return (
    <Field
      label={label}
      optional={sayOptional && !needed}
      reading={
        isMeasure ? readText(readingOf(bikeNumbers[name as FieldNameOf<'number'>], form.text, form.units)) : undefined
      }
      errors={field.as === 'number' ? inUnits(form.errors(name), field, form.units) : form.errors(name)}
    >
      <Control name={name} form={form} autoFocus={autoFocus} />
    </Field>
  );
}
