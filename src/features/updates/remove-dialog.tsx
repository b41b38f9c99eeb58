import { useId } from 'react';
import type { Bike } from '#contract/bike-whole.ts';
import type { BikeUpdate } from '#contract/history.ts';
import type { Id } from '#contract/ids.ts';
import { judgeUpdate, UpdateJudgement } from '#contract/moderation.ts';
import { t } from '#contract/texts.ts';
import { withoutUpdate } from '#contract/update-parts.ts';
import { runAction } from '#src/actions/run-action.ts';
import { applyServerChange } from '#src/cache/generation.ts';
import { changeBike } from '#src/cache/values/bikes.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import styles from './updates.module.css';

interface RemoveDialogProps {
  bike: Bike;
  update: BikeUpdate;
  userId: Id;
  onClose: () => void;
}

/** Removes somebody else's update and tells its owner why. @throws ApiFailure */
const remove = (bikeId: Id, updateId: Id, as: Id, reason: string): Promise<void> =>
  runAction('Moderate', async (call) => {
    await call(judgeUpdate, { as, params: { bikeId, updateId }, body: { status: 'Removed', reason } });
    await applyServerChange(() => changeBike(bikeId, (bike) => withoutUpdate(bike, updateId, false)));
  });

/** Asks a moderator why an update is removed, and removes it. */
export function RemoveDialog({ bike, update, userId, onClose }: RemoveDialogProps) {
  const formId = useId();
  const { username } = bike.owner;
  const collect = (fields: FormData) => ({ status: 'Removed' as const, reason: String(fields.get('reason') ?? '') });
  const { form, busy, validation, error } = useForm('Moderate', UpdateJudgement, collect, async ({ reason }) => {
    await remove(bike.id, update.id, userId, reason);
    onClose();
    showToast({ text: t`The update is removed.` });
  });
  const actions = (
    <>
      <Button look="plain" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} look="danger" busy={busy}>
        Remove it
      </Button>
    </>
  );
  return (
    <Dialog title={t`Remove this update?`} actions={actions} onClose={onClose}>
      <form {...form} id={formId} className={styles.removal}>
        {error && <Refusal error={error} />}
        <p dir="auto">
          <strong>{update.title}</strong>
        </p>
        <p>Its text and photos are deleted. The parts list stays as it is. This can't be undone.</p>
        <Field label="Reason" hint={t`${username} will read it.`} errors={validation.reason}>
          <TextArea name="reason" rows={3} required />
        </Field>
      </form>
    </Dialog>
  );
}
