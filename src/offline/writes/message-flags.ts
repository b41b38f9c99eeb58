import type { Conversation } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';

/** A conversation whose last message is flagged, where it is that one. */
export const withFlaggedLast = <C extends Conversation>(one: C, messageId: Id): C =>
  one.last.id === messageId ? { ...one, last: { ...one.last, flagged: true } } : one;
