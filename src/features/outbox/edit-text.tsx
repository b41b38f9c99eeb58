import { useState } from 'react';
import { t } from '#contract/texts.ts';
import { refusalOf } from '#src/actions/run-action.ts';
import { invalidResult, sentencesOf, unknownResult } from '#src/lib/result.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { rewrite } from './outbox.actions.ts';
import styles from './outbox.module.css';
import { quoteOf } from './outbox-text.ts';

interface EditTextProps {
  row: QueuedMutation;
  /** Unsaved text from before; null to start with the queued text. */
  typed: string | null;
  onDone: () => void;
  /** Called with the unsaved text when the form closes. */
  onLeft: (text: string) => void;
}

/** Edits the text of a queued mutation. */
export function EditText({ row, typed, onDone, onLeft }: EditTextProps) {
  const { action, text: written } = definitionOf(row);
  const [text, setText] = useState(typed ?? quoteOf(row));
  const [result, setResult] = useState(unknownResult);
  const { validation, error } = result;
  const save = async () => {
    const wrong = written?.problem(text);
    if (wrong) return setResult(invalidResult(action, { text: [wrong] }));
    try {
      const changed = await rewrite(row.id, text);
      if (!changed) showToast({ text: t`This is being sent already. Edit it where you wrote it.`, alert: true });
      onDone();
    } catch (cause) {
      setResult(refusalOf(action, cause));
    }
  };
  return (
    <form
      className={styles.edit}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={written?.label ?? ''} errors={validation ? sentencesOf(result) : []}>
        <TextArea
          rows={3}
          value={text}
          autoFocus
          onChange={(event) => {
            setText(event.target.value);
            setResult(unknownResult);
          }}
        />
      </Field>
      {error && (
        <Note state="failed" role="alert">
          {error.message}
        </Note>
      )}
      <div className="row">
        <Button type="submit" small>
          Save
        </Button>
        <Button look="plain" small onClick={() => (text === quoteOf(row) ? onDone() : onLeft(text))}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
