import { useMemo } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import { keepUnfinished, unfinished } from '#src/ground/unfinished.ts';
import { CommentForm } from './comment-form.tsx';
import { addComment } from './comments.actions.ts';

const keyOf = (bike: Bike, user: AuthUser) => `comment:${bike.id}:${user.id}`;

/** Where a new comment is written; what is not posted survives a reload. */
export function CommentComposer({ bike, user }: { bike: Bike; user: AuthUser }) {
  const key = keyOf(bike, user);
  const initial = useMemo(() => unfinished(key), [key]);
  const post = async (text: string) => {
    await addComment(cardOf(bike), user.id, text);
  };
  return (
    <CommentForm
      key={key}
      action="AddComment"
      label="Write a comment"
      initial={initial}
      onSubmit={post}
      onChange={(text) => keepUnfinished(key, text)}
    />
  );
}
