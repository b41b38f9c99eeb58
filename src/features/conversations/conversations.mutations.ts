import * as v from 'valibot';
import type {
  Conversation,
  hideConversation,
  hideMessage,
  Message,
  MessageBike,
  readConversation,
  sendMessage,
  unsendMessage,
} from '#contract/conversations.ts';
import { callOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { MessageText } from '#contract/message-text.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { personSubject, talkScope } from '#src/actions/subjects.ts';
import type { CacheView } from '#src/cache/cached.ts';
import { afterReading, alerts, withUnread } from '#src/cache/values/alerts.ts';
import {
  conversations,
  correspondence,
  inConversation,
  inCorrespondence,
  messages,
  withLast,
} from '#src/cache/values/conversations.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { messageProblem } from './message-problem.ts';
import { queuedNumber } from './queued-number.ts';

const waitsFor = t`Waiting for its message`;

const conversationIdOf = (one: Id, other: Id): string => [one, other].sort().join(':');

/** Message without a number from the server. */
const queuedMessage = (mutation: {
  targetId: Id;
  userId: Id;
  createdAt: number;
  body: { text: string };
  part: { bike?: MessageBike | undefined };
}): Message => ({
  id: mutation.targetId,
  number: queuedNumber,
  authorId: mutation.userId,
  text: mutation.body.text,
  bike: mutation.part.bike,
  at: new Date(mutation.createdAt).toISOString(),
  unsent: false,
  removed: false,
  flagged: false,
});

/** Adds a message of the member's own to a conversation. An unnumbered one keeps the number of the last message. */
const answered = (known: Conversation | null | undefined, userId: Id, person: Person, last: Message): Conversation => ({
  ...(known ?? { id: conversationIdOf(userId, person.id), with: person, unreadCount: 0 }),
  answered: true,
  last: known && last.number === queuedNumber ? { ...last, number: known.last.number } : last,
});

/** Changes a conversation both in the list and next to its messages. */
async function changeConversation(
  cache: CacheView,
  otherId: Id,
  to: (conversation: Conversation) => Conversation,
): Promise<void> {
  await cache.update(conversations, 'all', inConversation(otherId, to));
  await cache.update(correspondence, otherId, inCorrespondence(to));
}

interface Written {
  person: Person;
  messageId: Id;
  text: string;
  /** The bike that it is about. */
  bike?: MessageBike | undefined;
}

export const sendMessageMutation = defineMutation({
  kind: 'message.send',
  endpoint: callOf<typeof sendMessage>('POST', '/user/conversations/:userId/messages', 'AddConversationMessage'),
  labels: {
    title: ({ title }, bike) => (bike ? t`Message to ${title} about the ${bike}` : t`Message to ${title}`),
    done: (ago) => t`Written ${ago}.`,
    waitsFor,
  },
  appliesWhenRefused: true,
  queue: ({ person, messageId, text, bike }: Written) => ({
    params: { userId: person.id },
    body: { id: messageId, text, bikeId: bike?.id },
    subject: personSubject(person),
    targetId: messageId,
    part: { person, bike },
    scope: talkScope(person.id),
    titleValue: bike?.title ?? '',
  }),
  apply: async (cache, mutation, reply) => {
    const { userId, targetId } = mutation;
    const { person } = mutation.part;
    const message = reply ?? queuedMessage(mutation);
    await cache.update(messages, person.id, (all) => {
      const isKnown = all.some(({ id }) => id === targetId);
      if (!isKnown) return [message, ...all];
      return reply ? all.map((one) => (one.id === targetId ? reply : one)) : all;
    });
    await cache.update(conversations, 'all', (all) => {
      const known = all.find((one) => one.with.id === person.id);
      return [answered(known, userId, person, message), ...all.filter((one) => one !== known)];
    });
    await cache.update(
      correspondence,
      person.id,
      (known) => known && { ...known, conversation: answered(known.conversation, userId, person, message) },
    );
  },
  text: {
    label: t`Your message`,
    of: ({ body }) => body.text,
    problem: messageProblem,
    into: ({ body }, text) => ({ ...body, text: v.parse(MessageText, text) }),
  },
  inverse: ({ subject, targetId, userId }): QueuedMutation[] => [
    unsendMessageMutation.create({ subject, messageId: targetId }, userId),
  ],
});

export const unsendMessageMutation = defineMutation({
  kind: 'message.unsend',
  endpoint: callOf<typeof unsendMessage>('DELETE', '/user/messages/:messageId'),
  labels: {
    title: ({ title }) => t`Unsend message to ${title}`,
    done: (ago) => t`Unsent ${ago}.`,
    waitsFor,
  },
  queue: ({ subject, messageId }: { subject: Subject; messageId: Id }) => ({
    params: { messageId },
    subject,
    targetId: messageId,
    scope: talkScope(subject.id),
    needs: [messageId],
  }),
  apply: async (cache, { subject, targetId }) => {
    const gone = (message: Message): Message => ({ ...message, text: '', unsent: true });
    await cache.update(messages, subject.id, (all) => all.map((one) => (one.id === targetId ? gone(one) : one)));
    await changeConversation(cache, subject.id, withLast(targetId, gone));
  },
});

export const hideMessageMutation = defineMutation({
  kind: 'message.hide',
  endpoint: callOf<typeof hideMessage>('PUT', '/user/messages/:messageId/hidden'),
  labels: {
    title: ({ title }) => t`Remove a message from ${title} for you`,
    done: (ago) => t`Removed ${ago}.`,
    waitsFor,
  },
  queue: ({ person, messageId }: { person: Person; messageId: Id }) => ({
    params: { messageId },
    subject: personSubject(person),
    targetId: messageId,
    part: { person },
    scope: talkScope(person.id),
    replaces: `hide:${messageId}`,
    needs: [messageId],
  }),
  apply: async (cache, { subject, targetId }) => {
    await cache.update(messages, subject.id, (all) => all.filter(({ id }) => id !== targetId));
    await changeConversation(
      cache,
      subject.id,
      withLast(targetId, (message) => ({ ...message, text: '' })),
    );
  },
});

/** The conversation, the number of the last message read, and how many messages were read. */
export type Reading = { conversationId: string; upTo: number; count: number };

export const readConversationMutation = defineMutation({
  kind: 'conversation.read',
  endpoint: callOf<typeof readConversation>('PUT', '/user/conversations/:userId/read'),
  labels: { title: () => '', waitsFor },
  isHarmless: true,
  queue: ({ person, reading }: { person: Person; reading: Reading }, userId) => ({
    params: { userId: person.id },
    body: { upTo: reading.upTo },
    subject: personSubject(person),
    part: reading,
    scope: `read:${person.id}`,
    replaces: `read:${userId}:${person.id}`,
  }),
  apply: async (cache, { subject, part: { conversationId, upTo, count } }, reply) => {
    await cache.update(alerts, 'all', (cachedAlerts) => {
      if (!cachedAlerts) return cachedAlerts;
      if (reply) return afterReading(cachedAlerts, conversationId, reply);
      const known = cachedAlerts.conversations.find(({ id }) => id === conversationId);
      return known ? withUnread(cachedAlerts, conversationId, Math.max(0, known.unreadCount - count)) : cachedAlerts;
    });
    await changeConversation(cache, subject.id, (one) => {
      if (one.last.number <= upTo) return { ...one, unreadCount: reply?.unreadCount ?? 0 };
      // Newer messages are not part of the reply.
      return reply ? one : { ...one, unreadCount: Math.max(0, one.unreadCount - count) };
    });
  },
});

export const hideConversationMutation = defineMutation({
  kind: 'conversation.hide',
  endpoint: callOf<typeof hideConversation>('PUT', '/user/conversations/:userId/hidden'),
  labels: {
    title: ({ title }) => t`Hide conversation with ${title}`,
    done: (ago) => t`Hidden ${ago}.`,
    waitsFor,
  },
  queue: ({ person, upTo }: { person: Person; upTo: number }, userId) => ({
    params: { userId: person.id },
    body: { upTo },
    subject: personSubject(person),
    part: { person },
    scope: talkScope(person.id),
    replaces: `hide:${userId}:${person.id}`,
  }),
  apply: (cache, { subject, body: { upTo } }) =>
    cache.update(conversations, 'all', (all) =>
      all.filter(({ with: other, last }) => {
        const isSeen = last.number <= upTo || last.number === queuedNumber;
        return other.id !== subject.id || !isSeen;
      }),
    ),
});

export const mutations = byKind(
  sendMessageMutation,
  unsendMessageMutation,
  hideMessageMutation,
  readConversationMutation,
  hideConversationMutation,
);
