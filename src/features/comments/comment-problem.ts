import * as v from 'valibot';
import { CommentText } from '#contract/comments.ts';

/** Returns why a comment is invalid; null if it is valid. */
export function commentProblem(text: string): string | null {
  const result = v.safeParse(CommentText, text);
  return result.success ? null : result.issues[0].message;
}
