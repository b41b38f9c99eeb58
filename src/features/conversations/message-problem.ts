import * as v from 'valibot';
import { MessageText } from '#contract/message-text.ts';
import { newMemberProblem } from '#src/session/new-member-problem.ts';

/** Returns why a message cannot be sent; null if it can. */
export function messageProblem(text: string): string | null {
  const result = v.safeParse(MessageText, text);
  return result.success ? newMemberProblem(result.output) : result.issues[0].message;
}
