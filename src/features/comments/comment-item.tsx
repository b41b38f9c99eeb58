import { useState } from 'react';
import { useLocation } from 'react-router';
import { may, type Viewer } from '#contract/may.ts';
import { sentencesOf } from '#src/ground/result.ts';
import { serverNow } from '#src/ground/server-time.ts';
import { keepUnfinished, unfinished } from '#src/ground/unfinished.ts';
import type { ShownComment } from '#src/offline/writes/comment-overlay.ts';
import { WaitingMark } from '#src/reading/waiting-mark.tsx';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { LinkedText } from '#src/ui/linked-text.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import styles from './comment.module.css';
import { CommentForm } from './comment-form.tsx';
import { CommentTools } from './comment-tools.tsx';

export interface CommentActions {
  edit: (comment: ShownComment, text: string) => Promise<void>;
  /** Deletes what has arrived. */
  remove: (comment: ShownComment) => void;
  /** Takes back what waits. */
  takeBack: (comment: ShownComment) => void;
  retry: (comment: ShownComment) => void;
}

interface CommentItemProps {
  comment: ShownComment;
  isOwner: boolean;
  viewer: Viewer;
  actions: CommentActions;
}

/** What was said, by whom and when. */
export function CommentItem({ comment, viewer, isOwner, actions }: CommentItemProps) {
  const { hash } = useLocation();
  // Where the page is drawn nobody knows what follows the hash.
  const hydrated = useHydrated();
  const { id, author, text, addedAt, editedAt, waiting } = comment;
  const told = waiting && sentencesOf(waiting.result).join(' ');
  const named = hydrated && hash === `#c-${id}`;
  // What the form begins with; null while it is closed.
  const [editing, setEditing] = useState<string | null>(null);
  const key = `comment-edit:${id}:${viewer?.id}`;
  const close = () => {
    keepUnfinished(key, '');
    setEditing(null);
  };
  const leave = (typed: string) => {
    close();
    if (typed !== text) offerUndo('Change dropped.', async () => setEditing(typed));
  };
  const mine = may('comment.delete', viewer, comment);
  const editable = mine && (waiting ? waiting.canChange : may('comment.edit', viewer, comment, { at: serverNow() }));
  return (
    <li id={`c-${id}`} className={classNames(styles.comment, waiting && styles.waiting, named && styles.named)}>
      <Avatar person={author} />
      <div className={styles.head}>
        <strong>{author.username}</strong>
        {isOwner && <span className="quiet small">Owner</span>}
        {waiting ? (
          <WaitingMark waiting={waiting} />
        ) : (
          <a className="quiet small" href={`#c-${id}`}>
            <Ago time={addedAt} />
          </a>
        )}
        {editedAt && !waiting && <span className="quiet small">Edited</span>}
      </div>
      {editing !== null ? (
        <CommentForm
          action="UpdateComment"
          label="Change the comment"
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
          <p>
            <LinkedText text={text} />
          </p>
          {told && <p className="small">{told}</p>}
          {mine && (
            <CommentTools comment={comment} actions={actions}>
              {editable && <LinkButton onClick={() => setEditing(unfinished(key) || text)}>Edit</LinkButton>}
            </CommentTools>
          )}
        </>
      )}
    </li>
  );
}
