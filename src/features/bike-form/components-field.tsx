import { useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { partRefusal } from '#contract/bike-rules.ts';
import { type ComponentSlot, componentGroupNames, componentGroups, groupOf } from '#contract/components.ts';
import { newId } from '#contract/ids.ts';
import { componentGroupLabel, componentSlotLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import { Select } from '#src/ui/select.tsx';
import styles from './bike-form.module.css';
import { ComponentRow } from './component-row.tsx';
import { type FieldRow, type FormFields, textIn } from './form-fields.ts';
import { PasteParts } from './paste-parts.tsx';

const name = 'components';
const slotOf = (row: FieldRow): ComponentSlot => textIn(row.slot) as ComponentSlot;

/** Slots by group, without those that a bike with this drivetrain cannot have. */
const choices = (drivetrain: string) =>
  componentGroupNames
    .map((group) => ({
      label: componentGroupLabel(group),
      options: componentGroups[group].filter((slot: ComponentSlot) => !partRefusal(slot, drivetrain)),
    }))
    .filter(({ options }) => options.length > 0);

/** The bike's components by group. */
export function ComponentsField({ form }: { form: FormFields }) {
  const rows = form.rows(name);
  // Undefined until a list was pasted; after that the focus returns to the button.
  const [pasting, setPasting] = useState<boolean>();
  const [added, setAdded] = useState('');
  const { max } = bikeFields.components;
  const change = (next: readonly FieldRow[]) => form.change({ [name]: next.slice(0, max) });
  const add = (slot: string) => {
    const id = newId();
    setAdded(id);
    change([...rows, { id, slot, text: '' }]);
  };
  const shown = componentGroupNames
    .map((group) => ({ group, its: rows.filter((row) => groupOf(slotOf(row)) === group) }))
    .filter(({ its }) => its.length > 0);
  return (
    <div className={styles.wide}>
      <FieldErrors id="components-errors" errors={form.errors(name)} />
      {shown.map(({ group, its }) => (
        <fieldset key={group} className={styles.group}>
          <legend>{componentGroupLabel(group)}</legend>
          {its.map((row) => (
            <ComponentRow
              key={row.id}
              row={row}
              units={form.units}
              isNew={row.id === added}
              errors={(field) => form.errors(`${name}.${rows.indexOf(row)}.${field}`)}
              onChange={(changes) => change(rows.map((one) => (one.id === row.id ? { ...one, ...changes } : one)))}
              onRemove={() => change(rows.filter((one) => one.id !== row.id))}
            />
          ))}
        </fieldset>
      ))}
      {rows.length < max && (
        <Field label="Add a part">
          <Select
            empty={t`Choose`}
            options={choices(form.text('drivetrain'))}
            labelOf={componentSlotLabel}
            value=""
            onChange={(event) => add(event.target.value)}
          />
        </Field>
      )}
      {pasting ? (
        <PasteParts
          drivetrain={form.text('drivetrain')}
          room={max - rows.length}
          onTake={(parts) => {
            setPasting(false);
            change([...rows, ...parts.map((part) => ({ id: newId(), ...part }))]);
          }}
          onCancel={() => setPasting(false)}
        />
      ) : (
        <Button look="quiet" autoFocus={pasting === false} onClick={() => setPasting(true)}>
          Paste a parts list
        </Button>
      )}
    </div>
  );
}
