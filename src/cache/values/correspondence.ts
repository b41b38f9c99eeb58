import type { Alerts } from '#contract/alerts.ts';
import type { Conversation, Correspondence, Message } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import type { Cached } from '#src/outbox/cached.ts';
import { alertsOf } from './alerts.ts';
import {
  changeConversationItems,
  changeCorrespondence,
  changeMessageItems,
  conversationsOf,
  messagesOf,
} from './conversations.ts';
import { saveUnread } from './unread.ts';

// What members write to each other, as mutations change it. Shared by conversations and flags.

/** A member's conversations, the latest first. */
export const conversations: Cached<Conversation[], 'all'> = {
  read: async (userId) => (await conversationsOf(userId))?.items ?? null,
  empty: () => [],
  change: (userId, _, to) => changeConversationItems(userId, to),
};

/** The messages of two members, the newest first, by the other's id. */
export const messages: Cached<Message[], Id> = {
  read: async (userId, otherId) => (await messagesOf(userId, otherId))?.items ?? null,
  empty: () => [],
  change: (userId, otherId, to) => changeMessageItems(userId, otherId, to),
};

/** How two members stand to each other, by the other's id; null where nothing is known. */
export const correspondence: Cached<Correspondence | null, Id> = {
  read: async (userId, otherId) => (await messagesOf(userId, otherId))?.correspondence ?? null,
  empty: () => null,
  change: (userId, otherId, to) => changeCorrespondence(userId, otherId, (known) => to(known) ?? known),
};

/** What a member was last told of alerts and unread messages; null where nothing is known. */
export const alerts: Cached<Alerts | null, 'all'> = {
  read: async (userId) => (await alertsOf(userId))?.data ?? null,
  empty: () => null,
  change: (userId, _, to) => saveUnread(userId, (known) => to(known) ?? known),
};

/** With a conversation with somebody changed, in the list and beside the messages. */
export const inConversation =
  (otherId: Id, to: (conversation: Conversation) => Conversation) =>
  (all: Conversation[]): Conversation[] =>
    all.map((one) => (one.with.id === otherId ? to(one) : one));

/** The same beside the messages. */
export const inCorrespondence =
  (to: (conversation: Conversation) => Conversation) =>
  (known: Correspondence | null): Correspondence | null =>
    known && { ...known, conversation: known.conversation && to(known.conversation) };

/** With a message changed where it is the last of a conversation. */
export const withLast =
  (messageId: Id, to: (message: Message) => Message) =>
  (one: Conversation): Conversation =>
    one.last.id === messageId ? { ...one, last: to(one.last) } : one;

/** Whether a member has written a message. */
export const isBy = ({ id }: { id: Id }, { authorId }: Message): boolean => authorId === id;
