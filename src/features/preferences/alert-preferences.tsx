import { preferenceNames } from '#contract/user-preferences.ts';
import type { Chosen } from '#src/cache/values/chosen-preferences.ts';
import { type OnChoose, PreferenceField } from './preference-field.tsx';
import { isAlert } from './preference-words.ts';
import styles from './preferences-form.module.css';

const names = preferenceNames.filter(isAlert);

interface AlertPreferencesProps {
  chosen: Chosen;
  onChoose: OnChoose;
}

/** Preferences for alerts. */
export function AlertPreferences({ chosen, onChoose }: AlertPreferencesProps) {
  return (
    <div className={styles.form}>
      <p className={`quiet small ${styles.about}`}>
        Notifications reach devices that you allow them on, while Headbadge is open. You always hear about moderators’
        decisions on your bikes and comments.
      </p>
      {names.map((name) => (
        <PreferenceField key={name} name={name} value={chosen[name] ?? 'Notify'} onChoose={onChoose} />
      ))}
    </div>
  );
}
