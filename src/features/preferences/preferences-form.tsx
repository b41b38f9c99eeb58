import { useEffect } from 'react';
import type { Preferences } from '#contract/preferences.ts';
import { type PreferenceName, preferenceNames } from '#contract/user-preferences.ts';
import { useViewer } from '#src/ui/viewer.ts';
import { followChoices } from './follow-choices.ts';
import { type OnChoose, PreferenceField } from './preference-field.tsx';
import { isShown } from './preference-words.ts';
import styles from './preferences-form.module.css';

/** What pages are written by, in the order in which it is asked for. */
const names = preferenceNames.filter(isShown) as (PreferenceName & keyof Preferences)[];

/** How pages are written for whoever looks. Each choice holds at once. */
export function PreferencesForm({ onChoose }: { onChoose: OnChoose }) {
  const viewer = useViewer();
  // What follows the choices everywhere comes late; here they can be made.
  useEffect(followChoices, []);
  // Another language has an order of its own.
  const isOpen = (name: PreferenceName) => name !== 'style' || viewer.language === 'Site';
  return (
    <div className={styles.form}>
      {names.filter(isOpen).map((name) => (
        <PreferenceField key={name} name={name} value={viewer[name]} onChoose={onChoose} />
      ))}
    </div>
  );
}
