import { useState } from 'react';
import { newId } from '#contract/ids.ts';
import { NewAnnouncement, siteLimits } from '#contract/site.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { AnnouncementBar } from '../announcement.tsx';
import type { SetupFormProps } from './site-forms.tsx';
import { endPublished, publish } from './site-setup.actions.ts';

const empty = { text: '', link: '' };

/** Writes, previews, publishes and ends an announcement. */
export function AnnouncementForm({ userId, setup: { announcement }, onChanged }: SetupFormProps) {
  const [typed, setTyped] = useState(empty);
  // A second attempt after a lost answer publishes nothing twice.
  const [id, setId] = useState(newId);
  const { form, busy, validation, error } = useForm(
    'PublishAnnouncement',
    NewAnnouncement,
    () => ({ id, text: typed.text, link: typed.link.trim() || null }),
    async (input) => {
      onChanged(await publish(userId, input));
      setTyped(empty);
      setId(newId());
      showToast({ text: t`Published. Everybody sees it on their next page.` });
    },
  );
  const end = () => {
    if (announcement) endPublished(userId, announcement.id).then(onChanged, complain);
  };
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      {announcement && (
        <Note
          action={
            <Button look="quiet" small onClick={end}>
              End it
            </Button>
          }
        >
          “<span>{announcement.text}</span>” Published by <span>{announcement.by}</span>,{' '}
          <Ago time={announcement.at} inside />.
        </Note>
      )}
      <Field
        label={announcement ? t`A new one in its place` : t`Your sentence`}
        hint={t`One sentence, up to ${siteLimits.announcement} characters. It is a bar on every page until you end it; anybody can dismiss it on their device.`}
        errors={validation.text}
      >
        <TextArea
          name="text"
          rows={2}
          value={typed.text}
          onChange={(event) => setTyped({ ...typed, text: event.target.value })}
        />
      </Field>
      <Field
        label="Read more at"
        optional
        hint="A page of this site, such as /faq, or an address."
        errors={validation.link}
      >
        <TextInput
          name="link"
          autoComplete="off"
          value={typed.link}
          onChange={(event) => setTyped({ ...typed, link: event.target.value })}
        />
      </Field>
      {typed.text.trim() && <AnnouncementBar one={{ text: typed.text, link: typed.link.trim() || null }} />}
      <SubmitButton label="Publish" busy={busy} compact />
    </form>
  );
}
