import { useState } from 'react';
import * as v from 'valibot';
import { endDigest, resumeDigest } from '#contract/digest.ts';
import { preferencesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { NavRow } from '#src/ui/nav-row.tsx';
import { Note } from '#src/ui/note.tsx';
import { stopWeeklyMail, undoWeeklyMailStop } from './digest.actions.ts';

const Nothing = v.object({});

const sentences = {
  asked: t`The weekly mail comes on Friday mornings when there is news. Stop it?`,
  stopped: t`You don't get the weekly mail any more.`,
  resumed: t`You get the weekly mail again.`,
};

/**
 * Ends the weekly mail by the link in it, and takes that back. It waits for a press, because mail programs open links to
 * scan them. The button stays the same element, so that it keeps the focus.
 */
export function WeeklyMailLink({ token }: { token: string }) {
  const [state, setState] = useState<keyof typeof sentences>('asked');
  const isStopped = state === 'stopped';
  const { form, busy, error } = useForm(
    isStopped ? resumeDigest.action : endDigest.action,
    Nothing,
    () => ({}),
    async () => {
      await (isStopped ? undoWeeklyMailStop(token) : stopWeeklyMail(token));
      setState(isStopped ? 'resumed' : 'stopped');
    },
  );
  if (!token)
    return (
      <>
        <Note state="failed" role="alert">
          {t`This link isn't complete. Open it from the mail again, or change your choice in your preferences.`}
        </Note>
        <NavRow to={`${preferencesPage()}#weekly-mail`}>Preferences</NavRow>
      </>
    );
  return (
    <>
      <p role="status">{sentences[state]}</p>
      <form {...form} className={styles.form}>
        <NeedsConnection>This needs a connection.</NeedsConnection>
        {error && <Refusal error={error} />}
        <SubmitButton label={isStopped ? t`Undo` : t`Stop the weekly mail`} busy={busy} />
      </form>
      <NavRow to={`${preferencesPage()}#weekly-mail`}>Preferences</NavRow>
    </>
  );
}
