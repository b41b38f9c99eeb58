import { Fragment } from 'react';
import type { FeedEntry } from '#contract/feed.ts';
import { useFollowing } from '#src/features/follows/follows.queries.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { CircleCheck } from '#src/ui/icons.js';
import { useNow } from '#src/ui/use-now.ts';
import styles from './feed.module.css';
import { FeedDay } from './feed-day.tsx';
import { seenText } from './feed-texts.ts';
import { groupByDay } from './group-by-day.ts';

function SeenSince({ at }: { at: number }) {
  const now = useNow();
  const preferences = useDisplayPreferences();
  if (!now) return null;
  return (
    <p className={styles.seen}>
      <CircleCheck className="icon icon-small" aria-hidden="true" />
      <span>{seenText(new Date(at), now, preferences)}</span>
    </p>
  );
}

interface FeedListProps {
  entries: readonly FeedEntry[];
  /** Whether there are more than these. */
  more: boolean;
  /** When the reader saw the newest before, in milliseconds since the epoch; null if they never did. */
  seenAt: number | null;
}

/** The days of the members whom the reader follows in some way; those that they have seen after the others. */
export function FeedList({ entries, more, seenAt }: FeedListProps) {
  const followed = useFollowing().data ?? [];
  const days = groupByDay(entries);
  const firstSeen = seenAt === null ? -1 : days.findIndex(({ at }) => Date.parse(at) <= seenAt);
  return (
    <div className={styles.list}>
      {days.map((day, place) => (
        <Fragment key={day.key}>
          {place === firstSeen && seenAt !== null && <SeenSince at={seenAt} />}
          <FeedDay day={day} followed={followed} eager={place === 0} />
        </Fragment>
      ))}
      {seenAt !== null && firstSeen < 0 && !more && <SeenSince at={seenAt} />}
    </div>
  );
}
