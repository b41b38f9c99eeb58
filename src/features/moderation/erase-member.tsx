import { useState } from 'react';
import type * as v from 'valibot';
import { EraseMember as EraseMemberInput, eraseMember, type MemberAccount } from '#contract/account-help.ts';
import { daysToErasure } from '#contract/accounts.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { erase } from './member.actions.ts';

interface EraseMemberProps {
  userId: Id;
  member: MemberAccount;
  /** Called with when it is erased. */
  onErased: (when: EraseMemberInput['when']) => void;
}

const collect = (fields: FormData): v.InferInput<typeof EraseMemberInput> => ({
  username: String(fields.get('username')),
  when: fields.get('when') === 'now' ? 'now' : 'later',
  reason: String(fields.get('reason')),
});

/** Erases a member's account, at once or in 30 days. Asks twice: for the username, and once more. */
export function EraseMember({ userId, member, onErased }: EraseMemberProps) {
  const { id, username, status } = member;
  const [sure, setSure] = useState<EraseMemberInput | null>(null);
  const { form, busy, validation, error } = useForm(eraseMember.action, EraseMemberInput, collect, async (input) =>
    setSure(input),
  );
  const run = async (input: EraseMemberInput) => {
    setSure(null);
    await erase(userId, id, input)
      .then(() => onErased(input.when))
      .catch(ignoreApiFailure);
  };
  const isDeleted = status === 'Deleted' || status === 'Unconfirmed';
  const options = [
    ...(isDeleted ? [] : [{ value: 'later', label: t`In ${daysToErasure} days. It can be restored until then.` }]),
    { value: 'now', label: t`At once` },
  ];
  return (
    <form {...form} className={styles.form}>
      <p>For a member who asks for it and cannot log in. The account closes now, and all devices are signed out.</p>
      {error && <Refusal error={error} />}
      <Field label="When" errors={validation.when}>
        <Select name="when" options={options} />
      </Field>
      <Field label="Username" hint={t`Type ${username} to confirm.`} errors={validation.username}>
        <TextInput
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
      </Field>
      <Field label="Reason" optional hint="Only moderators read it." errors={validation.reason}>
        <TextInput name="reason" autoComplete="off" />
      </Field>
      <SubmitButton label="Erase the account" busy={busy} look="danger" compact />
      {sure && (
        <Dialog
          title={t`Erase ${username}?`}
          alert
          actions={
            <>
              <Button look="quiet" onClick={() => setSure(null)}>
                Back
              </Button>
              <Button look="danger" onClick={() => void run(sure)}>
                {sure.when === 'now' ? t`Erase it for good` : t`Erase it in ${daysToErasure} days`}
              </Button>
            </>
          }
          onClose={() => setSure(null)}
        >
          <p>
            {sure.when === 'now'
              ? t`Bikes, photos, comments and likes are erased at once. Nobody can undo this.`
              : t`Bikes and photos disappear now, and everything is erased in ${daysToErasure} days.`}
          </p>
        </Dialog>
      )}
    </form>
  );
}
