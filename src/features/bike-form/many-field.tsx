import { type CSSProperties, useId } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import type { colors } from '#contract/bike-options.ts';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import type { FormFields } from './form-fields.ts';
import styles from './many-field.module.css';

type Color = (typeof colors)[number];

const paints: Record<Color, string> = {
  Black: '#1b1d1f',
  White: '#f7f7f4',
  'Silver / Gray / Raw': '#9aa1a6',
  Red: '#c3272b',
  Orange: '#e8731c',
  'Yellow / Gold': '#f2c230',
  Green: '#2f7d46',
  Teal: '#1c8f8c',
  Blue: '#2459b3',
  Purple: '#6b3fa0',
  Pink: '#e58cb0',
  Brown: '#6f4a2d',
  'Multi / Custom': 'conic-gradient(#c3272b, #f2c230, #2f7d46, #2459b3, #6b3fa0, #c3272b)',
};

interface ManyFieldProps {
  name: 'colors' | 'disciplines';
  form: FormFields;
  hint: string;
}

/** Multiple choice that keeps the order of selection; colors have swatches. */
export function ManyField({ name, form, hint }: ManyFieldProps) {
  const id = useId();
  const { label, max, labelOf } = bikeFields[name];
  const options: readonly string[] = bikeFields[name].options;
  const chosen = form.list(name);
  const errors = form.errors(name);
  const full = chosen.length >= max;
  const toggle = (option: string) =>
    form.change({ [name]: chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option] });
  return (
    <fieldset className={styles.field} aria-describedby={`${id}-hint${errors.length > 0 ? ` ${id}-errors` : ''}`}>
      <legend className={styles.legend}>{label}</legend>
      <p className="quiet small" id={`${id}-hint`}>
        {hint}
      </p>
      <div className="row">
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              disabled={full && !chosen.includes(option)}
              onChange={() => toggle(option)}
            />
            {name === 'colors' && (
              <span className={styles.paint} style={{ '--paint': paints[option as Color] } as CSSProperties} />
            )}
            <span>{labelOf(option)}</span>
          </label>
        ))}
      </div>
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </fieldset>
  );
}
