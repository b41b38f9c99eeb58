import { useId, useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { rearGearLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';
import { Field } from '#src/ui/field.tsx';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import { Select } from '#src/ui/select.tsx';
import styles from './chips.module.css';
import { Chips } from './chips.tsx';
import type { FormFields } from './form-fields.ts';
import { type GearChoice, gearChoiceOf, gearGroups, otherGears } from './gears.ts';
import { PlainField } from './plain-fields.tsx';

interface GearsFieldProps {
  form: FormFields;
  /** Called when a choice leaves nothing open. */
  onDone?: (() => void) | undefined;
}

/** Gears as one choice that sets drivetrain and rear gear; some choices open a select for the rest. */
export function GearsField({ form, onDone }: GearsFieldProps) {
  const id = useId();
  const [isOther, setIsOther] = useState(false);
  const [wasPressed, setWasPressed] = useState(false);
  const [drivetrain, rearGear] = [form.text('drivetrain'), form.text('rearGear')];
  const choice = isOther ? otherGears : gearChoiceOf(drivetrain, rearGear);
  const isOpen = choice === undefined;
  const errors = isOpen && form.errors('rearGear').length > 0 ? [t`Choose the gears.`] : form.errors('drivetrain');
  const errorsId = choice !== otherGears && errors.length > 0 ? `${id}-errors` : undefined;

  const choose = (next: GearChoice) => {
    setIsOther(next === otherGears);
    setWasPressed(true);
    if (next === choice && next.opens) return;
    const stays = next !== otherGears && next.opens?.includes(rearGear);
    form.change({ drivetrain: next.drivetrain, rearGear: stays ? rearGear : next.rearGear });
    if (!next.opens) onDone?.();
  };
  return (
    <div className={styles.gears}>
      {gearGroups.map(({ title, choices }, at) => (
        <div key={title} className={styles.field}>
          <h3 id={`${id}-${at}`} className={styles.label}>
            {title}
          </h3>
          <div className={choices.some(({ opens }) => opens) ? undefined : styles.pairs}>
            <Chips
              labelledBy={`${id}-${at}`}
              name={at === 0 ? 'gears' : undefined}
              options={choices.map(({ label }) => label)}
              chosen={choice?.label ?? ''}
              errorsId={at === 0 ? errorsId : undefined}
              onChoose={(label) => {
                const next = choices.find((one) => one.label === label);
                if (next) choose(next);
              }}
            />
          </div>
        </div>
      ))}
      {errorsId && <FieldErrors id={errorsId} errors={errors} />}
      {choice === otherGears && <PlainField name="drivetrain" form={form} autoFocus={wasPressed} />}
      {choice === otherGears && <PlainField name="rearGear" form={form} />}
      {choice?.opens && choice !== otherGears && (
        <Field key={choice.label} label={bikeFields.rearGear.label} errors={form.errors('rearGear')}>
          <Select
            autoFocus={wasPressed}
            empty={t`Choose`}
            labelOf={rearGearLabel}
            options={rearGear && !choice.opens.includes(rearGear) ? [rearGear, ...choice.opens] : choice.opens}
            value={rearGear}
            onChange={(event) => form.change({ rearGear: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}
