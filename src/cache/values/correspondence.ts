import type { Alerts } from '#contract/alerts.ts';
import type { Conversation, Correspondence, Message } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import type { Cached } from '#src/cache/cached.ts';
import { alertsOf } from './alerts.ts';
import {
  changeConversationItems,
  changeCorrespondence,
  changeMessageItems,
  conversationsOf,
  messagesOf,
} from './conversations.ts';
import { saveUnread } from './unread.ts';

// Cached values of conversations that mutations change. Shared by conversations and flags.

/** A member's conversations, latest first. */
export const conversations: Cached<Conversation[], 'all'> = {
  read: async (userId) => (await conversationsOf(userId))?.items ?? null,
  empty: () => [],
  change: (userId, _, to) => changeConversationItems(userId, to),
};

/** The messages of two members, newest first, by the other's id. */
export const messages: Cached<Message[], Id> = {
  read: async (userId, otherId) => (await messagesOf(userId, otherId))?.items ?? null,
  empty: () => [],
  change: (userId, otherId, to) => changeMessageItems(userId, otherId, to),
};

/** The state of the correspondence of two members, by the other's id; null if unknown. */
export const correspondence: Cached<Correspondence | null, Id> = {
  read: async (userId, otherId) => (await messagesOf(userId, otherId))?.correspondence ?? null,
  empty: () => null,
  change: (userId, otherId, to) => changeCorrespondence(userId, otherId, (known) => to(known) ?? known),
};

/** A member's alerts and unread counts; null if unknown. */
export const alerts: Cached<Alerts | null, 'all'> = {
  read: async (userId) => (await alertsOf(userId))?.data ?? null,
  empty: () => null,
  change: (userId, _, to) => saveUnread(userId, (known) => to(known) ?? known),
};

/** Changes the conversation with a member in the list. */
export const inConversation =
  (otherId: Id, to: (conversation: Conversation) => Conversation) =>
  (all: Conversation[]): Conversation[] =>
    all.map((one) => (one.with.id === otherId ? to(one) : one));

/** Changes the conversation that is stored with the messages. */
export const inCorrespondence =
  (to: (conversation: Conversation) => Conversation) =>
  (known: Correspondence | null): Correspondence | null =>
    known && { ...known, conversation: known.conversation && to(known.conversation) };

/** Changes a message where it is the last one of a conversation. */
export const withLast =
  (messageId: Id, to: (message: Message) => Message) =>
  (one: Conversation): Conversation =>
    one.last.id === messageId ? { ...one, last: to(one.last) } : one;

export const isBy = ({ id }: { id: Id }, { authorId }: Message): boolean => authorId === id;
