import type { Preferences } from '#contract/preferences.ts';
import { type PreferenceName, preferenceNames } from '#contract/user-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { useViewer } from '#src/ui/viewer.ts';
import { isShown, preferenceWords } from './preference-words.ts';
import styles from './preferences-form.module.css';

/** What pages are written by, in the order in which it is asked for. */
const names = preferenceNames.filter(isShown) as (PreferenceName & keyof Preferences)[];

/** How pages are written for whoever looks. Each choice holds at once. */
export function PreferencesForm({ onChoose }: { onChoose: (name: PreferenceName, value: string) => void }) {
  const viewer = useViewer();
  // Another language has an order of its own.
  const isOpen = (name: PreferenceName) => name !== 'style' || viewer.language === 'Site';
  return (
    <div className={styles.form}>
      {names.filter(isOpen).map((name) => {
        const { label, hint, options } = preferenceWords[name];
        return (
          <Field key={name} label={label} hint={hint}>
            <Select
              options={options}
              value={viewer[name]}
              onChange={({ target: { value } }) => onChoose(name, value)}
            />
          </Field>
        );
      })}
    </div>
  );
}
