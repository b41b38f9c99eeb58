import {
  type Conversation,
  type Correspondence,
  getCorrespondence,
  listConversations,
  listMessages,
  type Message,
} from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/actions/run-action.ts';
import { nextOf } from '#src/cache/pages.ts';
import {
  conversations as cachedConversations,
  conversationsOf,
  correspondence,
  extendConversations,
  extendMessages,
  isBy,
  knownPerson,
  messages,
  messagesOf,
  saveConversations,
  saveMessages,
} from '#src/cache/values/conversations.ts';
import type { OptimisticView } from '#src/outbox/optimistic.ts';
import type { Waiting } from '#src/outbox/waiting.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { queuedNumber } from './queued-number.ts';

/** `mine`: written by the user. */
export type ShownMessage = Message & { mine: boolean; waiting: Waiting | null };
/** `mine`: the user wrote its last message. `waiting`: state of that message while it is queued. */
export type ShownConversation = Conversation & { mine: boolean; waiting: Waiting | null };

const waitingFor = (view: OptimisticView, { id, unsent }: Message): Waiting | null =>
  unsent ? null : view.waitingFor(id, ['message.send']);

export type ConversationList = {
  conversations: ShownConversation[];
  /** Null if there are no more. */
  loadMore: (() => Promise<void>) | null;
};

const list = defineQuery({
  name: 'conversations',
  endpoint: listConversations,
  read: async ({ user, view }) => {
    const shown = (await view.read(cachedConversations, 'all')).map((one) => ({
      ...one,
      mine: isBy(user, one.last),
      waiting: waitingFor(view, one.last),
    }));
    const conversations = shown.sort((a, b) => (a.last.at < b.last.at ? 1 : -1));
    const cached = await conversationsOf(user.id);
    const next = cached ? nextOf(cached) : null;
    return withSavedAt(cached || conversations.length > 0 ? { conversations, next } : null, cached);
  },
  save: (page, _, userId) => saveConversations(userId, page),
  extend: (page, _, userId) => extendConversations(userId, page),
});

/** The member's conversations, latest first, with queued changes. */
export function useConversations(): Read<ConversationList> {
  const { more, ...read } = useQuery(list);
  const { conversations = [], next } = read.data ?? {};
  return { ...read, data: read.data && { conversations, loadMore: next ? () => more({ cursor: next }) : null } };
}

export type Thread = {
  correspondence: Correspondence;
  messages: ShownMessage[];
  /** Number of the last message known from the server. */
  upTo: number;
  /** The conversation was never fetched; the member is known from elsewhere, for example from a bike. */
  unasked: boolean;
  /** Null if there are none earlier. */
  loadEarlier: (() => Promise<void>) | null;
};

const thread = defineQuery({
  name: 'messages',
  endpoint: listMessages,
  request: (otherId: Id) => ({ params: { userId: otherId } }),
  read: async ({ user, view }, otherId) => {
    const cached = await messagesOf(user.id, otherId);
    const person = cached?.correspondence.with ?? (await knownPerson(view, otherId));
    if (!person) return withSavedAt<Omit<Thread, 'loadEarlier'> & { next: string | null }>(null);
    const nothing: Correspondence = { with: person, conversation: null, blocked: false, refusal: null };
    const known = {
      correspondence: (await view.read(correspondence, otherId, nothing)) ?? nothing,
      messages: (await view.read(messages, otherId)).toReversed().map((message) => ({
        ...message,
        mine: isBy(user, message),
        waiting: message.number === queuedNumber ? waitingFor(view, message) : null,
      })),
      upTo: Math.max(cached?.items[0]?.number ?? 0, cached?.correspondence.conversation?.last.number ?? 0),
      next: cached ? nextOf(cached) : null,
      unasked: !cached,
    };
    return withSavedAt(known, cached);
  },
  // Fetches the state first: messages that arrive between the two answers stay unread until the next fetch.
  fetch: async (ask, userId, as) => ({
    correspondence: await runAction(getCorrespondence, { as, params: { userId } }),
    page: await ask(),
  }),
  save: ({ correspondence, page }, _, userId) => saveMessages(userId, correspondence, page),
  extend: (page, otherId, userId) => extendMessages(userId, otherId, page),
});

/** Messages between the user and another member, with queued changes. */
export function useThread(otherId: Id): Read<Thread> {
  const { more, ...read } = useQuery(thread, otherId);
  const next = read.data?.next;
  const loadEarlier = next ? () => more({ cursor: next }) : null;
  return { ...read, data: read.data && { ...read.data, loadEarlier } };
}
