import { type ReactNode, useState } from 'react';
import { WaitingMark } from '#src/reading/waiting-mark.tsx';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { EditText } from './edit-text.tsx';
import styles from './outbox.module.css';
import type { OutboxItem } from './outbox-groups.ts';
import { quoteOf, titleOfRow, tryWords, whenWords } from './outbox-words.ts';
import { RowActions } from './row-actions.tsx';
import { RowParts } from './row-parts.tsx';

interface OutboxRowItemProps {
  item: OutboxItem;
  picture: ReactNode;
}

function Mark({ item: { waiting, parts } }: { item: OutboxItem }) {
  const left = parts?.entries.filter((entry) => entry !== null) ?? [];
  if (parts && left.some((part) => part.waiting.look === 'sending')) {
    const all = parts.entries.length;
    return (
      <TrailMark state="sending">
        Sending {parts.one.toLowerCase()} {all - left.length + 1} of {all}
      </TrailMark>
    );
  }
  const next = left.find((part) => part.waiting.look === 'waiting' || part.waiting.look === 'retry');
  // A thing waits as its next part does, so it says the same.
  return <WaitingMark waiting={next ? { ...next.waiting, after: waiting.after } : waiting} />;
}

/** One row: what it is, how it stands, what can be done about it. */
export function OutboxRowItem({ item, picture }: OutboxRowItemProps) {
  const { row, waiting, parts } = item;
  const [editing, setEditing] = useState(false);
  const now = useNow();
  const quote = quoteOf(row);
  const actions = !editing && <RowActions item={item} onEditText={() => setEditing(true)} />;
  return (
    <PictureRow picture={picture} actions={actions}>
      <h3>{titleOfRow(row)}</h3>
      <p>
        <Mark item={item} />
      </p>
      {editing ? (
        <EditText row={row} onDone={() => setEditing(false)} />
      ) : (
        <p className="quiet small">
          {quote && <span className={styles.quote}>“{quote}” </span>}
          {waiting.look === 'old' && 'This has waited 14 days. Still send it? '}
          {tryWords(row)} {whenWords(row, now)}
        </p>
      )}
      {parts && <RowParts item={item} parts={parts} />}
    </PictureRow>
  );
}
