import * as v from 'valibot';
import { CommentText } from '#contract/comments.ts';

/** Why a comment cannot be sent; null if it can. */
export function commentProblem(text: string): string | null {
  const result = v.safeParse(CommentText, text);
  return result.success ? null : result.issues[0].message;
}
