import type { AuthUser } from '#contract/auth.ts';
import type { Conversation, Correspondence, Message } from '#contract/conversations.ts';
import { getCorrespondence, listConversations, listMessages } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { knownPerson } from '#src/cache/known-person.ts';
import { nextOf } from '#src/cache/pages.ts';
import {
  conversationsOf,
  extendConversations,
  extendMessages,
  messagesOf,
  saveConversations,
  saveMessages,
} from '#src/cache/values/conversations.ts';
import {
  conversations as cachedConversations,
  correspondence,
  isBy,
  messages,
} from '#src/cache/values/correspondence.ts';
import { type OptimisticView, optimisticView } from '#src/outbox/optimistic.ts';
import type { Waiting } from '#src/outbox/waiting.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
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

/** A member's conversations, latest first, with queued changes. */
export function useConversations(user: AuthUser): Read<ConversationList> {
  const ask = (cursor?: string) => runAction(listConversations, { as: user.id, query: { cursor } });
  const read = useCachedQuery({
    name: 'conversations',
    key: user.id,
    select: async () => {
      const view = await optimisticView(user.id, user);
      const shown = (await view.read(cachedConversations, 'all')).map((one) => ({
        ...one,
        mine: isBy(user, one.last),
        waiting: waitingFor(view, one.last),
      }));
      const conversations = shown.sort((a, b) => (a.last.at < b.last.at ? 1 : -1));
      const kept = await conversationsOf(user.id);
      const data = kept || conversations.length > 0 ? { conversations, next: kept ? nextOf(kept) : null } : null;
      return { data, savedAt: kept?.savedAt ?? null };
    },
    fetch: () =>
      fetchIntoCache(
        () => ask(),
        (page) => saveConversations(user.id, page),
      ),
  });
  const next = read.data?.next ?? null;
  const loadMore = async () => {
    await fetchIntoCache(
      () => ask(next ?? undefined),
      (page) => extendConversations(user.id, page),
    );
  };
  const data = read.data && { conversations: read.data.conversations, loadMore: next ? loadMore : null };
  return { ...read, data };
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

/** Messages between the user and another member, with queued changes. */
export function useThread(user: AuthUser, otherId: Id): Read<Thread> {
  const params = { userId: otherId };
  const ask = (cursor?: string) => runAction(listMessages, { as: user.id, params, query: { cursor } });
  const meet = () => runAction(getCorrespondence, { as: user.id, params });
  const read = useCachedQuery({
    name: 'messages',
    key: `${user.id}:${otherId}`,
    select: async () => {
      const view = await optimisticView(user.id, user);
      const kept = await messagesOf(user.id, otherId);
      const person = kept?.correspondence.with ?? (await knownPerson(view, otherId));
      if (!person) return { data: null, savedAt: null };
      const nothing: Correspondence = { with: person, conversation: null, blocked: false, refusal: null };
      const data = {
        correspondence: (await view.read(correspondence, otherId, nothing)) ?? nothing,
        messages: (await view.read(messages, otherId)).toReversed().map((message) => ({
          ...message,
          mine: isBy(user, message),
          waiting: message.number === queuedNumber ? waitingFor(view, message) : null,
        })),
        upTo: Math.max(kept?.items[0]?.number ?? 0, kept?.correspondence.conversation?.last.number ?? 0),
        next: kept ? nextOf(kept) : null,
        unasked: !kept,
      };
      return { data, savedAt: kept?.savedAt ?? null };
    },
    fetch: () =>
      fetchIntoCache(
        // Fetches the state first: messages that arrive between the two answers stay unread until the next fetch.
        async () => ({ correspondence: await meet(), page: await ask() }),
        ({ correspondence, page }) => saveMessages(user.id, correspondence, page),
      ),
  });
  const next = read.data?.next ?? null;
  const loadEarlier = async () => {
    await fetchIntoCache(
      () => ask(next ?? undefined),
      (page) => extendMessages(user.id, otherId, page),
    );
  };
  const data = read.data && { ...read.data, loadEarlier: next ? loadEarlier : null };
  return { ...read, data };
}
