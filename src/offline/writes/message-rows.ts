import { blockMember, unblockMember } from '#contract/blocks.ts';
import {
  hideConversation,
  hideMessage,
  readConversation,
  type SendRefusal,
  sendMessage,
} from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { type OutboxRow, rowOf } from '../rows.ts';
import type { MessageFacts } from './messages.ts';
import { personSubject } from './person-subject.ts';

/** What a row of a message knows besides: whom it is for, enough to draw a conversation that has only just begun. */
export type MessagePart = { person: Person };
export const messagePartOf = (row: OutboxRow): MessagePart => row.part as MessagePart;

/** What a row of a reading knows besides: of which conversation, up to where, and how many messages that were. */
export type ReadPart = { conversationId: string; upTo: number; count: number };
export const readPartOf = (row: OutboxRow): ReadPart => row.part as ReadPart;

const factsOf = (person: Person, userId: Id) => ({
  ...{ userId, lane: `talk:${person.id}`, targetId: person.id, subject: personSubject(person), part: { person } },
});

/** The row that writes to somebody. */
export const sendRow = (person: Person, userId: Id, messageId: Id, text: string): OutboxRow => {
  const facts = { ...factsOf(person, userId), kind: 'message.send' as const, targetId: messageId };
  const row = { ...facts, title: `Message to ${person.username}`, body: { id: messageId, text } };
  return rowOf(sendMessage, { userId: person.id }, row);
};

/** A message to somebody, as rows name it. */
export const messageFacts = (person: Person, userId: Id, messageId: Id): MessageFacts => ({
  ...factsOf(person, userId),
  targetId: messageId,
});

/** The row that takes a message out of the member's own view. */
export const hideMessageRow = (person: Person, userId: Id, messageId: Id): OutboxRow => {
  const facts = { ...factsOf(person, userId), kind: 'message.hide' as const, targetId: messageId };
  const row = { ...facts, title: `Remove a message from your view, ${person.username}` };
  return rowOf(hideMessage, { messageId }, { ...row, coalesceKey: `hide:${messageId}` });
};

/** The row that tells what the member has read; what nobody has sent yet is replaced by what was read since. */
export const readRow = (person: Person, userId: Id, part: ReadPart): OutboxRow => {
  const facts = { ...factsOf(person, userId), lane: `read:${person.id}`, kind: 'conversation.read' as const };
  const row = { ...facts, title: `Read ${person.username}`, coalesceKey: `read:${userId}:${person.id}` };
  return rowOf(readConversation, { userId: person.id }, { ...row, part, body: { upTo: part.upTo } });
};

/** The row that takes a conversation out of the member's list. @param upTo the last message that they saw in it */
export const hideRow = (person: Person, userId: Id, upTo: number): OutboxRow => {
  const facts = { ...factsOf(person, userId), kind: 'conversation.hide' as const, body: { upTo } };
  const row = { ...facts, title: `Hide conversation with ${person.username}` };
  return rowOf(hideConversation, { userId: person.id }, { ...row, coalesceKey: `hide:${userId}:${person.id}` });
};

/** Why nothing can be written to somebody whom the member has blocked, as the site will say it. */
export const blockedRefusal = ({ username }: Person): SendRefusal => ({
  code: 'message.blocked',
  message: `You have blocked ${username}. Unblock them to write.`,
  until: null,
});

/** The row that blocks somebody, or lets them in again. What nobody has sent yet becomes one. */
export function blockRow(person: Person, userId: Id, on: boolean): OutboxRow {
  const row = { ...factsOf(person, userId), coalesceKey: `block:${userId}:${person.id}` };
  const params = { userId: person.id };
  return on
    ? rowOf(blockMember, params, { ...row, kind: 'member.block', title: `Block ${person.username}` })
    : rowOf(unblockMember, params, { ...row, kind: 'member.unblock', title: `Unblock ${person.username}` });
}
