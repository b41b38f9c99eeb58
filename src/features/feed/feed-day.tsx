import { useState } from 'react';
import type { Followed } from '#contract/follows.ts';
import { many } from '#contract/texts.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';
import styles from './feed.module.css';
import { FeedItem } from './feed-item.tsx';
import { reasonText } from './feed-texts.ts';
import type { MemberDay } from './group-by-day.ts';

/** Maximum number of items that a day shows before it is opened. */
const maxShown = 4;

interface FeedDayProps {
  day: MemberDay;
  followed: readonly Followed[];
  /** In the initial viewport. */
  eager?: boolean;
}

/** What is new of one member's bikes on one day, and why the reader sees it. */
export function FeedDay({ day: { person, at, entries }, followed, eager }: FeedDayProps) {
  const [isOpen, setIsOpen] = useState(false);
  // One more takes as much room as the button.
  const shown = isOpen || entries.length <= maxShown + 1 ? entries : entries.slice(0, maxShown);
  const hidden = entries.length - shown.length;
  return (
    <section className={styles.day}>
      <div className={styles.head}>
        <Avatar person={person} large />
        <div>
          <h2 className={styles.person}>
            <PersonLink person={person} />
          </h2>
          <p className="quiet small">
            <Ago time={at} /> <span>·</span> <span dir="auto">{reasonText(entries, followed)}</span>
          </p>
        </div>
      </div>
      <ul className={styles.items}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <FeedItem entry={entry} alone={entries.length === 1} eager={eager ?? false} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <LinkButton className={styles.more ?? ''} onClick={() => setIsOpen(true)}>
          {many(hidden)`Show # more|Show # more`}
        </LinkButton>
      )}
    </section>
  );
}
