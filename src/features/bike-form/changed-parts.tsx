import { type Component, componentGroupNames, componentGroups } from '#contract/components.ts';
import type { FieldValue } from '#contract/drafts.ts';
import { maxChanges } from '#contract/history.ts';
import { newId } from '#contract/ids.ts';
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

const nameOfPart = ({ brand, text }: Component): string => `${brand} ${text}`.trim();

interface ChangedPartsProps {
  rows: readonly FieldValue[];
  errors: (field: string) => readonly string[];
  onChange: (rows: FieldValue[]) => void;
  /** The parts of the bike, of which one can be chosen; each change then has the id of its part. */
  parts?: readonly Component[];
}

/** Fields for the components that were replaced that day. */
export function ChangedParts({ rows, errors, onChange, parts }: ChangedPartsProps) {
  const known = parts?.filter(({ id }) => !rows.some((row) => (row as Row).partId === id)) ?? [];
  const ownParts = known.map((part) => ({
    value: part.id,
    label: `${componentSlotLabel(part.slot)}: ${nameOfPart(part)}`,
  }));
  const add = (value: string) => {
    const part = known.find(({ id }) => id === value);
    const change = part
      ? { slot: part.slot, before: nameOfPart(part), after: '', partId: part.id }
      : { slot: value, before: '', after: '', ...(parts && { partId: newId() }) };
    onChange([...rows, change]);
  };
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
            <Field label={t`${name} after`} errors={[...errors(`${place}.after`), ...errors(`${place}.slot`)]}>
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
            options={ownParts.length > 0 ? [{ label: t`On this bike`, options: ownParts }, ...choices] : choices}
            labelOf={componentSlotLabel}
            value=""
            onChange={(event) => add(event.target.value)}
          />
        </Field>
      )}
    </>
  );
}
