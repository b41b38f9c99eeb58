import { type FormEvent, useId, useState } from 'react';
import * as v from 'valibot';
import type { FlagCase } from '#contract/flag-queue.ts';
import { ThingJudgement } from '#contract/moderation.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { mainReason, nameOf } from './case-words.ts';

interface VerdictDialogProps {
  one: FlagCase;
  status: 'Flagged' | 'Removed';
  onDecide: (reason: string) => void;
  onClose: () => void;
}

const words = { Flagged: ['Flag it?', 'Flag it'], Removed: ['Remove it?', 'Remove it'] } as const;

/** Asks why something is hidden or taken away: whose it is reads that. */
export function VerdictDialog({ one, status, onDecide, onClose }: VerdictDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState(() => mainReason(one));
  const [errors, setErrors] = useState<string[]>([]);
  const [title, button] = words[status];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = v.safeParse(ThingJudgement, { status, reason });
    if (checked.success) onDecide(checked.output.reason ?? '');
    else setErrors(checked.issues.slice(0, 1).map(({ message }) => message));
  };
  const actions = (
    <>
      <Button look="plain" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} look={status === 'Removed' ? 'danger' : 'action'}>
        {button}
      </Button>
    </>
  );
  return (
    <Dialog title={title} actions={actions} onClose={onClose}>
      <form id={formId} noValidate onSubmit={submit}>
        <p>{nameOf(one)}</p>
        <Field label="Reason" hint={`${one.owner.username} reads it.`} errors={errors}>
          <TextArea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
