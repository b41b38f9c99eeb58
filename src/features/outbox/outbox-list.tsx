import type { ReactNode } from 'react';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { OutboxRowItem } from './outbox-row-item.tsx';
import type { SteadyItem } from './steady.ts';

interface OutboxListProps {
  items: readonly SteadyItem[];
  /** The picture that stands for what a row is about. */
  picture: (subject: Subject) => ReactNode;
  /** What a feature offers besides about a row that was refused. */
  mend: (row: QueuedMutation) => ReactNode;
}

/** Rows that have not reached the site, and those that just have. */
export function OutboxList({ items, picture, mend }: OutboxListProps) {
  return (
    <ol>
      {items.map(({ item, sentAt }) => (
        <OutboxRowItem
          key={item.row.id}
          item={item}
          sentAt={sentAt}
          picture={picture(item.row.subject)}
          mend={mend(item.row)}
        />
      ))}
    </ol>
  );
}
