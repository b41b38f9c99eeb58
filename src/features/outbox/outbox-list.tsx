import type { ReactNode } from 'react';
import type { Subject } from '#src/offline/rows.ts';
import type { OutboxItem } from './outbox-groups.ts';
import { OutboxRowItem } from './outbox-row-item.tsx';

interface OutboxListProps {
  items: readonly OutboxItem[];
  /** The picture that stands for what a row is about. */
  picture: (subject: Subject) => ReactNode;
}

/** Rows that have not reached the site. */
export function OutboxList({ items, picture }: OutboxListProps) {
  return (
    <ol>
      {items.map((item) => (
        <OutboxRowItem key={item.row.id} item={item} picture={picture(item.row.subject)} />
      ))}
    </ol>
  );
}
