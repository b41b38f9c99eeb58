import * as v from 'valibot';
import { listBlocks } from '#contract/blocks.ts';
import { type Id, newId } from '#contract/ids.ts';
import { MessageText } from '#contract/message-text.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { mutate } from '#src/mutations/mutate.ts';
import { commit } from '#src/outbox/commit.ts';
import type { DefinedMutation } from '#src/outbox/define-mutation.ts';
import { queueHeld, queueMutation } from '#src/outbox/enqueue.ts';
import { isUntried, type QueuedMutation } from '#src/outbox/mutation.ts';
import { personSubject } from '#src/outbox/person-subject.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { undoMutation } from '#src/outbox/undo-mutation.ts';
import { lowerUnreadCount } from '#src/session/unread.ts';
import { keepsNothing } from '#src/storage/storage-state.ts';
import { userDb } from '#src/storage/user-db.ts';
import {
  block,
  hideConversation,
  hideMessage,
  markRead,
  type Reading,
  sendMessage,
  unblock,
  unsend as unsendMutation,
} from './conversations.mutations.ts';

/** What is done with somebody the member writes to. */
export type Talk = { person: Person; userId: Id };

/**
 * Writes to somebody; returns the message's id. Check the text with `messageProblem` first.
 * @param begins it is the first message of the two
 */
export async function writeMessage({ person, userId }: Talk, text: string, begins: boolean): Promise<Id> {
  const message = { person, messageId: newId(), text: v.parse(MessageText, text) };
  const work = async () => [await queueMutation(sendMessage, message, userId)];
  await runAction(begins ? 'AddUserMessage' : 'AddConversationMessage', () => commit(work));
  return message.messageId;
}

/** Queues a mutation that takes something away. Returns how to undo it, while that is possible. */
async function held<Input>(
  mutation: DefinedMutation<string, Input, boolean>,
  input: Input,
  userId: Id,
  now: number,
  undoes?: Id,
): Promise<Undo | null> {
  let undo: Undo | null = null;
  await runAction(mutation.action, () =>
    commit(async () => {
      const kept = await queueHeld(mutation, input, userId, now, { undoes });
      undo = kept.undo;
      return [kept.row];
    }),
  );
  return keepsNothing() ? null : undo;
}

const isOpen = (row: QueuedMutation) => isUntried(row) || row.state === 'failed';

/** Takes a message back from both; one that never left this device just goes. */
export async function unsend({ person, userId }: Talk, messageId: Id, now = Date.now()): Promise<Undo | null> {
  const sent = (await userDb.outbox.where('targetId', messageId)).find(({ kind }) => kind === 'message.send');
  if (sent && isOpen(sent)) return undoMutation(sent.id);
  return held(unsendMutation, { subject: personSubject(person), messageId }, userId, now, sent?.id);
}

/** Takes a message out of the member's own view. */
export const removeFromView = ({ person, userId }: Talk, messageId: Id, now = Date.now()): Promise<Undo | null> =>
  held(hideMessage, { person, messageId }, userId, now);

/** Takes a conversation out of the member's list. @param upTo the last message in it */
export const hideTalk = ({ person, userId }: Talk, upTo: number, now = Date.now()): Promise<Undo | null> =>
  held(hideConversation, { person, upTo }, userId, now);

/** Notes what the member has read, here and at the site. */
export async function noteRead({ person, userId }: Talk, reading: Reading): Promise<void> {
  await mutate(markRead, { person, reading }, userId);
  lowerUnreadCount(reading.count);
}

/** Blocks somebody, or lets them in again. */
export const setBlocked = ({ person, userId }: Talk, on: boolean): Promise<void> =>
  mutate(on ? block : unblock, person, userId);

/** Whom the member has blocked. @throws ApiFailure */
export const blockedBy = (userId: Id, cursor?: string): Promise<Page<Person>> =>
  runAction('GetBlocks', (call) => call(listBlocks, { as: userId, query: { cursor } }));
