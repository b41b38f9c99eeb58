import { lazy, Suspense, useState } from 'react';
import type { Bike } from '#contract/bike-whole.ts';
import { type Comment, type CommentMark, commentMarks } from '#contract/comments.ts';
import { may, type Viewer } from '#contract/may.ts';
import { t } from '#contract/texts.ts';
import { sentencesOf } from '#src/lib/result.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { keepUnfinished, unfinished } from '#src/lib/unfinished.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Check, Pin } from '#src/ui/icons.js';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LinkedText } from '#src/ui/linked-text.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { AboutUpdate } from './about-update.tsx';
import styles from './comment.module.css';
import { CommentForm } from './comment-form.tsx';
import { CommentTools, OthersCommentTools } from './comment-tools.tsx';
import type { ShownComment } from './comments.queries.ts';
import { FlaggedComment } from './flagged-comment.tsx';
import { BackToReply, InReplyTo } from './in-reply-to.tsx';
import { useNamedComment } from './use-named-comment.ts';

// Only owners load it.
const MarkMenu = lazy(() => import('./mark-menu.tsx').then((it) => ({ default: it.MarkMenu })));

const markLabels: Record<CommentMark, string> = {
  Answered: t.as('a question')`Answered`,
  Pinned: t.as('a comment')`Pinned`,
};

const removed = {
  owner: t`Removed by the bike’s owner.`,
  moderator: t`Removed by a moderator.`,
  unknown: t`This comment was removed.`,
} as const;

/** Placeholder of a deleted comment that others follow. */
function TakenComment({ comment, named }: { comment: Pick<Comment, 'id' | 'status' | 'removedBy'>; named: boolean }) {
  const { id, status, removedBy = 'unknown' } = comment;
  return (
    <li id={`c-${id}`} className={classNames(styles.taken, named && styles.named)}>
      <p className="quiet small">{status === 'Deleted' ? t`Deleted by its author.` : removed[removedBy]}</p>
      {named && <BackToReply />}
    </li>
  );
}

/** Marks of the bike's owner. */
function Marks({ marks }: Pick<ShownComment, 'marks'>) {
  return marks?.map((mark) => (
    <span key={mark} className={classNames('quiet small', styles.mark)}>
      {mark === 'Pinned' ? (
        <Pin className="icon icon-small" aria-hidden="true" />
      ) : (
        <Check className="icon icon-small" aria-hidden="true" />
      )}
      <span>{markLabels[mark]}</span>
    </span>
  ));
}

export interface CommentActions {
  /** Begins a reply; null where nobody can write one. */
  reply: ((comment: ShownComment) => void) | null;
  mark: (comment: ShownComment, mark: CommentMark, on: boolean) => void;
  edit: (comment: ShownComment, text: string) => Promise<void>;
  /** Deletes a comment that was sent, or removes somebody else's. */
  remove: (comment: ShownComment, word: 'Delete' | 'Remove') => void;
  flag: (comment: ShownComment) => void;
  /** Undoes a queued comment. */
  undoQueued: (comment: ShownComment) => void;
  retry: (comment: ShownComment) => void;
}

interface CommentItemProps {
  comment: ShownComment;
  bike: Bike;
  isOwner: boolean;
  /** Whether it says which update it is about. */
  namesUpdate: boolean;
  viewer: Viewer;
  actions: CommentActions;
}

/** A comment with its author and time. */
export function CommentItem({ comment, bike, viewer, isOwner, namesUpdate, actions }: CommentItemProps) {
  const { id, author, addedAt, editedAt, waiting } = comment;
  // Text of a flagged comment after the viewer asked for it.
  const [seen, setSeen] = useState('');
  const text = comment.text || seen;
  const problem = waiting && sentencesOf(waiting.result).join(' ');
  const named = useNamedComment() === id;
  // Initial text of the edit form; null while it is closed.
  const [editing, setEditing] = useState<string | null>(null);
  const key = `comment-edit:${id}:${viewer?.id}`;
  const close = () => {
    keepUnfinished(key, '');
    setEditing(null);
  };
  const leave = (typed: string) => {
    close();
    if (typed !== text) offerUndo(t`Change discarded.`, async () => setEditing(typed));
  };
  if (comment.status === 'Deleted' || comment.status === 'Removed')
    return <TakenComment comment={comment} named={named} />;
  const mine = may('comment.delete', viewer, comment);
  const isOpen = comment.status === 'Active' && waiting?.look !== 'failed';
  const canMark = (mark: CommentMark) => may('comment.mark', viewer, comment, { bike, mark, on: true });
  const editable =
    mine && text !== '' && (waiting ? waiting.canChange : may('comment.edit', viewer, comment, { at: serverNow() }));
  return (
    <li id={`c-${id}`} className={classNames(styles.comment, waiting && styles.waiting, named && styles.named)}>
      <Avatar person={author} />
      <div className={styles.head}>
        <strong>
          <PersonLink person={author} />
        </strong>
        {isOwner && <span className="quiet small">{t.as('beside a comment')`Owner`}</span>}
        {waiting ? (
          <WaitingMark waiting={waiting} />
        ) : (
          <a className="quiet small" href={`#c-${id}`}>
            <Ago time={addedAt} />
          </a>
        )}
        {editedAt && !waiting && <span className="quiet small">Edited</span>}
        <Marks marks={comment.marks} />
      </div>
      {namesUpdate && comment.updateId && <AboutUpdate bike={bike} updateId={comment.updateId} />}
      {comment.replyTo && <InReplyTo answered={comment.replyTo} replyId={id} />}
      {editing !== null && viewer ? (
        <CommentForm
          action="UpdateComment"
          label="Edit your comment"
          userId={viewer.id}
          bikeId={bike.id}
          initial={editing}
          onCancel={leave}
          onChange={(typed) => keepUnfinished(key, typed)}
          onSubmit={async (changed) => {
            if (changed !== text || waiting?.look === 'failed') await actions.edit(comment, changed);
            close();
          }}
        />
      ) : (
        <>
          {comment.status === 'Flagged' && <FlaggedComment id={id} mine={mine} seen={text !== ''} onSeen={setSeen} />}
          {text && (
            <p lang={languageOfText(text)}>
              <LinkedText text={text} mentions={comment.mentions} />
            </p>
          )}
          {problem && <p className="small">{problem}</p>}
          <div className={styles.tools}>
            {named && <BackToReply />}
            {actions.reply && isOpen && (
              <LinkButton aria-label={t`Reply to ${author.username}`} onClick={() => actions.reply?.(comment)}>
                {t.as('verb')`Reply`}
              </LinkButton>
            )}
            {mine ? (
              <CommentTools comment={comment} actions={actions}>
                {editable && <LinkButton onClick={() => setEditing(unfinished(key) || text)}>Edit</LinkButton>}
              </CommentTools>
            ) : (
              viewer && <OthersCommentTools comment={comment} bike={bike} viewer={viewer} actions={actions} />
            )}
            {isOpen && commentMarks.some(canMark) && (
              <Suspense>
                <MarkMenu comment={comment} canMark={canMark} onMark={(mark, on) => actions.mark(comment, mark, on)} />
              </Suspense>
            )}
          </div>
        </>
      )}
    </li>
  );
}
