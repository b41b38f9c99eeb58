import { bikeFields } from '#contract/bike-fields.ts';
import { priceReading, readText } from '#src/features/bikes/measures.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import type { FormFields } from './form-fields.ts';

function hintOf(form: FormFields): string {
  if (form.flag('keepsPrice')) return 'Not on this device. It stays the same unless you enter a new one.';
  return form.flag('pricePublic') ? 'Everybody sees it.' : 'Only you see it.';
}

export function PriceField({ form }: { form: FormFields }) {
  return (
    <Field
      label={bikeFields.priceMinor.label}
      hint={hintOf(form)}
      reading={readText(priceReading(form.text('price'), form.text('currency')))}
      errors={form.errors('priceMinor')}
    >
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        value={form.text('price')}
        onChange={(event) => form.change({ price: event.target.value, keepsPrice: false })}
      />
    </Field>
  );
}
