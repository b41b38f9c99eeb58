import { Link, useLocation } from 'react-router';
import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import styles from './comment.module.css';

interface AboutUpdateProps {
  bike: Bike;
  updateId: Id;
  /** Whether the comment is being written. */
  isDraft?: boolean;
}

/** Names the update that a comment is about, and leads there. */
export function AboutUpdate({ bike, updateId, isDraft = false }: AboutUpdateProps) {
  const { search } = useLocation();
  const update = bike.history.find(({ id }) => id === updateId);
  if (!update) return <p className={styles.answered}>About an update that is gone.</p>;
  const { title } = update;
  return (
    <Link className={styles.answered} to={{ search, hash: `u-${updateId}` }}>
      {isDraft ? t`About the update “${title}”` : t`About: ${title}`}
    </Link>
  );
}
