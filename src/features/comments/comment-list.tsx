import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { useSession } from '#src/session/use-session.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { type CommentActions, CommentItem } from './comment-item.tsx';
import { changeComment, removeComment } from './comments.actions.ts';
import type { ShownComment } from './comments.queries.ts';

interface CommentListProps {
  bike: Bike;
  comments: readonly ShownComment[];
  undoQueued: (rowId: Id) => Promise<() => Promise<void>>;
  retry: (rowId: Id) => Promise<void>;
  onFlag: (commentId: Id) => void;
}

/** Comments, oldest first. */
export function CommentList({ bike, comments, undoQueued, retry, onFlag }: CommentListProps) {
  const { user } = useSession();
  if (comments.length === 0) return null;
  const card = cardOf(bike);
  const withdraw = async ({ waiting }: ShownComment) => {
    if (!waiting) return;
    offerUndo(t`Removed.`, await undoQueued(waiting.rowId));
  };
  const remove = async ({ id }: ShownComment, word: 'Delete' | 'Remove') => {
    const undo = user && (await removeComment(card, user.id, id, undefined, word));
    if (undo) offerUndo(word === 'Delete' ? t`Comment deleted.` : t`Comment removed.`, undo);
  };
  const actions: CommentActions = {
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
    <ol>
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          isOwner={comment.author.id === bike.owner.id}
          viewer={user}
          bike={bike}
          actions={actions}
        />
      ))}
    </ol>
  );
}
