import { bikeFields } from '#contract/bike-fields.ts';
import { frameSizeLetters } from '#contract/bike-options.ts';
import { frameSizeLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';
import { readingOf, readText, sizeNumber } from '#src/features/bikes/measures.ts';
import { Field } from '#src/ui/field.tsx';
import { InputGroup } from '#src/ui/input-group.tsx';
import { Select } from '#src/ui/select.tsx';
import type { FormFields } from './form-fields.ts';

const kinds = [
  { value: 'letter', label: t`Letter` },
  { value: 'cm', label: t`Centimeters` },
  { value: 'in', label: t`Inches` },
];

/** Frame size in the maker's notation. */
export function SizeField({ form }: { form: FormFields }) {
  const kind = form.text('frameSize.kind');
  const { label } = bikeFields.frameSize;
  return (
    <>
      <Field label={label} errors={[...form.errors('frameSize'), ...form.errors('frameSize.kind')]}>
        <Select
          empty={t`Choose`}
          options={kinds}
          value={kind}
          onChange={(event) => form.change({ 'frameSize.kind': event.target.value })}
        />
      </Field>
      {kind === 'letter' && (
        <Field label="Frame size, letter" errors={form.errors('frameSize.letter')}>
          <Select
            empty={t`Choose`}
            options={frameSizeLetters}
            labelOf={frameSizeLabel}
            value={form.text('frameSize.letter')}
            onChange={(event) => form.change({ 'frameSize.letter': event.target.value })}
          />
        </Field>
      )}
      {(kind === 'cm' || kind === 'in') && (
        <Field
          label={kind === 'cm' ? t`Frame size in cm` : t`Frame size in in`}
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
