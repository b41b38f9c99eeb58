import { type RefObject, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { AuthUser } from '#contract/auth.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import { type Answered, answeredOf, nobody } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { commentsPage } from '#contract/pages.ts';
import { keepUnfinished, unfinished } from '#src/lib/unfinished.ts';
import { CommentForm } from './comment-form.tsx';
import { writeComment } from './comments.actions.ts';
import type { ShownComment } from './comments.queries.ts';
import { InReplyTo } from './in-reply-to.tsx';
import type { MentionBox } from './mention-area.tsx';

const keyOf = (bike: Bike, user: AuthUser) => `comment:${bike.id}:${user.id}`;

interface CommentComposerProps {
  bike: Bike;
  user: AuthUser;
  /** The shown comments do not include the newest, so a new one would not follow them. */
  isInContext: boolean;
  /** The comment that the new one answers. */
  answering: Id | null;
  /** The shown comments, among which it may be. */
  shown: readonly ShownComment[];
  /** Takes the answered comment out. */
  onLeaveOut: () => void;
  box: RefObject<MentionBox | null>;
}

/** A comment as its reply shows it; one that is not loaded is known by its id only. */
function answeredAmong(shown: readonly ShownComment[], id: Id): Answered {
  const found = shown.find((one) => one.id === id);
  return found ? answeredOf(found) : { id, author: nobody, text: '', status: 'Active' };
}

/** Form for a new comment; unsent text survives a reload. */
export function CommentComposer({ bike, user, isInContext, answering, shown, onLeaveOut, box }: CommentComposerProps) {
  const navigate = useNavigate();
  const key = keyOf(bike, user);
  const initial = useMemo(() => unfinished(key), [key]);
  const post = async (text: string) => {
    await writeComment(cardOf(bike), user.id, text, answering);
    onLeaveOut();
    if (isInContext) await navigate(commentsPage(bike.id, bike.slug));
  };
  return (
    <CommentForm
      key={key}
      action="AddComment"
      label="Write a comment"
      userId={user.id}
      bikeId={bike.id}
      initial={initial}
      box={box}
      answered={answering && <InReplyTo answered={answeredAmong(shown, answering)} replyId={null} />}
      onLeaveOut={onLeaveOut}
      onSubmit={post}
      onChange={(text) => keepUnfinished(key, text)}
    />
  );
}
