import type { ReactNode } from 'react';
import type { RowShown } from '#src/offline/rows.ts';
import type { OutboxItem } from './outbox-groups.ts';
import { OutboxRowItem } from './outbox-row-item.tsx';

interface OutboxListProps {
  items: readonly OutboxItem[];
  /** The picture that stands for a row. */
  picture: (shown: RowShown) => ReactNode;
  /** Called after a bike was taken back in order to change it. */
  onEditBike: (draftId: string) => void;
}

/** Rows that have not reached the site. */
export function OutboxList({ items, picture, onEditBike }: OutboxListProps) {
  return (
    <ol>
      {items.map((item) => (
        <OutboxRowItem key={item.row.id} item={item} picture={picture(item.row.shown)} onEditBike={onEditBike} />
      ))}
    </ol>
  );
}
