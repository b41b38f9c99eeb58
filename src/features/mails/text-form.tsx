import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { MailText, type MailTexts, mailTextLimits } from '#contract/mails.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import formStyles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { MailPreview } from './mail-preview.tsx';
import { dropText, saveText } from './mails.actions.ts';
import styles from './mails.module.css';

interface TextFormProps {
  userId: Id;
  language: string;
  texts: MailTexts;
  /** Called with the server's answer to a change. */
  onChanged: (texts: MailTexts) => void;
}

const listOf = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');

/** Changes, previews and restores the text of one kind of mail in one language. */
export function TextForm({ userId, language, texts, onChanged }: TextFormProps) {
  const { kind, ours, own, values, required, changed, fault } = texts;
  const place = { kind, language };
  const action = `ChangeMailText ${kind} ${language}`;
  const [typed, setTyped] = useState(own ?? ours);
  const [isPreviewed, setPreviewed] = useState(false);
  const { form, busy, validation, error } = useForm(
    action,
    MailText,
    () => typed,
    async (input) => {
      const saved = await saveText(action, userId, place, input);
      setTyped(saved.own ?? saved.ours);
      onChanged(saved);
      showToast({ text: saved.own ? t`Saved. The next mail has your text.` : t`The next mail has our text.` });
    },
  );
  const restore = async () => {
    const before = own;
    const restored = await dropText(userId, place);
    setTyped(restored.ours);
    onChanged(restored);
    if (!before) return;
    offerUndo(t`The next mail has our text.`, async () => {
      const saved = await saveText(action, userId, place, before);
      setTyped(before);
      onChanged(saved);
    });
  };
  const canSay = t`You can use ${listOf(values)}. An empty line begins a paragraph.`;
  return (
    <form {...form} className={formStyles.form}>
      {error && <Refusal error={error} />}
      {fault && (
        <Note state="failed">
          Ours is sent instead of your text, which does not fit this mail any more. <span>{fault}</span>
        </Note>
      )}
      {changed && !fault && (
        <Note state="notice">Our text has changed since you saved yours. Yours is still sent.</Note>
      )}
      <Field label="Subject" hint={t`Up to ${mailTextLimits.subject} characters.`} errors={validation.subject}>
        <TextInput
          name="subject"
          autoComplete="off"
          dir="auto"
          lang={language}
          value={typed.subject}
          onChange={(event) => setTyped({ ...typed, subject: event.target.value })}
        />
      </Field>
      <Field
        label="Text"
        hint={required.length > 0 ? `${canSay} ${t`It must say ${listOf(required)}.`}` : canSay}
        errors={validation.text}
      >
        <TextArea
          name="text"
          rows={6}
          lang={language}
          value={typed.text}
          onChange={(event) => setTyped({ ...typed, text: event.target.value })}
        />
      </Field>
      {own && (
        <div>
          <p className="quiet small">Our text</p>
          <p lang={language} className={styles.ours}>{`${ours.subject}\n\n${ours.text}`}</p>
        </div>
      )}
      <div className={styles.buttons}>
        <SubmitButton label={t`Save`} busy={busy} compact />
        <Button look="quiet" aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
          Preview
        </Button>
        {own && (
          <Button look="plain" onClick={() => void restore().catch(complain)}>
            Back to our text
          </Button>
        )}
      </div>
      {isPreviewed && <MailPreview userId={userId} place={place} text={typed} />}
    </form>
  );
}
