import { motorField, motorFieldNames } from '#contract/bike-fields.ts';
import { Field } from '#src/ui/field.tsx';
import { InputGroup } from '#src/ui/input-group.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { motorFieldOf } from '../numbers.ts';
import type { FormFields } from './form-fields.ts';

/** What drives an e-bike besides its rider. */
export function MotorFields({ form }: { form: FormFields }) {
  return motorFieldNames.map((name) => {
    const field = motorField(name);
    const place = motorFieldOf(name);
    const typing = {
      value: form.text(place),
      onChange: (event: { target: { value: string } }) => form.change({ [place]: event.target.value }),
    };
    return (
      <Field key={name} label={field.label} errors={form.errors(place)}>
        {field.as === 'choice' && <Select {...typing} empty="" options={field.options} />}
        {field.as === 'number' && <InputGroup {...typing} inputMode="numeric" autoComplete="off" end={field.unit} />}
        {field.as === 'line' && <TextInput {...typing} autoComplete="off" />}
      </Field>
    );
  });
}
