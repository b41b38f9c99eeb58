import { Link } from 'react-router';
import { JoiningChange, joinLimits } from '#contract/join-settings.ts';
import { type JoinMode, joinModes } from '#contract/joining.ts';
import { moderationPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import type { SetupFormProps } from './site-forms.tsx';
import { saveJoining } from './site-setup.actions.ts';

const action = 'ChangeJoining';

export const modeLabels: Readonly<Record<JoinMode, string>> = {
  open: t`Everybody can join`,
  approval: t`Operators let people in`,
  invite: t`With an invitation only`,
  closed: t`Nobody can join`,
};
const options = joinModes.map((value) => ({ value, label: modeLabels[value] }));

const numberIn = (fields: FormData, name: string): number | null => {
  const typed = String(fields.get(name)).trim();
  return typed === '' ? null : Number(typed);
};
const collect = (fields: FormData) => ({
  mode: String(fields.get('mode')) as JoinMode,
  question: String(fields.get('question')),
  maxMembers: numberIn(fields, 'maxMembers'),
  inviteAfterDays: numberIn(fields, 'inviteAfterDays'),
});

/** How one may join, and how many members there may be. */
export function JoiningForm({ userId, setup: { joining }, onChanged }: SetupFormProps) {
  const { form, busy, validation, error } = useForm(action, JoiningChange, collect, async (input) => {
    onChanged(await saveJoining(action, userId, input));
    showToast({ text: t`Saved. It holds at once.` });
  });
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <p>
        Members stay members, whatever you choose. Who has signed up and not confirmed the e-mail yet joins by the new
        choice. Applicants wait until somebody decides.{' '}
        <Link to={`${moderationPage()}/joining`}>See applicants and make invitations.</Link>
      </p>
      <Field label="How one may join" errors={validation.mode}>
        <Select name="mode" options={options} defaultValue={joining.mode} />
      </Field>
      <Field
        label="Question to applicants"
        hint={t`Where operators let people in. Up to ${joinLimits.question} characters. Empty: what they ride, and why they would like to join.`}
        errors={validation.question}
      >
        <TextInput name="question" autoComplete="off" defaultValue={joining.question ?? ''} />
      </Field>
      <Field
        label="Members may invite people after so many days"
        hint="Where an invitation is needed, or replaces the operators’ answer. 0: at once. Empty: only operators invite."
        errors={validation.inviteAfterDays}
      >
        <TextInput type="number" name="inviteAfterDays" min={0} defaultValue={joining.inviteAfterDays ?? ''} />
      </Field>
      <Field label="Most members" hint="Nobody joins beyond it. Empty: any number." errors={validation.maxMembers}>
        <TextInput type="number" name="maxMembers" min={1} defaultValue={joining.maxMembers ?? ''} />
      </Field>
      <SubmitButton label="Save" busy={busy} compact />
    </form>
  );
}
