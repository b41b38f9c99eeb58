import type { SentLine, Subject } from '#src/outbox/mutation.ts';
import type { Elements } from '#src/ui/elements.ts';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { titleOfRow } from './outbox-text.ts';
import { SentMark } from './row-mark.tsx';

/** Mutations sent within the last day. */
export function SentList({ lines, picture }: { lines: readonly SentLine[]; picture: (subject: Subject) => Elements }) {
  return (
    <ol>
      {lines.map((line) => (
        <PictureRow key={line.id} picture={picture(line.subject)}>
          <h3>{titleOfRow(line)}</h3>
          <p>
            <SentMark sentAt={line.sentAt} />
          </p>
        </PictureRow>
      ))}
    </ol>
  );
}
