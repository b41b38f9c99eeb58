import { bikeFields } from '#contract/bike-fields.ts';
import { frameSizeLetters } from '#contract/bike-options.ts';
import { readingOf, readText, sizeNumber } from '#src/features/bikes/measures.ts';
import { Field } from '#src/ui/field.tsx';
import { InputGroup } from '#src/ui/input-group.tsx';
import { Select } from '#src/ui/select.tsx';
import type { FormFields } from './form-fields.ts';

const kinds = [
  { value: 'letter', label: 'Letter' },
  { value: 'cm', label: 'Centimeters' },
  { value: 'in', label: 'Inches' },
];

/** Frame size in the maker's notation. */
export function SizeField({ form }: { form: FormFields }) {
  const kind = form.text('frameSize.kind');
  const { label } = bikeFields.frameSize;
  return (
    <>
      <Field label={label} errors={[...form.errors('frameSize'), ...form.errors('frameSize.kind')]}>
        <Select
          empty="Choose"
          options={kinds}
          value={kind}
          onChange={(event) => form.change({ 'frameSize.kind': event.target.value })}
        />
      </Field>
      {kind === 'letter' && (
        <Field label={`${label}, letter`} errors={form.errors('frameSize.letter')}>
          <Select
            empty="Choose"
            options={frameSizeLetters}
            value={form.text('frameSize.letter')}
            onChange={(event) => form.change({ 'frameSize.letter': event.target.value })}
          />
        </Field>
      )}
      {(kind === 'cm' || kind === 'in') && (
        <Field
          label={`${label} in ${kind}`}
          reading={readText(readingOf(sizeNumber(kind), form.text, form.units))}
          errors={form.errors('frameSize.value')}
        >
          <InputGroup
            inputMode="decimal"
            autoComplete="off"
            end={kind}
            value={form.text('frameSize.value')}
            onChange={(event) => form.change({ 'frameSize.value': event.target.value })}
          />
        </Field>
      )}
    </>
  );
}
