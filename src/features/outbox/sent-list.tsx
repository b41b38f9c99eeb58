import type { SentLine, Subject } from '#src/outbox/mutation.ts';
import type { Elements } from '#src/ui/elements.ts';
import { GrowingList } from '#src/ui/growing-list.tsx';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { titleOfRow } from './outbox-text.ts';
import { SentMark } from './row-mark.tsx';

/** Mutations sent within the last day. */
export function SentList({ lines, picture }: { lines: readonly SentLine[]; picture: (subject: Subject) => Elements }) {
  return (
    <GrowingList items={lines}>
      {(line) => (
        <PictureRow key={line.id} picture={picture(line.subject)}>
          <h3>{titleOfRow(line)}</h3>
          <p>
            <SentMark sentAt={line.sentAt} />
          </p>
        </PictureRow>
      )}
    </GrowingList>
  );
}
