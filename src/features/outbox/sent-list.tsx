import type { ReactNode } from 'react';
import type { RowShown, SentLine } from '#src/offline/rows.ts';
import { clockTime } from '#src/ui/format.ts';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './outbox.module.css';
import { titleOfRow } from './outbox-words.ts';

/** What has arrived within the last day. */
export function SentList({ lines, picture }: { lines: readonly SentLine[]; picture: (shown: RowShown) => ReactNode }) {
  return (
    <ol>
      {lines.map((line) => (
        <li key={line.id} className={styles.row}>
          {picture(line.shown)}
          <div className={styles.words}>
            <h3>{titleOfRow(line)}</h3>
            <p>
              <TrailMark state="saved">Sent {clockTime(new Date(line.sentAt))}</TrailMark>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
