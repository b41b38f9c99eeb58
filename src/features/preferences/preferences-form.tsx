import { useEffect } from 'react';
import { siteLanguageTags } from '#contract/languages.ts';
import type { Preferences } from '#contract/preferences.ts';
import { pageLanguage } from '#contract/texts.ts';
import { type PreferenceName, preferenceNames } from '#contract/user-preferences.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { followChoices } from './follow-choices.ts';
import { type OnChoose, PreferenceField } from './preference-field.tsx';
import { isShown } from './preference-text.ts';
import styles from './preferences-form.module.css';
import { SiteLanguageField } from './site-language-field.tsx';

/** Preferences that affect rendering, in display order. */
const names = preferenceNames.filter(isShown) as (PreferenceName & keyof Preferences)[];

/** Form for the viewer's display preferences. Each choice applies at once. */
export function PreferencesForm({ onChoose }: { onChoose: OnChoose }) {
  const preferences = useDisplayPreferences();
  // Elsewhere the choices are applied late after the start; here they are needed at once.
  useEffect(followChoices, []);
  // Other languages have their own number and date format.
  const isEnglish = pageLanguage === 'en' && preferences.language === 'Site';
  const isOpen = (name: PreferenceName) => name !== 'style' || isEnglish;
  return (
    <div className={styles.settings}>
      {siteLanguageTags.length > 1 && <SiteLanguageField />}
      {names.filter(isOpen).map((name) => (
        <PreferenceField key={name} name={name} value={preferences[name]} onChoose={onChoose} />
      ))}
    </div>
  );
}
