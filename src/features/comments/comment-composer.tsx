import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { AuthUser } from '#contract/auth.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import { commentsPage } from '#contract/pages.ts';
import { keepUnfinished, unfinished } from '#src/lib/unfinished.ts';
import { CommentForm } from './comment-form.tsx';
import { writeComment } from './comments.actions.ts';

const keyOf = (bike: Bike, user: AuthUser) => `comment:${bike.id}:${user.id}`;

interface CommentComposerProps {
  bike: Bike;
  user: AuthUser;
  /** The shown comments do not include the newest, so a new one would not follow them. */
  isInContext: boolean;
}

/** Form for a new comment; unsent text survives a reload. */
export function CommentComposer({ bike, user, isInContext }: CommentComposerProps) {
  const navigate = useNavigate();
  const key = keyOf(bike, user);
  const initial = useMemo(() => unfinished(key), [key]);
  const post = async (text: string) => {
    await writeComment(cardOf(bike), user.id, text);
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
      onSubmit={post}
      onChange={(text) => keepUnfinished(key, text)}
    />
  );
}
