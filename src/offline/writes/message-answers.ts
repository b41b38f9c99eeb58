import type { Conversation, Left, Message } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import {
  changeConversation,
  changeCorrespondence,
  changeMessage,
  conversationsOf,
  keepMessage,
  raiseConversation,
} from '../cache/conversations.ts';
import { blockedMembers } from '../cache/member-lists.ts';
import { noteUnread } from '../cache/unread.ts';
import type { OutboxRow } from '../rows.ts';
import type { Answers } from './answers.ts';
import { blockedRefusal, messagePartOf, readPartOf } from './message-rows.ts';
import type { messageWrites } from './messages.ts';

/** Who the other one is of whom a row tells. */
const otherOf = ({ subject }: OutboxRow): Id => subject.id;

const pairIdOf = (one: Id, other: Id): string => [one, other].sort().join(':');

async function saveSent(row: OutboxRow, data: unknown): Promise<void> {
  const { userId } = row;
  const message = data as Message;
  const { person } = messagePartOf(row);
  await keepMessage(userId, person.id, message);
  const known = (await conversationsOf(userId))?.items.find((one) => one.with.id === person.id);
  const begun = { id: pairIdOf(userId, person.id), with: person, unreadCount: 0 };
  const conversation: Conversation = { ...begun, ...known, answered: true, last: message };
  await raiseConversation(userId, conversation);
  await changeCorrespondence(userId, person.id, (now) => ({
    ...now,
    conversation: { ...conversation, unreadCount: now.conversation?.unreadCount ?? 0 },
  }));
}

async function saveUnsent(row: OutboxRow): Promise<void> {
  const gone = <M extends Message>(message: M): M => ({ ...message, text: '', unsent: true });
  await changeMessage(row.userId, otherOf(row), row.targetId, gone);
  await changeConversation(row.userId, otherOf(row), (one) =>
    one.last.id === row.targetId ? { ...one, last: gone(one.last) } : one,
  );
}

async function saveHiddenMessage(row: OutboxRow): Promise<void> {
  await changeMessage(row.userId, otherOf(row), row.targetId, () => null);
  await changeConversation(row.userId, otherOf(row), (one) =>
    one.last.id === row.targetId ? { ...one, last: { ...one.last, text: '' } } : one,
  );
}

async function saveRead(row: OutboxRow, data: unknown): Promise<void> {
  const left = data as Left;
  const { unreadCount } = left;
  const { conversationId, upTo } = readPartOf(row);
  await noteUnread(row.userId, conversationId, left);
  // What has come since is not known to this answer.
  const read = <C extends Conversation>(one: C): C => (one.last.number <= upTo ? { ...one, unreadCount } : one);
  await changeConversation(row.userId, otherOf(row), read);
  await changeCorrespondence(row.userId, otherOf(row), (now) => ({
    ...now,
    conversation: now.conversation && read(now.conversation),
  }));
}

const saveHidden = (row: OutboxRow): Promise<void> => {
  const { upTo } = row.body as { upTo: number };
  return changeConversation(row.userId, otherOf(row), (one) => (one.last.number <= upTo ? null : one));
};

const saveBlocked =
  (blocked: boolean) =>
  async ({ userId, targetId }: OutboxRow): Promise<void> => {
    await blockedMembers.change(userId, targetId, blocked);
    await changeCorrespondence(userId, targetId, (now) => {
      const other = now.refusal?.code === 'message.blocked' ? null : now.refusal;
      return { ...now, blocked, refusal: blocked ? blockedRefusal(now.with) : other };
    });
  };

export const messageAnswers: Answers<keyof typeof messageWrites> = {
  'message.send': saveSent,
  'message.unsend': saveUnsent,
  'message.hide': saveHiddenMessage,
  'conversation.read': saveRead,
  'conversation.hide': saveHidden,
  'member.block': saveBlocked(true),
  'member.unblock': saveBlocked(false),
};
