import { JoiningChange } from '#contract/join-settings.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import type { SetupFormProps } from './site-forms.tsx';
import { saveJoining } from './site-setup.actions.ts';

const action = 'ChangeBlocks';
const lists = ['blockedDomains', 'blockedAddresses', 'blockedNetworks', 'blockedNames'] as const;

const labels: Record<(typeof lists)[number], { label: string; hint: string }> = {
  blockedDomains: {
    label: t`Domains of e-mail addresses`,
    hint: t`Such as example.org, which includes mail.example.org. Who signs up with one is told so.`,
  },
  blockedAddresses: {
    label: t`E-mail addresses`,
    hint: t`Who signs up with one sees what everybody sees; only a mail to the address tells that it cannot be used.`,
  },
  blockedNetworks: {
    label: t`Networks`,
    hint: t`Such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32. Nobody signs up from there; members can log in.`,
  },
  blockedNames: {
    label: t`Usernames`,
    hint: t`Names that nobody may take from now on, also with words such as “team” behind. Operator, admin, moderator, support and the site's name are among them without you.`,
  },
};

const collect = (fields: FormData) =>
  Object.fromEntries(lists.map((name) => [name, String(fields.get(name)).split(/[\n,;]+/)]));

/** Lists of who cannot join. */
export function BlocksForm({ userId, setup: { joining }, onChanged }: SetupFormProps) {
  const { form, busy, validation, error } = useForm(action, JoiningChange, collect, async (input) => {
    onChanged(await saveJoining(action, userId, input));
    showToast({ text: t`Saved. It holds at once.` });
  });
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <p>They hold for who is not a member yet. One entry a line.</p>
      {lists.map((name) => (
        <Field key={name} {...labels[name]} errors={validation[name]}>
          <TextArea
            name={name}
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            defaultValue={joining[name].join('\n')}
          />
        </Field>
      ))}
      <SubmitButton label="Save" busy={busy} compact />
    </form>
  );
}
