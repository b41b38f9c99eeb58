import { type Bike, cardOf } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { ShownComment } from '#src/offline/writes/comments.ts';
import { useSession } from '#src/session/use-session.ts';
import { showToast } from '#src/ui/toast-store.ts';
import styles from './comment.module.css';
import { type CommentActions, CommentItem } from './comment-item.tsx';
import { deleteComment, editComment } from './comments.actions.ts';

interface CommentListProps {
  bike: Bike;
  comments: readonly ShownComment[];
  takeBack: (rowId: Id) => Promise<() => Promise<void>>;
  retry: (rowId: Id) => Promise<void>;
}

const complain = (error: Error) => showToast({ words: error.message, alert: true });

/** Comments, the oldest first. */
export function CommentList({ bike, comments, takeBack, retry }: CommentListProps) {
  const { user } = useSession();
  if (comments.length === 0) return null;
  const card = cardOf(bike);
  const withdraw = async ({ waiting }: ShownComment) => {
    if (!waiting) return;
    const undo = await takeBack(waiting.rowId);
    showToast({ words: 'Taken back.', action: { words: 'Undo', run: () => void undo().catch(complain) } });
  };
  const actions: CommentActions = {
    edit: async (comment, text) => {
      if (user) await editComment(card, user.id, comment.id, text);
    },
    remove: (comment) => {
      if (user) deleteComment(card, user.id, comment.id).catch(complain);
    },
    takeBack: (comment) => void withdraw(comment).catch(complain),
    retry: ({ waiting }) => {
      if (waiting) retry(waiting.rowId).catch(complain);
    },
  };
  return (
    <ol className={styles.list}>
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          isOwner={comment.author.id === bike.owner.id}
          mine={comment.author.id === user?.id}
          actions={actions}
        />
      ))}
    </ol>
  );
}
