import type { ReactNode } from 'react';
import type { SentLine, Subject } from '#src/offline/rows.ts';
import { clockTime } from '#src/ui/format.ts';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { titleOfRow } from './outbox-words.ts';

/** What has arrived within the last day. */
export function SentList({ lines, picture }: { lines: readonly SentLine[]; picture: (subject: Subject) => ReactNode }) {
  return (
    <ol>
      {lines.map((line) => (
        <PictureRow key={line.id} picture={picture(line.subject)}>
          <h3>{titleOfRow(line)}</h3>
          <p>
            <TrailMark state="saved">Sent {clockTime(new Date(line.sentAt))}</TrailMark>
          </p>
        </PictureRow>
      ))}
    </ol>
  );
}
