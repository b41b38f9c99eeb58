import type { Conversation, Message, MessageBike } from '#contract/conversations.ts';
import { may } from '#contract/may.ts';
import { omit } from '#contract/omit.ts';
import type { Person } from '#contract/people.ts';

/** One of the two members of a conversation. */
export type Side = Person & {
  /** Whether they have left or were banned. */
  gone: boolean;
  /** Number of messages that they have sent in it. */
  sent: number;
  /** How many of the other's messages they have read: the `nth` of the last one. */
  read: number;
  /** `nth` of their messages that were unsent before the other had read them. */
  unsent: number[];
};
export type Slot = 'a' | 'b';

/** Preview of the last message. */
export type LastMessage = Pick<
  MessageRow,
  | '_id'
  | 'number'
  | 'authorId'
  | 'text'
  | 'bike'
  | 'at'
  | 'unsent'
  | 'removed'
  | 'removedFor'
  | 'flaggedBy'
  | 'hiddenFor'
>;

/**
 * Summary of a conversation. Messages are numbered without gaps, and the summary takes them in one by one in that
 * order, so that each counts once, whichever process applies it.
 */
export type ConversationRow = {
  /** The pair id. */
  _id: string;
  /** `a` is the member with the lower id. */
  a: Side;
  b: Side;
  /** Which of the two have blocked the other; denormalized to save a lookup. */
  apart: string[];
  /** Number of the last message that is taken in. */
  seq: number;
  last: LastMessage;
  lastAt: Date;
  /** Which of the two still have it; an erased member does not. */
  heldBy: string[];
  /** Members whose lists show it. */
  shownTo: string[];
  /** Members with unread messages in it. */
  unreadBy: string[];
};

export type MessageRow = {
  _id: string;
  conversationId: string;
  /** Position in the conversation, from 1. */
  number: number;
  authorId: string;
  /** Position among its author's messages, from 1. */
  nth: number;
  text: string;
  /** The bike that it is about, as it was named when the message was sent: for exports. Lists read the bike itself. */
  bike?: Pick<MessageBike, 'id' | 'slug' | 'title'>;
  at: Date;
  unsent: boolean;
  /** Removed by a moderator; the text stays, so that it can be restored. */
  removed?: boolean;
  /** The moderator's reason. */
  removedFor?: string;
  /** Members who have flagged it. */
  flaggedBy?: string[];
  /** Members who have hidden it. */
  hiddenFor: string[];
};

/** Id of the conversation of two members, whatever their order. */
export const pairIdOf = (one: string, other: string): string => [one, other].sort().join(':');
/** The ids of both members. */
export const membersOf = (pairId: string): string[] => pairId.split(':');

/** The other member of a conversation. */
export const otherOf = (pairId: string, id: string): string => membersOf(pairId).find((one) => one !== id) ?? id;

/** Which side a member is. */
export const slotOf = (pairId: string, id: string): Slot => (pairId.startsWith(id) ? 'a' : 'b');
const otherSlot: Record<Slot, Slot> = { a: 'b', b: 'a' };
export const otherThan = (slot: Slot): Slot => otherSlot[slot];

/** Characters of a message that a list shows. */
const previewLength = 160;
export const previewOf = (text: string): string => [...text].slice(0, previewLength).join('');

/** Number of unread messages of `me` after reading `read` of the other's. */
export function unreadOf(row: ConversationRow, me: string, read = row[slotOf(row._id, me)].read): number {
  const other = row[otherThan(slotOf(row._id, me))];
  return Math.max(0, other.sent - read - other.unsent.filter((nth) => nth > read).length);
}

/** Fields to set when a moderator removes a message; null restores it. */
export const removal = (why: string | null) => ({ removed: why !== null, removedFor: why ?? '' });

/** A message as `me` sees it. */
export function toMessage(row: LastMessage, me: string): Message {
  const { _id, number, authorId, text, bike, at, unsent, removed = false, removedFor, flaggedBy = [] } = row;
  const own = { id: _id, number, authorId, text: removed ? '' : text, unsent, removed };
  const about = bike && !unsent && !removed ? { bike } : {};
  const why = removed && removedFor && may('message.readReason', { id: me }, row) ? { removedFor } : {};
  return { ...own, ...about, ...why, flagged: flaggedBy.includes(me), at: at.toISOString() };
}

/** A conversation as `me` sees it. */
export function toConversation(row: ConversationRow, me: string): Conversation {
  const slot = slotOf(row._id, me);
  const { id, username, avatar } = row[otherThan(slot)];
  const last = omit(toMessage(row.last, me), 'bike');
  return {
    id: row._id,
    with: { id, username, avatar },
    unreadCount: unreadOf(row, me),
    answered: row[slot].sent > 0,
    last: row.last.hiddenFor.includes(me) ? { ...last, text: '' } : last,
  };
}
