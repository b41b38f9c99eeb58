import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { commentLength } from '#contract/comments.ts';
import { lengthOf } from '#contract/text.ts';
import { commentProblem } from '#src/offline/writes/comments.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { figure } from '#src/ui/format.ts';
import { TextArea } from '#src/ui/text-area.tsx';
import styles from './comment.module.css';

/** How many characters before the limit the count is shown. */
const nearly = 200;

interface CommentFormProps {
  label: string;
  initial?: string;
  /** Keeps the text; until that has worked it stays in the form. Rejects with a sentence for a person. */
  onSubmit: (text: string) => Promise<void>;
  /** The text is changed, so it can be left as it was; told what was typed. */
  onCancel?: (typed: string) => void;
  onChange?: (text: string) => void;
}

/** Where a comment is written, or changed. */
export function CommentForm({ label, initial = '', onSubmit, onCancel, onChange }: CommentFormProps) {
  const [text, setText] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const change = (next: string) => {
    setText(next);
    onChange?.(next);
    if (error) setError(commentProblem(next));
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    const problem = commentProblem(text);
    setError(problem);
    if (problem) return area.current?.focus();
    setBusy(true);
    try {
      await onSubmit(text);
      if (!onCancel) change('');
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
    if (event.key === 'Escape') onCancel?.(text);
  };
  const length = lengthOf(text);
  const count = length > commentLength - nearly && `${figure(length)} of ${figure(commentLength)}`;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        label={label}
        hint={count && <span className="figures">{count}</span>}
        errors={error ? [error] : []}
        className={styles.field}
      >
        <TextArea
          ref={area}
          rows={1}
          value={text}
          placeholder={label}
          autoFocus={onCancel !== undefined}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
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
          <SendHorizontal className="icon" aria-hidden="true" />
        </Button>
      )}
    </form>
  );
}
