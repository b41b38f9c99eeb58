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

/** `mine`: the member has written it. */
export type ShownMessage = Message & { mine: boolean; waiting: Waiting | null };
/** `mine`: the member has written its last message. `waiting`: the status of that message, if it has not arrived. */
export type ShownConversation = Conversation & { mine: boolean; waiting: Waiting | null };

const waitingFor = (view: OptimisticView, { id, unsent }: Message): Waiting | null =>
  unsent ? null : view.waitingFor(id, ['message.send']);

export type ConversationList = {
  conversations: ShownConversation[];
  /** Null when these are all. */
  loadMore: (() => Promise<void>) | null;
};

/** A member's conversations, the latest first, with what waits here. */
export function useConversations(user: AuthUser): Read<ConversationList> {
  const ask = (cursor?: string) =>
    runAction('GetConversations', (call) => call(listConversations, { as: user.id, query: { cursor } }));
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
  /** The number of the last message that the site has told of. */
  upTo: number;
  /** Whether the site has never been asked about the two: what is here was found beside a bike. */
  unasked: boolean;
  /** Null when there is nothing earlier. */
  loadEarlier: (() => Promise<void>) | null;
};

/** What the member and another one have written to each other, with what waits here. */
export function useThread(user: AuthUser, otherId: Id): Read<Thread> {
  const params = { userId: otherId };
  const ask = (cursor?: string) =>
    runAction('GetMessages', (call) => call(listMessages, { as: user.id, params, query: { cursor } }));
  const meet = () => runAction('GetMessages', (call) => call(getCorrespondence, { as: user.id, params }));
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
        // How they stand first: what comes between the two answers is read the next time.
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
