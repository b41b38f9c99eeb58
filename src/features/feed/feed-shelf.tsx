import { many, t } from '#contract/texts.ts';
import { classNames } from '#src/ui/class-names.ts';
import shelf from '#src/ui/shelf.module.css';
import styles from './feed.module.css';
import { FeedItem } from './feed-item.tsx';
import type { MemberDay } from './group-by-day.ts';

/** The owner, and how much more is new on the same day. */
function moreOf({ person, entries }: MemberDay): string {
  const others = entries.length - 1;
  return others > 0 ? many(others)`${person.username}, and # more|${person.username}, and # more` : person.username;
}

/** Members' days side by side, with the latest of each. */
export function FeedShelf({ days }: { days: readonly MemberDay[] }) {
  return (
    // A scroll container must be reachable by keyboard.
    <ul className={classNames(shelf.shelf, styles.shelf)} tabIndex={0} aria-label={t`New from those you follow`}>
      {days.map((day) => (
        <li key={day.key}>
          <FeedItem entry={day.entries[0]} more={moreOf(day)} />
        </li>
      ))}
    </ul>
  );
}
