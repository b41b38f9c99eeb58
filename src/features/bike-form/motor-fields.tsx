import { motorField, motorFieldNames } from '#contract/bike-fields.ts';
import { t } from '#contract/texts.ts';
import { motorFieldOf, motorNumbers, readingOf, readText } from '#src/features/bikes/measures.ts';
import { Field } from '#src/ui/field.tsx';
import { InputGroup } from '#src/ui/input-group.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { inUnits } from './bounds-in-units.ts';
import type { FormFields } from './form-fields.ts';

export function MotorFields({ form }: { form: FormFields }) {
  return motorFieldNames.map((name) => {
    const field = motorField(name);
    const place = motorFieldOf(name);
    const number = motorNumbers[name];
    const typing = {
      value: number ? number.textOf(form.text, form.units) : form.text(place),
      onChange: ({ target: { value } }: { target: { value: string } }) =>
        form.change(number ? number.fieldsOf(value, form.units) : { [place]: value }),
    };
    const errors = field.as === 'number' ? inUnits(form.errors(place), field, form.units) : form.errors(place);
    return (
      <Field
        key={name}
        label={field.label}
        reading={number && readText(readingOf(number, form.text, form.units))}
        errors={errors}
      >
        {field.as === 'choice' && (
          <Select {...typing} empty={t`Choose`} options={field.options} labelOf={field.labelOf} />
        )}
        {field.as === 'number' && (
          <InputGroup {...typing} inputMode="numeric" autoComplete="off" end={number?.unitOf(form.units)} />
        )}
        {field.as === 'line' && <TextInput {...typing} autoComplete="off" />}
      </Field>
    );
  });
}
