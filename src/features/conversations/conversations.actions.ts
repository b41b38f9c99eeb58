import * as v from 'valibot';
import type { MessageBike } from '#contract/conversations.ts';
import { type Id, newId } from '#contract/ids.ts';
import { MessageText } from '#contract/message-text.ts';
import type { Person } from '#contract/people.ts';
import { mutate, mutateWithUndo } from '#src/actions/mutate.ts';
import { runAction } from '#src/actions/run-action.ts';
import { personSubject } from '#src/actions/subjects.ts';
import { commit } from '#src/outbox/commit.ts';
import { queueMutation } from '#src/outbox/enqueue.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { lowerUnreadCount } from '#src/session/unread-count.ts';
import { userDb } from '#src/storage/user-db.ts';
import {
  hideConversationMutation,
  hideMessageMutation,
  type Reading,
  readConversationMutation,
  sendMessageMutation,
  unsendMessageMutation,
} from './conversations.mutations.ts';

/** The other member of a conversation, and the current user. */
export type Talk = { person: Person; userId: Id };

/**
 * Sends a message and returns its id. Check the text with `messageProblem` first.
 * @param begins whether it is the first message between the two
 * @param bike that it is about
 */
export async function writeMessage(
  { person, userId }: Talk,
  text: string,
  begins: boolean,
  bike?: MessageBike,
): Promise<Id> {
  const message = { person, messageId: newId(), text: v.parse(MessageText, text), bike };
  const work = async () => [await queueMutation(sendMessageMutation, message, userId)];
  await runAction(begins ? 'AddUserMessage' : 'AddConversationMessage', () => commit(work));
  return message.messageId;
}

/** Deletes a message for both members; one that was never sent is only removed from the queue. */
export const unsend = ({ person, userId }: Talk, messageId: Id, now = Date.now()): Promise<Undo | null> =>
  mutateWithUndo(unsendMessageMutation, { subject: personSubject(person), messageId }, userId, {
    now,
    findAdded: async () =>
      (await userDb.outbox.where('targetId', messageId)).find(({ kind }) => kind === 'message.send'),
  });

/** Hides a message from the member's own view. */
export const removeFromView = ({ person, userId }: Talk, messageId: Id, now = Date.now()): Promise<Undo | null> =>
  mutateWithUndo(hideMessageMutation, { person, messageId }, userId, { now });

/** Hides a conversation from the member's list. @param upTo number of its last message */
export const hideTalk = ({ person, userId }: Talk, upTo: number, now = Date.now()): Promise<Undo | null> =>
  mutateWithUndo(hideConversationMutation, { person, upTo }, userId, { now });

/** Marks messages as read, here and on the server. */
export async function noteRead({ person, userId }: Talk, reading: Reading): Promise<void> {
  await mutate(readConversationMutation, { person, reading }, userId);
  lowerUnreadCount(reading.count);
}
