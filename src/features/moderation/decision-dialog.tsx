import { type FormEvent, useId, useState } from 'react';
import * as v from 'valibot';
import type { FlagCase } from '#contract/flag-queue.ts';
import { Judgement, ListJudgement, MessageJudgement, ThingJudgement } from '#contract/moderation.ts';
import { t } from '#contract/texts.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { Button } from '#src/ui/button.tsx';
import { Check } from '#src/ui/check.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { mainReason, nameOf } from './case-text.ts';
import styles from './flag-queue.module.css';
import type { Decision } from './moderation.actions.ts';

/** Decisions that need a reason, about the item or about its owner. */
export type Sanction = 'Flagged' | 'Removed' | 'Suspended' | 'Banned';

interface DecisionDialogProps {
  one: FlagCase;
  sanction: Sanction;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
}

const day = 86_400_000;
const lengths = [
  { value: '1', label: t`A day` },
  { value: '7', label: t`A week` },
  { value: '30', label: t`30 days` },
  { value: '365', label: t`A year` },
];
const questions: Record<Sanction, (username: string) => string> = {
  Flagged: () => t`Flag it?`,
  Removed: () => t`Remove it?`,
  Suspended: (username) => t`Suspend ${username}?`,
  Banned: (username) => t`Ban ${username}?`,
};
const buttons = { Flagged: t`Flag it`, Removed: t`Remove it`, Suspended: t`Suspend`, Banned: t`Ban` } as const;

/** Builds and validates the decision. @param removes whether a ban removes the comments */
function decisionOf({ targetType }: FlagCase, sanction: Sanction, reason: string, days: string, removes: boolean) {
  if (sanction === 'Banned')
    return v.safeParse(Judgement, { standing: sanction, reason, comments: removes ? 'remove' : 'keep' });
  if (sanction === 'Suspended') {
    const until = new Date(serverNow() + Number(days) * day).toISOString();
    return v.safeParse(Judgement, { standing: sanction, until, reason });
  }
  const schema = {
    Post: ThingJudgement,
    Comment: ThingJudgement,
    User: ThingJudgement,
    Message: MessageJudgement,
    List: ListJudgement,
  }[targetType];
  return v.safeParse(schema, { status: sanction, reason });
}

/** Tells the moderator who will read the reason. */
const readBy = ({ owner: { username } }: FlagCase, isPersonal: boolean): string =>
  isPersonal ? t`${username} will read it in a mail.` : t`${username} will read it.`;

/** Asks for the reason for hiding or removing an item, or for suspending or banning a member. */
export function DecisionDialog({ one, sanction, onDecide, onClose }: DecisionDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState(() => mainReason(one));
  const [days, setDays] = useState('7');
  const [removes, setRemoves] = useState(false);
  const [errors, setErrors] = useState<string[]>([]);
  const { username } = one.owner;
  const isOfWords = one.targetType === 'List' && sanction === 'Removed';
  const button = isOfWords ? t`Remove its words` : buttons[sanction];
  const isPersonal = sanction === 'Suspended' || sanction === 'Banned';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = decisionOf(one, sanction, reason, days, removes);
    if (checked.success) onDecide(checked.output);
    else setErrors(checked.issues.slice(0, 1).map(({ message }) => message));
  };
  const actions = (
    <>
      <Button look="plain" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} look={sanction === 'Flagged' ? 'action' : 'danger'}>
        {button}
      </Button>
    </>
  );
  return (
    <Dialog
      title={isOfWords ? t`Remove its words?` : questions[sanction](username)}
      actions={actions}
      onClose={onClose}
    >
      <form id={formId} noValidate className={styles.decision} onSubmit={submit}>
        {!isPersonal && <p>{nameOf(one)}</p>}
        {isOfWords && (
          <p>
            This removes its name, its text and its notes, and hides it from search and from the pages of its bikes.
          </p>
        )}
        {sanction === 'Banned' && <p>This closes the account and hides its bikes. They come back if you restore it.</p>}
        {sanction === 'Suspended' && (
          <Field label="For how long">
            <Select options={lengths} value={days} onChange={(event) => setDays(event.target.value)} />
          </Field>
        )}
        <Field label="Reason" hint={readBy(one, isPersonal)} errors={errors}>
          <TextArea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        {sanction === 'Banned' && (
          <Check checked={removes} onChange={(event) => setRemoves(event.currentTarget.checked)}>
            Also remove the comments. They come back with the account.
          </Check>
        )}
      </form>
    </Dialog>
  );
}
