import { useRef } from 'react';
import { useWrittenText } from '#src/forms/use-written-text.ts';
import { keepUnfinished, unfinished } from '#src/lib/unfinished.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import styles from './favorites.module.css';

interface WordsFormProps {
  label: string;
  hint: string;
  /** Names the unsaved text in this tab; ends with the member's id. */
  name: string;
  initial: string;
  /** Characters. */
  max: number;
  problem: (text: string) => string | null;
  onSave: (text: string) => Promise<void>;
  onClose: () => void;
}

/** Form for the text of a folder or a note. What was typed and not saved is there when it opens again in this tab. */
export function WordsForm({ label, hint, name, initial, max, problem, onSave, onClose }: WordsFormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, change, submit, onKeyDown, busy, errors, refusal, count } = useWrittenText({
    action: 'UpdateFavoriteFolder',
    initial: () => unfinished(name) || initial,
    limits: { max, nearly: 100 },
    problem,
    onText: (typed) => keepUnfinished(name, typed === initial ? '' : typed),
    onSent: (isWrong) => isWrong && area.current?.focus(),
    async send(written) {
      if (written !== initial) await onSave(written);
      keepUnfinished(name, '');
      onClose();
      return false;
    },
  });
  return (
    <form className={styles.words} noValidate onSubmit={submit}>
      <Field label={label} hint={count ? <span className="figures">{count}</span> : hint} errors={errors}>
        <TextArea
          ref={area}
          rows={3}
          value={text}
          autoFocus
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            onKeyDown(event);
            if (event.key === 'Escape') onClose();
          }}
        />
      </Field>
      {refusal && (
        <Note state="failed" role="alert">
          {refusal}
        </Note>
      )}
      <div className="row">
        <Button small busy={busy} type="submit">
          Save
        </Button>
        <Button
          look="plain"
          small
          onClick={() => {
            keepUnfinished(name, '');
            onClose();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
