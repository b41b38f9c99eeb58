import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { commentLength } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { partsOf } from '#contract/mentions.ts';
import { t } from '#contract/texts.ts';
import { newMemberDays, trustRules } from '#contract/trust.ts';
import { useWrittenText } from '#src/forms/use-written-text.ts';
import { useIsNewMember } from '#src/session/use-is-new-member.ts';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { Field } from '#src/ui/field.tsx';
import { SendHorizontal, X } from '#src/ui/icons.js';
import { Note } from '#src/ui/note.tsx';
import styles from './comment.module.css';
import { commentProblem } from './comment-problem.ts';
import { MentionArea, type MentionBox } from './mention-area.tsx';

const limits = { max: commentLength, nearly: 200 };

const mentionNote = () =>
  t`In your first ${newMemberDays} days, your mentions tell ${trustRules.newMember.strangersADay} strangers a day at most.`;

interface CommentFormProps {
  action: 'AddComment' | 'UpdateComment';
  label: string;
  /** Author, and the bike. */
  userId: Id;
  bikeId: Id;
  initial?: string;
  box?: RefObject<MentionBox | null>;
  /** Shows the comment or update that this one refers to. */
  reference?: Elements;
  /** Label of the button that takes it out. */
  leaveOutLabel?: string;
  onLeaveOut?: () => void;
  /** Stores the text; the form keeps it until that has succeeded. */
  onSubmit: (text: string) => Promise<void>;
  /** Present when an existing comment is edited; called with the unsaved text. */
  onCancel?: (typed: string) => void;
  onChange: (text: string) => void;
}

/** Form to write or edit a comment. */
export function CommentForm({
  action,
  label,
  userId,
  bikeId,
  initial = '',
  box,
  reference,
  leaveOutLabel,
  onLeaveOut,
  onSubmit,
  onCancel,
  onChange,
}: CommentFormProps) {
  const own = useRef<MentionBox>(null);
  const area = box ?? own;
  const isNew = useIsNewMember();
  const { text, change, submit, onKeyDown, busy, errors, refusal, count } = useWrittenText({
    action,
    initial,
    limits,
    problem: commentProblem,
    onText: onChange,
    onSent: (isWrong) => isWrong && area.current?.focus(),
    async send(written) {
      await onSubmit(written);
      return onCancel === undefined;
    },
  });
  const hint =
    count !== null ? (
      <span className="figures">{count}</span>
    ) : (
      isNew && partsOf(text).some(({ kind }) => kind === 'name') && <span>{mentionNote()}</span>
    );
  const press = (event: KeyboardEvent) => {
    onKeyDown(event);
    if (event.key === 'Escape') (onCancel ?? onLeaveOut)?.(text);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {reference && (
        <div className={styles.answering}>
          {reference}
          <Button
            look="plain"
            icon
            small
            aria-label={leaveOutLabel}
            onClick={() => {
              onLeaveOut?.();
              area.current?.focus();
            }}
          >
            <X className="icon icon-small" aria-hidden="true" />
          </Button>
        </div>
      )}
      <Field unseenLabel label={label} hint={hint} errors={errors} className={styles.field}>
        <MentionArea
          box={area}
          bikeId={bikeId}
          userId={userId}
          text={text}
          label={label}
          autoFocus={onCancel !== undefined}
          onText={change}
          onKeyDown={press}
        />
      </Field>
      {refusal && (
        <div className={styles.refusal}>
          <Note state="failed" role="alert">
            {refusal}
          </Note>
        </div>
      )}
      {onCancel ? (
        <div className={styles.choices}>
          <Button small busy={busy} type="submit">
            Save
          </Button>
          <Button look="plain" small onClick={() => onCancel(text)}>
            Cancel
          </Button>
        </div>
      ) : (
        <Button icon busy={busy} type="submit" aria-label="Post comment">
          <SendHorizontal className="icon mirrors" aria-hidden="true" />
        </Button>
      )}
    </form>
  );
}
