import { type PreferenceName, preferenceNames } from '#contract/user-preferences.ts';
import type { Chosen } from '#src/offline/writes/preference-rows.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { isAlert, preferenceWords } from './preference-words.ts';
import styles from './preferences-form.module.css';

const names = preferenceNames.filter(isAlert);

interface AlertPreferencesProps {
  chosen: Chosen;
  onChoose: (name: PreferenceName, value: string) => void;
}

/** What the member is told of, and how. */
export function AlertPreferences({ chosen, onChoose }: AlertPreferencesProps) {
  return (
    <div className={styles.form}>
      <p className="quiet small">
        Notifications come while Headbadge is open in the background, on devices that you have allowed it on. What
        moderators decide about your bikes and comments is always told.
      </p>
      {names.map((name) => {
        const { label, hint, options } = preferenceWords[name];
        return (
          <Field key={name} label={label} hint={hint}>
            <Select
              options={options}
              value={chosen[name] ?? 'Notify'}
              onChange={({ target: { value } }) => onChoose(name, value)}
            />
          </Field>
        );
      })}
    </div>
  );
}
