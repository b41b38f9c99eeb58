import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isSiteLanguage, siteLanguages, siteLanguageTags } from '#contract/languages.ts';
import type { MailTexts } from '#contract/mails.ts';
import { pageLanguage, t } from '#contract/texts.ts';
import { fetchTexts } from '#src/features/mails/mails.actions.ts';
import { TextForm } from '#src/features/mails/text-form.tsx';
import styles from '#src/forms/form.module.css';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';
import { Disclosure } from '#src/ui/disclosure.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { ModerationPart } from './moderation-part.tsx';

function stateOf({ own, changed, fault }: MailTexts): string {
  if (!own) return t`Built in`;
  if (fault) return t`Your own, not sent`;
  return changed ? t`Your own, ours has changed` : t`Your own`;
}

const languages = siteLanguageTags.map((tag) => ({ value: tag, label: siteLanguages[tag].name }));

/** The texts of mails in a language, for operators. @param parts the links to the other pages */
export function MailTextsPage({ parts }: { parts: Elements }) {
  const { user } = useSession();
  const [query, setQuery] = useSearchParams();
  // The parameter `language` would change the language of the page.
  const asked = query.get('in');
  const language = isSiteLanguage(asked) ? asked : pageLanguage;
  const [known, setKnown] = useState<{ language: string; all: MailTexts[] }>();
  const refreshed = useRefreshed(user && `${user.id} ${language}`, async () => {
    if (user) setKnown({ language, all: await fetchTexts(user.id, language) });
  });
  const all = known?.language === language ? known.all : undefined;
  const replace = (changed: MailTexts) =>
    setKnown((now) => now && { ...now, all: now.all.map((one) => (one.kind === changed.kind ? changed : one)) });
  return (
    <ModerationPart title={t`Moderation: texts of mails`} name={t`Texts of mails`} parts={parts} refreshed={refreshed}>
      {user && all && (
        <>
          <div className={styles.form}>
            <p>
              You can replace the subject and the paragraphs of each mail. The greeting, buttons with their links, and
              the small print stay as they are.
            </p>
            <Field label="Language of the mails">
              <Select
                name="language"
                options={languages}
                value={language}
                onChange={({ target }) => setQuery({ view: 'texts', in: target.value }, { replace: true })}
              />
            </Field>
          </div>
          <div>
            {all.map((texts) => (
              <Disclosure key={`${texts.kind} ${language}`} title={texts.when} about={stateOf(texts)} part={texts.kind}>
                <TextForm userId={user.id} language={language} texts={texts} onChanged={replace} />
              </Disclosure>
            ))}
          </div>
        </>
      )}
    </ModerationPart>
  );
}
