import { useState } from 'react';
import { partWeightField } from '#contract/bike-fields.ts';
import { componentPositions } from '#contract/components.ts';
import type { FieldValue } from '#contract/drafts.ts';
import { componentPositionLabel, componentSlotLabel } from '#contract/option-labels.ts';
import type { UnitSystem } from '#contract/preferences.ts';
import { t } from '#contract/texts.ts';
import { partWeight, readingOf, readText } from '#src/features/bikes/measures.ts';
import { Button } from '#src/ui/button.tsx';
import { Check } from '#src/ui/check.tsx';
import { Field } from '#src/ui/field.tsx';
import { Trash2 } from '#src/ui/icons.js';
import { InputGroup } from '#src/ui/input-group.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './bike-form.module.css';
import { inUnits } from './bounds-in-units.ts';
import { type FieldRow, textIn } from './form-fields.ts';

const details = ['position', 'brand', 'note', 'weightG', 'isStock'];

interface ComponentRowProps {
  row: FieldRow;
  units: UnitSystem;
  /** The row was just added, so it takes the focus. */
  isNew: boolean;
  errors: (field: string) => readonly string[];
  onChange: (changes: Record<string, FieldValue>) => void;
  onRemove: () => void;
}

/** One component with its name; the other fields open on demand. */
export function ComponentRow({ row, units, isNew, errors, onChange, onRemove }: ComponentRowProps) {
  const [open, setOpen] = useState(false);
  const slot = componentSlotLabel(textIn(row.slot));
  const shown = open || details.some((field) => errors(field).length > 0);
  const typing = (field: string) => ({
    autoComplete: 'off',
    value: textIn(row[field]),
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  });
  return (
    <div className={styles.component}>
      <div className={styles.componentHead}>
        <Field label={slot} errors={[...errors('text'), ...errors('slot')]}>
          <TextInput {...typing('text')} autoFocus={isNew} enterKeyHint="next" />
        </Field>
        <Button look="plain" icon aria-label={t`Remove ${slot}`} onClick={onRemove}>
          <Trash2 className="icon" aria-hidden="true" />
        </Button>
      </div>
      {shown ? (
        <div className={styles.grid}>
          <Field label="Where" errors={errors('position')}>
            <Select
              empty={t`Choose`}
              options={componentPositions}
              labelOf={componentPositionLabel}
              value={textIn(row.position)}
              onChange={(event) => onChange({ position: event.target.value || null })}
            />
          </Field>
          <Field label="Maker" errors={errors('brand')}>
            <TextInput {...typing('brand')} />
          </Field>
          <Field
            label="Weight of the part"
            reading={readText(readingOf(partWeight, (field) => textIn(row[field]), units))}
            errors={inUnits(errors('weightG'), partWeightField, units)}
          >
            <InputGroup
              inputMode="decimal"
              autoComplete="off"
              end={partWeight.unitOf(units)}
              value={partWeight.textOf((field) => textIn(row[field]), units)}
              onChange={(event) => onChange(partWeight.fieldsOf(event.target.value, units))}
            />
          </Field>
          <Field label="Note" errors={errors('note')} className={styles.wide}>
            <TextInput {...typing('note')} />
          </Field>
          <Check
            checked={row.isStock === true}
            errors={errors('isStock')}
            onChange={(event) => onChange({ isStock: event.target.checked })}
          >
            Came with the bike
          </Check>
        </div>
      ) : (
        <LinkButton aria-label={t`More about ${slot}`} onClick={() => setOpen(true)}>
          More
        </LinkButton>
      )}
    </div>
  );
}
