import {
  type BikeFieldName,
  bikeField,
  bikeFieldNames,
  type FieldNameOf,
  type FormPart,
} from '#contract/bike-fields.ts';
import { Field } from '#src/ui/field.tsx';
import { InputGroup } from '#src/ui/input-group.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { bikeNumbers } from '../numbers.ts';
import type { FormFields } from './form-fields.ts';

type PlainName = FieldNameOf<'choice' | 'number' | 'line'>;

const isPlain = (name: BikeFieldName): name is PlainName => ['choice', 'number', 'line'].includes(bikeField(name).as);

/** A fixed gear has one sprocket: nobody has to say so twice. */
const withGear = (field: string, value: string, rearGear: string) =>
  field === 'drivetrain' && value === 'Fixed Gear' && !rearGear
    ? { drivetrain: value, rearGear: 'Single-Speed' }
    : { [field]: value };

function Control({ name, form }: { name: PlainName; form: FormFields }) {
  const field = bikeField(name);
  if (field.as === 'choice') {
    return (
      <Select
        empty={field.needed ? 'Choose' : ''}
        options={field.options}
        value={form.text(name)}
        onChange={(event) => form.change(withGear(name, event.target.value, form.text('rearGear')))}
      />
    );
  }
  if (field.as !== 'number') {
    return (
      <TextInput
        autoComplete="off"
        value={form.text(name)}
        onChange={(event) => form.change({ [name]: event.target.value })}
      />
    );
  }
  const { textOf, fieldsOf } = bikeNumbers[name as FieldNameOf<'number'>];
  const typing = {
    inputMode: field.whole && !field.per ? 'numeric' : 'decimal',
    autoComplete: 'off',
    value: textOf(form.text),
    onChange: (event: { target: { value: string } }) => form.change(fieldsOf(event.target.value)),
  } as const;
  return field.unit ? <InputGroup {...typing} end={field.unit} /> : <TextInput {...typing} />;
}

interface PlainFieldsProps {
  part: FormPart;
  form: FormFields;
  /** Whether those that can be left out say so. */
  sayOptional?: boolean;
}

/** The fields of a part of the form that are chosen or typed as they are, as the table of fields has them. */
export function PlainFields({ part, form, sayOptional = false }: PlainFieldsProps) {
  return bikeFieldNames
    .filter(isPlain)
    .filter((name) => bikeField(name).part === part)
    .map((name) => {
      const { label, needed = false } = bikeField(name);
      return (
        <Field key={name} label={label} optional={sayOptional && !needed} errors={form.errors(name)}>
          <Control name={name} form={form} />
        </Field>
      );
    });
}
