import { useMemo } from 'react';
import type { AuthUser } from '#contract/accounts.ts';
import { type Bike, cardOf } from '#contract/bikes.ts';
import { CommentForm } from './comment-form.tsx';
import { addComment } from './comments.actions.ts';

const keyOf = (bike: Bike, user: AuthUser) => `comment:${bike.id}:${user.id}`;

function unfinished(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage a reload loses what was not posted.
  }
}

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
      label="Write a comment"
      initial={initial}
      onSubmit={post}
      onChange={(text) => keep(key, text)}
    />
  );
}
