import { componentGroupNames, componentGroups } from '#contract/components.ts';
import type { FieldValue } from '#contract/drafts.ts';
import { maxChanges } from '#contract/history.ts';
import { componentGroupLabel, componentSlotLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Trash2 } from '#src/ui/icons.js';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './bike-form.module.css';
import { textIn } from './form-fields.ts';

type Row = Readonly<Record<string, FieldValue>>;

const choices = componentGroupNames.map((group) => ({
  label: componentGroupLabel(group),
  options: componentGroups[group],
}));

interface ChangedPartsProps {
  rows: readonly FieldValue[];
  errors: (field: string) => readonly string[];
  onChange: (rows: FieldValue[]) => void;
}

/** Fields for the components that were replaced that day. */
export function ChangedParts({ rows, errors, onChange }: ChangedPartsProps) {
  const change = (place: number, changes: Row) =>
    onChange(rows.map((row, at) => (at === place ? { ...(row as Row), ...changes } : row)));
  return (
    <>
      {rows.map((row, place) => {
        const { slot, before, after } = row as Row;
        const name = componentSlotLabel(textIn(slot));
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: Rows have no id, and by index the focus stays where a row was removed.
            key={place}
            className={styles.change}
          >
            <Field label={t`${name} before`} errors={errors(`${place}.before`)}>
              <TextInput
                autoComplete="off"
                value={textIn(before)}
                onChange={(event) => change(place, { before: event.target.value })}
              />
            </Field>
            <Field label={t`${name} since`} errors={[...errors(`${place}.after`), ...errors(`${place}.slot`)]}>
              <TextInput
                autoComplete="off"
                value={textIn(after)}
                onChange={(event) => change(place, { after: event.target.value })}
              />
            </Field>
            <Button
              look="plain"
              icon
              aria-label={t`Remove the changed part: ${name}`}
              onClick={() => onChange(rows.filter((_, at) => at !== place))}
            >
              <Trash2 className="icon" aria-hidden="true" />
            </Button>
          </div>
        );
      })}
      {rows.length < maxChanges && (
        <Field label="Changed part" optional>
          <Select
            empty={t`Choose`}
            options={choices}
            labelOf={componentSlotLabel}
            value=""
            onChange={(event) => onChange([...rows, { slot: event.target.value, before: '', after: '' }])}
          />
        </Field>
      )}
    </>
  );
}
