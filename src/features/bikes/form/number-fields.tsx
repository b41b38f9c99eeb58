import {
  brakeTypes,
  drivetrains,
  frameMaterials,
  handlebarTypes,
  rearGears,
  suspensions,
  wheelSizes,
} from '#contract/bike-options.ts';
import { Field } from '#src/ui/field.tsx';
import { InputGroup } from '#src/ui/input-group.tsx';
import { Select } from '#src/ui/select.tsx';
import { bikeNumbers } from '../numbers.ts';
import styles from './bike-form.module.css';
import { ColorField } from './color-field.tsx';
import type { FormFields } from './form-fields.ts';

const choices = [
  { field: 'drivetrain', label: 'Drivetrain', options: drivetrains, empty: 'Choose' },
  { field: 'rearGear', label: 'Rear gear', options: rearGears, empty: 'Choose' },
  { field: 'frameMaterial', label: 'Frame material', options: frameMaterials, empty: '' },
  { field: 'wheelSize', label: 'Wheel size', options: wheelSizes, empty: '' },
  { field: 'brakeType', label: 'Brake', options: brakeTypes, empty: '' },
  { field: 'handlebarType', label: 'Handlebar', options: handlebarTypes, empty: '' },
  { field: 'suspension', label: 'Suspension', options: suspensions, empty: '' },
] as const;

const measures = ['tireWidthMm', 'weightG'] as const;

/** A fixed gear has one sprocket: nobody has to say so twice. */
const withGear = (field: string, value: string, rearGear: string) =>
  field === 'drivetrain' && value === 'Fixed Gear' && !rearGear
    ? { drivetrain: value, rearGear: 'Single-Speed' }
    : { [field]: value };

/** What can be counted, weighed and compared. */
export function NumberFields({ form }: { form: FormFields }) {
  return (
    <fieldset className={styles.part}>
      <legend className="heading">Numbers</legend>
      <p className="quiet small">Drivetrain and rear gear are needed. What you leave out is not shown.</p>
      <div className={styles.grid}>
        {choices.map(({ field, label, options, empty }) => (
          <Field key={field} label={label} errors={form.errors(field)}>
            <Select
              empty={empty}
              options={options}
              value={form.text(field)}
              onChange={(event) => form.change(withGear(field, event.target.value, form.text('rearGear')))}
            />
          </Field>
        ))}
        {measures.map((field) => {
          const { label, unit, textOf, fieldsOf } = bikeNumbers[field];
          return (
            <Field key={field} label={label} errors={form.errors(field)}>
              <InputGroup
                inputMode="decimal"
                autoComplete="off"
                end={unit}
                value={textOf(form.text)}
                onChange={(event) => form.change(fieldsOf(event.target.value))}
              />
            </Field>
          );
        })}
      </div>
      <ColorField form={form} />
    </fieldset>
  );
}
