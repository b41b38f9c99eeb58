import type { Bike } from '#contract/bike-whole.ts';
import { may, type Viewer } from '#contract/may.ts';
import { t } from '#contract/texts.ts';
import { copyText } from '#src/ui/copy-text.ts';
import type { Elements } from '#src/ui/elements.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import styles from './comment.module.css';
import type { CommentActions } from './comment-item.tsx';
import type { ShownComment } from './comments.queries.ts';

interface CommentToolsProps {
  comment: ShownComment;
  actions: CommentActions;
  /** First action, to edit the comment. */
  children: Elements;
}

/** Actions of the author for a comment in its state. */
export function CommentTools({ comment, actions, children }: CommentToolsProps) {
  const { waiting } = comment;
  if (waiting?.look === 'failed') {
    return (
      <>
        {children}
        {waiting.canRetry && <LinkButton onClick={() => actions.retry(comment)}>Retry</LinkButton>}
        <LinkButton onClick={() => void copyText(comment.text)}>Copy</LinkButton>
        <LinkButton onClick={() => actions.undoQueued(comment)}>Delete</LinkButton>
      </>
    );
  }
  return (
    <>
      {children}
      {waiting ? (
        <LinkButton onClick={() => actions.undoQueued(comment)}>Don't send</LinkButton>
      ) : (
        <LinkButton onClick={() => actions.remove(comment, 'Delete')}>Delete</LinkButton>
      )}
    </>
  );
}

interface OthersCommentToolsProps {
  comment: ShownComment;
  bike: Bike;
  viewer: Viewer;
  actions: CommentActions;
}

/** Actions for somebody else's comment: the bike's owner can remove it, other members can flag it. */
export function OthersCommentTools({ comment, bike, viewer, actions }: OthersCommentToolsProps) {
  const { userFlagged } = comment;
  const { username } = comment.author;
  return (
    <>
      {may('comment.remove', viewer, comment, { bike }) && (
        <LinkButton
          aria-label={t`Remove the comment from ${username}`}
          onClick={() => actions.remove(comment, 'Remove')}
        >
          Remove
        </LinkButton>
      )}
      {(userFlagged || comment.status === 'Active') && (
        <LinkButton
          className={styles.flag}
          aria-haspopup="dialog"
          aria-disabled={userFlagged}
          aria-label={userFlagged ? t`Flagged: the comment from ${username}` : t`Flag the comment from ${username}`}
          onClick={userFlagged ? undefined : () => actions.flag(comment)}
        >
          {userFlagged ? t`Flagged` : t`Flag`}
        </LinkButton>
      )}
    </>
  );
}
