import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { newId } from '#contract/ids.ts';
import { type Invitation, type invitationLimits, NewInvitation } from '#contract/invitations.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { makeInvitation } from './invitations.actions.ts';

interface InvitationFormProps {
  userId: Id;
  limits: (typeof invitationLimits)['member' | 'operator'];
  onMade: (made: Invitation) => void;
}

const collect = (fields: FormData) => ({ uses: Number(fields.get('uses')), days: Number(fields.get('days')) });

/** Makes an invitation with a number of uses and an end. */
export function InvitationForm({ userId, limits, onMade }: InvitationFormProps) {
  // A second attempt after a lost answer makes no second one.
  const [id, setId] = useState(newId);
  const { form, busy, validation, error } = useForm('CreateInvitation', NewInvitation, collect, async (input) => {
    onMade(await makeInvitation(userId, id, input));
    setId(newId());
  });
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Making an invitation needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      <Field label="How many people may use it" hint={t`Up to ${limits.uses}.`} errors={validation.uses}>
        <TextInput type="number" name="uses" min={1} max={limits.uses} defaultValue={1} required />
      </Field>
      <Field label="For how many days" hint={t`Up to ${limits.days}.`} errors={validation.days}>
        <TextInput type="number" name="days" min={1} max={limits.days} defaultValue={7} required />
      </Field>
      <SubmitButton label="Make an invitation" busy={busy} compact />
    </form>
  );
}
