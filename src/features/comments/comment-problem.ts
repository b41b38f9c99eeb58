import * as v from 'valibot';
import { CommentText } from '#contract/comments.ts';
import { newMemberProblem } from '#src/session/new-member-problem.ts';

/** Returns why a comment cannot be sent; null if it can. */
export function commentProblem(text: string): string | null {
  const result = v.safeParse(CommentText, text);
  return result.success ? newMemberProblem(result.output) : result.issues[0].message;
}
