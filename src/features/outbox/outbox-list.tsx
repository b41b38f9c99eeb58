import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import type { Elements } from '#src/ui/elements.ts';
import { GrowingList } from '#src/ui/growing-list.tsx';
import { OutboxRowItem } from './outbox-row-item.tsx';
import type { SteadyItem } from './steady.ts';

interface OutboxListProps {
  items: readonly SteadyItem[];
  /** Returns the picture of a subject. */
  picture: (subject: Subject) => Elements;
  /** Returns extra actions of a feature for a refused mutation. */
  fix: (row: QueuedMutation) => Elements;
}

/** Items that are not sent yet or were sent just now. */
export function OutboxList({ items, picture, fix }: OutboxListProps) {
  return (
    <GrowingList items={items}>
      {({ item, sentAt }) => (
        <OutboxRowItem
          key={item.row.id}
          item={item}
          sentAt={sentAt}
          picture={picture(item.row.subject)}
          fix={fix(item.row)}
        />
      )}
    </GrowingList>
  );
}
