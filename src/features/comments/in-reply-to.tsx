import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Answered } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { shownName } from '#contract/people.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import styles from './comment.module.css';

interface InReplyToProps {
  /** `blocked`: the viewer has blocked its author. */
  answered: Answered | 'blocked';
  /** The reply that is read; null for one that is being written. */
  replyId: Id | null;
}

/** Author and beginning of the comment that a reply answers. The link leads there, and Back to the reply. */
export function InReplyTo({ answered, replyId }: InReplyToProps) {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  if (answered === 'blocked')
    return <p className={styles.answered}>In reply to a comment from a member you blocked.</p>;
  const { id, author, text, status } = answered;
  if (status === 'Deleted' || status === 'Removed')
    return <p className={styles.answered}>In reply to a removed comment.</p>;
  const noteReply = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => {
    // The link opens elsewhere, or is saved.
    if (ctrlKey || metaKey || shiftKey || altKey) return;
    if (replyId) void navigate({ search, hash: `c-${replyId}` }, { replace: true, state });
  };
  return (
    <Link
      className={styles.answered}
      to={{ search, hash: `c-${id}` }}
      state={replyId && { repliedBy: replyId }}
      onClick={noteReply}
    >
      {author.username === '' ? (
        <span>In reply to an earlier comment</span>
      ) : (
        <span>
          In reply to <strong>{shownName(author.username)}</strong>
        </span>
      )}
      {text && <q lang={languageOfText(text)}>{text}</q>}
    </Link>
  );
}

/** Leads from an answered comment back to the reply whose link was followed. */
export function BackToReply() {
  const navigate = useNavigate();
  if (!useLocation().state?.repliedBy) return null;
  return <LinkButton onClick={() => void navigate(-1)}>Back to the reply</LinkButton>;
}
