import * as v from 'valibot';
import { MessageText } from '#contract/message-text.ts';

/** Returns why a message is invalid; null if it is valid. */
export function messageProblem(text: string): string | null {
  const result = v.safeParse(MessageText, text);
  return result.success ? null : result.issues[0].message;
}
