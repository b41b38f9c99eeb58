import * as v from 'valibot';
import { MessageText } from '#contract/message-text.ts';

/** Why a message cannot be sent; null if it can. */
export function messageProblem(text: string): string | null {
  const result = v.safeParse(MessageText, text);
  return result.success ? null : result.issues[0].message;
}
