import type { Conversation, Message } from '#contract/conversations.ts';
import { may } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';

/** One of the two of a conversation. */
export type Side = Person & {
  /** They have left, or were shut out. */
  gone: boolean;
  /** How many messages they have sent in it. */
  sent: number;
  /** How many of the other's they have read, counted as those were sent. */
  read: number;
  /** Which of their own they took back before the other had read them, counted as they were sent. */
  unsent: number[];
};
export type Slot = 'a' | 'b';

/** The beginning of the last message. */
export type LastMessage = Pick<
  MessageRow,
  '_id' | 'number' | 'authorId' | 'text' | 'at' | 'unsent' | 'removed' | 'removedFor' | 'flaggedBy' | 'hiddenFor'
>;

/**
 * What its messages amount to. They are numbered without a gap, and it takes them in one by one in that order, so that
 * each counts once, whoever comes to it.
 */
export type ConversationRow = {
  /** Of the pair. */
  _id: string;
  /** The one of the two whose id is the lower. */
  a: Side;
  b: Side;
  /** Who of the two has blocked the other: kept here too, so that an answer needs no look-up more. */
  apart: string[];
  /** The number of the last message that it has taken in. */
  seq: number;
  last: LastMessage;
  lastAt: Date;
  /** Which of the two have it: whoever was erased has not. */
  heldBy: string[];
  /** In whose lists it stands. */
  shownTo: string[];
  /** Who has not read all of it. */
  unreadBy: string[];
};

export type MessageRow = {
  _id: string;
  conversationId: string;
  /** Its place in the conversation, from 1. */
  number: number;
  authorId: string;
  /** Its place among those of its author, from 1. */
  nth: number;
  text: string;
  at: Date;
  unsent: boolean;
  /** A moderator has taken it away; its words stay, so that it can come back. */
  removed?: boolean;
  /** Why, in the moderator's words. */
  removedFor?: string;
  /** Who has flagged it. */
  flaggedBy?: string[];
  /** Who took it out of their view. */
  hiddenFor: string[];
};

/** The id of what two members write to each other: the same whoever asks. */
export const pairIdOf = (one: string, other: string): string => [one, other].sort().join(':');
/** The two of a conversation. */
export const membersOf = (pairId: string): string[] => pairId.split(':');

/** The other one of a conversation. */
export const otherOf = (pairId: string, id: string): string => membersOf(pairId).find((one) => one !== id) ?? id;

/** Where somebody stands in a conversation. */
export const slotOf = (pairId: string, id: string): Slot => (pairId.startsWith(id) ? 'a' : 'b');
const otherSlot: Record<Slot, Slot> = { a: 'b', b: 'a' };
export const otherThan = (slot: Slot): Slot => otherSlot[slot];

/** Letters of a message that a list shows. */
const previewLength = 160;
export const previewOf = (text: string): string => [...text].slice(0, previewLength).join('');

/** How much somebody has left to read, had they read so many of the other's. */
export function unreadOf(row: ConversationRow, me: string, read = row[slotOf(row._id, me)].read): number {
  const other = row[otherThan(slotOf(row._id, me))];
  return Math.max(0, other.sent - read - other.unsent.filter((nth) => nth > read).length);
}

/** What is noted of a message that a moderator has taken away, and why; null when it is back. */
export const removal = (why: string | null) => ({ removed: why !== null, removedFor: why ?? '' });

/** A message as one of the two sees it. */
export function toMessage(row: LastMessage, me: string): Message {
  const { _id, number, authorId, text, at, unsent, removed = false, removedFor, flaggedBy = [] } = row;
  const own = { id: _id, number, authorId, text: removed ? '' : text, unsent, removed };
  const why = removed && removedFor && may('message.readReason', { id: me }, row) ? { removedFor } : {};
  return { ...own, ...why, flagged: flaggedBy.includes(me), at: at.toISOString() };
}

/** A conversation as one of the two sees it. */
export function toConversation(row: ConversationRow, me: string): Conversation {
  const slot = slotOf(row._id, me);
  const { id, username, avatar } = row[otherThan(slot)];
  const last = toMessage(row.last, me);
  return {
    id: row._id,
    with: { id, username, avatar },
    unreadCount: unreadOf(row, me),
    answered: row[slot].sent > 0,
    last: row.last.hiddenFor.includes(me) ? { ...last, text: '' } : last,
  };
}
