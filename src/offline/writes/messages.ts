import * as v from 'valibot';
import { MessageText, messagePath } from '#contract/message-text.ts';
import { type OutboxRow, rowOf } from '../rows.ts';
import { plainButtons, plainWrite, type Write, type Writes } from './write.ts';

type Kind =
  | 'message.send'
  | 'message.unsend'
  | 'message.hide'
  | 'conversation.read'
  | 'conversation.hide'
  | 'member.block'
  | 'member.unblock';

/** Which message it is, as rows name it. */
export type MessageFacts = Pick<OutboxRow, 'userId' | 'lane' | 'targetId' | 'subject'>;

/** The row that takes a message back from both. */
export function unsendRow(message: MessageFacts, dependsOn: OutboxRow['dependsOn'] = []): OutboxRow {
  const { userId, lane, targetId, subject } = message;
  const facts = { userId, lane, kind: 'message.unsend' as const, targetId, subject, dependsOn };
  const row = { ...facts, title: `Take back message to ${subject.title}` };
  return rowOf({ method: 'DELETE', path: messagePath }, { messageId: targetId }, row);
}

/** The sentence about a message's text, or null when it can be sent. */
export function messageProblem(text: string): string | null {
  const result = v.safeParse(MessageText, text);
  return result.success ? null : result.issues[0].message;
}

/** What somebody wrote in a message that waits. */
export const messageOf = ({ body }: OutboxRow): string => (body as { text: string }).text;

const write = (action: Write['action'], done: string): Write => ({
  ...plainWrite,
  action,
  words: { ...plainButtons, done, after: 'message' },
  opposite: null,
});

export const messageWrites: Writes<Kind> = {
  'message.send': {
    ...write('AddConversationMessage', 'Written'),
    creates: true,
    text: {
      label: 'Your message',
      of: messageOf,
      problem: messageProblem,
      into: (row, text) => ({ ...(row.body as object), text: v.parse(MessageText, text) }),
    },
    opposite: (row) => [unsendRow(row, [row.id])],
  },
  'message.unsend': write('UnsendMessage', 'Taken back'),
  'message.hide': write('HideMessage', 'Removed'),
  'conversation.read': { ...write('ReadConversation', ''), isThing: false, isHarmless: true },
  'conversation.hide': write('HideConversation', 'Hidden'),
  'member.block': write('BlockMember', 'Blocked'),
  'member.unblock': write('BlockMember', 'Unblocked'),
};
