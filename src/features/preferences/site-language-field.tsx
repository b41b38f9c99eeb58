import { useId, useState } from 'react';
import { isSiteLanguage, siteLanguages, siteLanguageTags } from '#contract/languages.ts';
import { pageLanguage } from '#contract/texts.ts';
import { Select } from '#src/ui/select.tsx';
import styles from './preferences-form.module.css';

const options = siteLanguageTags.map((tag) => ({ value: tag, label: siteLanguages[tag].name }));

/** The language of the site on this device, and of the member's mails. */
export function SiteLanguageField() {
  const id = useId();
  const [chosen, setChosen] = useState<string>(pageLanguage);
  const choose = async (language: string) => {
    if (!isSiteLanguage(language)) return;
    setChosen(language);
    // If it cannot be changed now, a toast says why.
    const { switchLanguage } = await import('#src/features/languages/switch-language.ts');
    if (!(await switchLanguage(language))) setChosen(pageLanguage);
  };
  return (
    <div className={styles.setting}>
      <label className={styles.label} htmlFor={id}>
        Language
      </label>
      <Select
        id={id}
        translate="no"
        options={options}
        value={chosen}
        aria-busy={chosen !== pageLanguage || undefined}
        onChange={({ target }) => void choose(target.value)}
      />
    </div>
  );
}
