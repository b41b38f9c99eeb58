import { useState } from 'react';
import type { AuthUser } from '#contract/accounts.ts';
import { type Bike, cardOf } from '#contract/bikes.ts';
import { CommentForm } from './comment-form.tsx';
import { addComment } from './comments.actions.ts';

const keyOf = (bike: Bike) => `comment:${bike.id}`;

function unfinished(bike: Bike): string {
  try {
    return sessionStorage.getItem(keyOf(bike)) ?? '';
  } catch {
    return '';
  }
}

function keep(bike: Bike, text: string): void {
  try {
    if (text) sessionStorage.setItem(keyOf(bike), text);
    else sessionStorage.removeItem(keyOf(bike));
  } catch {
    // Without storage a reload loses what was not posted.
  }
}

/** Where a new comment is written; what is not posted survives a reload. */
export function CommentComposer({ bike, user }: { bike: Bike; user: AuthUser }) {
  const [initial] = useState(() => unfinished(bike));
  const post = async (text: string) => {
    await addComment(cardOf(bike), user.id, text);
  };
  return (
    <CommentForm label="Write a comment" initial={initial} onSubmit={post} onChange={(text) => keep(bike, text)} />
  );
}
