import { type Ref, useImperativeHandle, useRef } from 'react';
import type { MessageBike } from '#contract/conversations.ts';
import { messageLength } from '#contract/message-text.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { useWrittenText } from '#src/forms/use-written-text.ts';
import { keepUnfinished, unfinished } from '#src/lib/unfinished.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { SendHorizontal, X } from '#src/ui/icons.js';
import { Note } from '#src/ui/note.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { AboutBike } from './about-bike.tsx';
import styles from './conversations.module.css';
import { messageProblem } from './message-problem.ts';

const limits = { max: messageLength, nearly: 400 };

/** Inserts text before the current text of the box. */
export type ReplyBox = { take: (text: string) => void };

interface ReplyFormProps {
  person: Person;
  /** Key under which the unsent text is stored. */
  draft: string;
  onSend: (text: string) => Promise<void>;
  /** The bike that the message is about. */
  about: MessageBike | null;
  /** Takes the bike out of the message. */
  onLeaveOut: () => void;
  box?: Ref<ReplyBox>;
}

/** Form for a message; unsent text survives a reload. */
export function ReplyForm({ person, draft, onSend, about, onLeaveOut, box }: ReplyFormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, change, submit, onKeyDown, busy, errors, refusal, count } = useWrittenText({
    action: 'AddConversationMessage',
    limits,
    problem: messageProblem,
    initial: () => unfinished(draft),
    onText: (typed) => keepUnfinished(draft, typed),
    onSent: () => area.current?.focus(),
    async send(written) {
      await onSend(written);
      return true;
    },
  });
  useImperativeHandle(box, () => ({
    take(added) {
      change(text ? `${added}\n${text}` : added);
      area.current?.focus();
    },
  }));
  const label = t`Write to ${person.username}`;
  return (
    <form className={styles.reply} noValidate onSubmit={submit}>
      {refusal && (
        <div className={styles.refusal}>
          <Note state="failed" role="alert">
            {refusal}
          </Note>
        </div>
      )}
      {about && (
        <p className={styles.about}>
          <AboutBike bike={about} />
          <Button
            look="plain"
            icon
            small
            aria-label="Leave the bike out"
            onClick={() => {
              onLeaveOut();
              area.current?.focus();
            }}
          >
            <X className="icon icon-small" aria-hidden="true" />
          </Button>
        </p>
      )}
      <Field
        unseenLabel
        label={label}
        hint={count && <span className="figures">{count}</span>}
        errors={errors}
        className={styles.field}
      >
        <TextArea
          ref={area}
          rows={1}
          value={text}
          placeholder={label}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button icon busy={busy} type="submit" aria-label="Send">
        <SendHorizontal className="icon mirrors" aria-hidden="true" />
      </Button>
    </form>
  );
}
