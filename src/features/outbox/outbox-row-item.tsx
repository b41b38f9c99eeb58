import { type ReactNode, useState } from 'react';
import { WaitingMark } from '#src/reading/waiting-mark.tsx';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { BikeSteps } from './bike-steps.tsx';
import { EditComment } from './edit-comment.tsx';
import styles from './outbox.module.css';
import type { OutboxItem } from './outbox-groups.ts';
import { quoteOf, titleOfRow, tryWords, whenWords } from './outbox-words.ts';
import { RowActions } from './row-actions.tsx';

interface OutboxRowItemProps {
  item: OutboxItem;
  picture: ReactNode;
  onEditBike: (draftId: string) => void;
}

function Mark({ item: { row, waiting, photos } }: { item: OutboxItem }) {
  const total = row.shown.photos.length;
  const sending = photos.some((photo) => photo.waiting.look === 'sending');
  if (sending) {
    return (
      <TrailMark state="sending">
        Sending photo {total - photos.length + 1} of {total}
      </TrailMark>
    );
  }
  const next = photos.find((photo) => photo.waiting.look === 'waiting' || photo.waiting.look === 'retry');
  // A bike waits as its next photo does, so it says the same.
  return <WaitingMark waiting={next?.waiting ?? waiting} parent={row.kind === 'bike.put' ? 'photos' : 'bike'} />;
}

/** One row: what it is, how it stands, what can be done about it. */
export function OutboxRowItem({ item, picture, onEditBike }: OutboxRowItemProps) {
  const { row, waiting } = item;
  const [editing, setEditing] = useState(false);
  const now = useNow();
  const quote = quoteOf(row);
  const actions = !editing && <RowActions item={item} onEditText={() => setEditing(true)} onEditBike={onEditBike} />;
  return (
    <PictureRow picture={picture} actions={actions}>
      <h3>{titleOfRow(row)}</h3>
      <p>
        <Mark item={item} />
      </p>
      {editing ? (
        <EditComment row={row} onDone={() => setEditing(false)} />
      ) : (
        <p className="quiet small">
          {quote && <span className={styles.quote}>“{quote}” </span>}
          {waiting.look === 'old' && 'This has waited 14 days. Still send it? '}
          {tryWords(row)} {whenWords(row, now)}
        </p>
      )}
      {row.kind === 'bike.put' && <BikeSteps item={item} />}
    </PictureRow>
  );
}
