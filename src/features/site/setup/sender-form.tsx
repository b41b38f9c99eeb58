import { SiteChange } from '#contract/site.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import type { SetupFormProps } from './site-forms.tsx';
import { saveSettings } from './site-setup.actions.ts';

const action = 'ChangeSender';
const collect = (fields: FormData) => ({ sender: String(fields.get('sender')).trim() || null });

/** The sender's address of the site's mails. */
export function SenderForm({ userId, setup: { settings, defaults }, onChanged }: SetupFormProps) {
  const { form, busy, validation, error } = useForm(action, SiteChange, collect, async (input) => {
    onChanged(await saveSettings(action, userId, input));
    showToast({ text: t`Saved. The next mail comes from there.` });
  });
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <Field
        label="Address"
        hint={t`Your mail server must let the site send from it. Empty: ${defaults.sender}.`}
        errors={validation.sender}
      >
        <TextInput type="email" name="sender" autoComplete="off" defaultValue={settings.sender ?? ''} />
      </Field>
      <SubmitButton label="Save" busy={busy} compact />
    </form>
  );
}
