import { useState } from 'react';
import * as v from 'valibot';
import { CommentText } from '#contract/comments.ts';
import { ApiFailure } from '#src/ground/failure.ts';
import type { OutboxRow } from '#src/offline/rows.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { rewriteComment } from './outbox.actions.ts';
import styles from './outbox.module.css';
import { quoteOf } from './outbox-words.ts';

/** Changes a comment that has not been sent. */
export function EditComment({ row, onDone }: { row: OutboxRow; onDone: () => void }) {
  const [text, setText] = useState(quoteOf(row));
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    const checked = v.safeParse(CommentText, text);
    if (!checked.success) return setProblem(checked.issues[0].message);
    try {
      const changed = await rewriteComment(row.id, checked.output);
      if (!changed) showToast({ words: 'It is on its way already. Edit it on the bike’s page.', alert: true });
      onDone();
    } catch (error) {
      setProblem(error instanceof ApiFailure ? error.message : 'This could not be kept on this device.');
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
      <Field label="Your comment" errors={problem ? [problem] : []}>
        <TextArea
          rows={3}
          value={text}
          autoFocus
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
      </Field>
      <div className="row">
        <Button type="submit" small>
          Save
        </Button>
        <Button look="plain" small onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
