import styles from './bike-form.module.css';
import { ColorField } from './color-field.tsx';
import type { FormFields } from './form-fields.ts';
import { PlainFields } from './plain-fields.tsx';

/** What can be counted, weighed and compared. */
export function NumberFields({ form }: { form: FormFields }) {
  return (
    <fieldset className={styles.part}>
      <legend className="heading">Numbers</legend>
      <p className="quiet small">Drivetrain and rear gear are needed. What you leave out is not shown.</p>
      <div className={styles.grid}>
        <PlainFields part="numbers" form={form} />
      </div>
      <ColorField form={form} />
    </fieldset>
  );
}
