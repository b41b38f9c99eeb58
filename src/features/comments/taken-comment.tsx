import type { Comment } from '#contract/comments.ts';
import { classNames } from '#src/ui/class-names.ts';
import styles from './comment.module.css';

const removed = {
  owner: 'Removed by the bike’s owner.',
  moderator: 'Removed by a moderator.',
  unknown: 'This comment was removed.',
} as const;

/** Placeholder of a deleted comment that others follow. */
export function TakenComment({ comment, named }: { comment: Comment; named: boolean }) {
  const { id, status, removedBy = 'unknown' } = comment;
  return (
    <li id={`c-${id}`} className={classNames(styles.taken, named && styles.named)}>
      <p className="quiet small">{status === 'Deleted' ? 'Deleted by its author.' : removed[removedBy]}</p>
    </li>
  );
}
