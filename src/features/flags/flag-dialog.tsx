import { useId } from 'react';
import { Link } from 'react-router';
import type { BikeCard } from '#contract/bikes.ts';
import { type FlagReason, NewFlag, noteLength, reasonsFor } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { contentPolicyPage } from '#contract/pages.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { useForm } from '#src/forms/use-form.ts';
import type { Flagged } from '#src/offline/writes/flags.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import styles from './flag-dialog.module.css';
import { actionOf, flagThing } from './flags.actions.ts';

interface FlagDialogProps {
  /** The bike, or the one on which the comment stands. */
  bike: BikeCard;
  thing: Flagged;
  userId: Id;
  onClose: () => void;
}

const names = { Post: 'bike', Comment: 'comment' } as const;

/** Asks what is wrong with a bike or a comment, and tells the moderators. */
export function FlagDialog({ bike, thing, userId, onClose }: FlagDialogProps) {
  const formId = useId();
  const { type, id: targetId } = thing;
  const collect = (fields: FormData) => ({
    ...{ id: newId(), targetType: type, targetId },
    reason: String(fields.get('reason') ?? '') as FlagReason,
    note: String(fields.get('note') ?? ''),
  });
  const { form, busy, validation, error } = useForm(actionOf(thing), NewFlag, collect, async (flag) => {
    const undo = await flagThing(bike, userId, thing, flag);
    onClose();
    const words = 'Flagged. Thank you.';
    if (undo) offerUndo(words, undo);
    else showToast({ words });
  });
  const actions = (
    <>
      <Button look="plain" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} busy={busy}>
        Flag it
      </Button>
    </>
  );
  return (
    <Dialog title={`Flag this ${names[type]}`} actions={actions} onClose={onClose}>
      <form {...form} id={formId} className={styles.form}>
        {error && <Refusal error={error} />}
        <p>
          Whoever {type === 'Post' ? 'posted' : 'wrote'} it is told the reason, never who gave it.{' '}
          <Link to={contentPolicyPage()}>What is allowed</Link>
        </p>
        <Field label="What is wrong with it" errors={validation.reason}>
          <Select name="reason" options={reasonsFor(type)} empty="Choose a reason" defaultValue="" required />
        </Field>
        <Field label="What moderators should know" optional errors={validation.note}>
          <TextArea name="note" rows={3} maxLength={noteLength * 2} />
        </Field>
      </form>
    </Dialog>
  );
}
