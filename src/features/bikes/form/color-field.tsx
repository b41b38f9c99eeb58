import { type CSSProperties, useId } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import type { colors } from '#contract/bike-options.ts';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import styles from './color-field.module.css';
import type { FormFields } from './form-fields.ts';

const paints: Record<(typeof colors)[number], string> = {
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

/** Up to three colors, the main one first. */
export function ColorField({ form }: { form: FormFields }) {
  const id = useId();
  const chosen = form.list('colors');
  const errors = form.errors('colors');
  const full = chosen.length >= bikeFields.colors.most;
  const toggle = (color: string) =>
    form.change({ colors: chosen.includes(color) ? chosen.filter((one) => one !== color) : [...chosen, color] });
  return (
    <fieldset className={styles.field} aria-describedby={`${id}-hint${errors.length > 0 ? ` ${id}-errors` : ''}`}>
      <legend className={styles.legend}>{bikeFields.colors.label}</legend>
      <p className="quiet small" id={`${id}-hint`}>
        Up to three, the main one first.
      </p>
      <div className="row">
        {bikeFields.colors.options.map((color) => (
          <label key={color} className={styles.color}>
            <input
              type="checkbox"
              checked={chosen.includes(color)}
              disabled={full && !chosen.includes(color)}
              onChange={() => toggle(color)}
            />
            <span className={styles.paint} style={{ '--paint': paints[color] } as CSSProperties} />
            {color}
          </label>
        ))}
      </div>
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </fieldset>
  );
}
