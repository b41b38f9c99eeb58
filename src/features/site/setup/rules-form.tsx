import { Link } from 'react-router';
import { contentPolicyPage } from '#contract/pages.ts';
import { SiteChange } from '#contract/site.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import type { SetupFormProps } from './site-forms.tsx';
import { saveSettings } from './site-setup.actions.ts';

const action = 'ChangeRules';
const collect = (fields: FormData) => ({ rules: String(fields.get('rules')).trim() || null });

/** The site's own rules, on the page of the content policy. */
export function RulesForm({ userId, setup: { settings }, onChanged }: SetupFormProps) {
  const { form, busy, validation, error } = useForm(action, SiteChange, collect, async (input) => {
    onChanged(await saveSettings(action, userId, input));
    showToast({ text: t`Saved.` });
  });
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <p>
        They replace what may be shown here in the <Link to={contentPolicyPage()}>content policy</Link>. The sections
        about flagged things and appeals stay below them.
      </p>
      <Field
        label="Rules"
        hint="An empty line begins a paragraph. Lines that begin with a dash are a list. Empty: the built-in rules."
        errors={validation.rules}
      >
        <TextArea name="rules" rows={10} defaultValue={settings.rules ?? ''} />
      </Field>
      <SubmitButton label="Save" busy={busy} compact />
    </form>
  );
}
