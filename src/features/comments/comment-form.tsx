import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { commentLength } from '#contract/comments.ts';
import { lengthOf } from '#contract/text.ts';
import { begunResult, invalidResult, isUnderWay, sentencesOf, unknownResult } from '#src/ground/result.ts';
import { commentProblem } from '#src/offline/writes/comments.ts';
import { refusalOf } from '#src/results/results.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { figure } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import styles from './comment.module.css';

/** How many characters before the limit the count is shown. */
const nearly = 200;

interface CommentFormProps {
  action: 'AddComment' | 'UpdateComment';
  label: string;
  initial?: string;
  /** Keeps the text; until that has worked it stays in the form. */
  onSubmit: (text: string) => Promise<void>;
  /** The text is changed, so it can be left as it was; told what was typed. */
  onCancel?: (typed: string) => void;
  onChange?: (text: string) => void;
}

/** Where a comment is written, or changed. */
export function CommentForm({ action, label, initial = '', onSubmit, onCancel, onChange }: CommentFormProps) {
  const [text, setText] = useState(initial);
  // Several may be open at once, so each has the result of its own.
  const [result, setResult] = useState(unknownResult);
  const { validation, error } = result;
  const busy = isUnderWay(result);
  const area = useRef<HTMLTextAreaElement>(null);
  const change = (next: string) => {
    setText(next);
    onChange?.(next);
    if (validation) setResult(check(next));
  };
  const check = (words: string) => {
    const problem = commentProblem(words);
    return problem ? invalidResult(action, { text: [problem] }) : unknownResult;
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    const checked = check(text);
    setResult(checked.validation ? checked : begunResult(action));
    if (checked.validation) return area.current?.focus();
    try {
      await onSubmit(text);
      setResult(unknownResult);
      if (onCancel) return;
      setText('');
      onChange?.('');
    } catch (cause) {
      setResult(refusalOf(action, cause));
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
        errors={validation ? sentencesOf(result) : []}
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
      {error && (
        <div className={styles.refusal}>
          <Note state="failed" role="alert">
            {error.message}
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
          <SendHorizontal className="icon" aria-hidden="true" />
        </Button>
      )}
    </form>
  );
}
