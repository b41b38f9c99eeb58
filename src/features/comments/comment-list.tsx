import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import { type CommentMark, maxPins } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { useSession } from '#src/session/use-session.ts';
import { showToast } from '#src/ui/toast-store.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import styles from './comment.module.css';
import { type CommentActions, CommentItem } from './comment-item.tsx';
import { changeComment, removeComment, setCommentMark } from './comments.actions.ts';
import type { ShownComment } from './comments.queries.ts';

const marked: Record<CommentMark, { on: string; off: string }> = {
  Answered: { on: t`Marked as answered.`, off: t`Marked as not answered.` },
  Pinned: { on: t`Comment pinned.`, off: t`Comment unpinned.` },
};

interface CommentListProps {
  bike: Bike;
  comments: readonly ShownComment[];
  /** Names the list of pinned comments. */
  label?: string;
  /** Number of the bike's pinned comments. */
  pins: number;
  /** The update that all of them are about; null if they are about this and that. */
  about: Id | null;
  /** Begins a reply; null where nobody can write one. */
  onReply: ((commentId: Id) => void) | null;
  /** Called before a comment moves to or from the pinned ones, or is removed. */
  onMove: (commentId: Id) => void;
  undoQueued: (rowId: Id) => Promise<() => Promise<void>>;
  retry: (rowId: Id) => Promise<void>;
  onFlag: (commentId: Id) => void;
}

/** Comments, oldest first. */
export function CommentList({
  bike,
  comments,
  label,
  pins,
  about,
  onReply,
  onMove,
  undoQueued,
  retry,
  onFlag,
}: CommentListProps) {
  const { user } = useSession();
  if (comments.length === 0) return null;
  const card = cardOf(bike);
  const withdraw = async ({ id, waiting }: ShownComment) => {
    if (!waiting) return;
    onMove(id);
    offerUndo(t`Removed.`, await undoQueued(waiting.rowId));
  };
  const remove = async ({ id }: ShownComment, word: 'Delete' | 'Remove') => {
    onMove(id);
    const undo = user && (await removeComment(card, user.id, id, undefined, word));
    if (undo) offerUndo(word === 'Delete' ? t`Comment deleted.` : t`Comment removed.`, undo);
  };
  const mark = async ({ id: commentId }: ShownComment, name: CommentMark, on: boolean) => {
    if (on && name === 'Pinned' && pins >= maxPins)
      return showToast({ text: t`You can pin 3 comments on a bike. Unpin one first.`, alert: true });
    if (name === 'Pinned') onMove(commentId);
    const undo = user && (await setCommentMark(card, user.id, { commentId, mark: name, on }));
    if (undo) offerUndo(on ? marked[name].on : marked[name].off, undo);
  };
  const actions: CommentActions = {
    reply: onReply && (({ id }) => onReply(id)),
    mark: (comment, name, on) => void mark(comment, name, on).catch(complain),
    edit: async (comment, text) => {
      if (user) await changeComment(card, user.id, comment.id, text);
    },
    remove: (comment, word) => void remove(comment, word).catch(complain),
    flag: ({ id }) => onFlag(id),
    undoQueued: (comment) => void withdraw(comment).catch(complain),
    retry: ({ waiting }) => {
      if (waiting) retry(waiting.rowId).catch(complain);
    },
  };
  return (
    <ol aria-label={label} className={label && styles.pinned}>
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          isOwner={comment.author.id === bike.owner.id}
          viewer={user}
          bike={bike}
          namesUpdate={about === null}
          actions={actions}
        />
      ))}
    </ol>
  );
}
