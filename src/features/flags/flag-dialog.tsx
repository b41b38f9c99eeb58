import { useId, useState } from 'react';
import { Link } from 'react-router';
import { type FlagReason, flagSchemaOf, maxNoteLength, reasonsFor } from '#contract/flag-reasons.ts';
import type { Id } from '#contract/ids.ts';
import { contentPolicyPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { newMemberDays } from '#contract/trust.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { useIsNewMember } from '#src/session/use-is-new-member.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import styles from './flag-dialog.module.css';
import { actionOf, flagThing } from './flags.actions.ts';
import type { Flagged } from './flags.mutations.ts';

interface FlagDialogProps {
  thing: Flagged;
  userId: Id;
  onClose: () => void;
}

const titles = {
  Post: t`Flag this bike`,
  Comment: t`Flag this comment`,
  Message: t`Flag this message`,
  List: t`Flag this list`,
} as const;
const explanations = {
  Post: t`The owner is told why, never who flagged it.`,
  Comment: t`The author is told why, never who flagged it.`,
  Message: t`Moderators read only this message. Its author isn't told.`,
  List: t`Moderators will look at its name, its text and its notes. Nobody is told who flagged it.`,
  User: t`Moderators will look at this account. The member isn't told.`,
} as const;

/** Dialog that asks for the reason and flags an item for moderators. */
export function FlagDialog({ thing, userId, onClose }: FlagDialogProps) {
  const formId = useId();
  const { type, subject } = thing;
  const isNew = useIsNewMember();
  const [schema] = useState(() => flagSchemaOf(type));
  const collect = (fields: FormData) => ({
    reason: String(fields.get('reason') ?? '') as FlagReason,
    note: String(fields.get('note') ?? ''),
  });
  const { form, busy, validation, error } = useForm(actionOf(thing), schema, collect, async (said) => {
    const undo = await flagThing(userId, thing, said);
    onClose();
    const text = t`Flagged. Thanks for telling us.`;
    if (undo) offerUndo(text, undo);
    else showToast({ text });
  });
  const actions = (
    <>
      <Button look="plain" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} busy={busy}>
        Flag
      </Button>
    </>
  );
  return (
    <Dialog title={type === 'User' ? t`Flag ${subject.title}` : titles[type]} actions={actions} onClose={onClose}>
      <form {...form} id={formId} className={styles.form}>
        {error && <Refusal error={error} />}
        <p>
          <span>{explanations[type]}</span> <Link to={contentPolicyPage()}>See what is allowed</Link>
        </p>
        {isNew && (type === 'Post' || type === 'Comment') && (
          <p className="quiet small">
            {t`In your first ${newMemberDays} days, your flags hide nothing by themselves. A moderator looks at each of them.`}
          </p>
        )}
        <Field label="What's wrong?" errors={validation.reason}>
          <Select name="reason" options={reasonsFor(type)} empty={t`Choose a reason`} defaultValue="" required />
        </Field>
        <Field label="Anything moderators should know?" optional errors={validation.note}>
          <TextArea name="note" rows={3} maxLength={maxNoteLength * 2} />
        </Field>
      </form>
    </Dialog>
  );
}
