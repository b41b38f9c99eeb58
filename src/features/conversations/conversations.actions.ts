import * as v from 'valibot';
import { listBlocks } from '#contract/blocks.ts';
import { type Id, newId } from '#contract/ids.ts';
import { MessageText } from '#contract/message-text.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { commit } from '#src/offline/commit.ts';
import { enqueue } from '#src/offline/outbox.ts';
import { isUntried, type OutboxRow } from '#src/offline/rows.ts';
import { keepsNothing } from '#src/offline/storage.ts';
import { enqueueHeld, takeBack } from '#src/offline/taking-back.ts';
import type { Undo } from '#src/offline/undo.ts';
import { vault } from '#src/offline/vault.ts';
import {
  blockRow,
  hideMessageRow,
  hideRow,
  messageFacts,
  type ReadPart,
  readRow,
  sendRow,
} from '#src/offline/writes/message-rows.ts';
import { unsendRow } from '#src/offline/writes/messages.ts';
import { tracked } from '#src/results/results.ts';
import { lowerUnreadCount } from '#src/session/unread.ts';

/** What is done with somebody the member writes to. */
export type Talk = { person: Person; userId: Id };

/**
 * Writes to somebody; returns the message's id. Check the text with `messageProblem` first.
 * @param begins it is the first message of the two
 */
export async function writeMessage({ person, userId }: Talk, text: string, begins: boolean): Promise<Id> {
  const row = sendRow(person, userId, newId(), v.parse(MessageText, text));
  await tracked(begins ? 'AddUserMessage' : 'AddConversationMessage', () => commit(async () => [await enqueue(row)]));
  return row.targetId;
}

/** Keeps a row that takes something away; the answer brings it back, while that is possible. */
async function held(row: OutboxRow, about: readonly Id[], now: number): Promise<Undo | null> {
  let undo: Undo | null = null;
  await commit(async () => {
    const kept = await enqueueHeld(row, about, now, async () => undefined);
    undo = kept.undo;
    return [kept.row];
  });
  return keepsNothing() ? null : undo;
}

const isOpen = (row: OutboxRow) => isUntried(row) || row.state === 'failed';

/** Takes a message back from both; one that never left this device just goes. */
export async function unsend({ person, userId }: Talk, messageId: Id, now = Date.now()): Promise<Undo | null> {
  const sent = (await vault.outbox.where('targetId', messageId)).find(({ kind }) => kind === 'message.send');
  if (sent && isOpen(sent)) return takeBack(sent.id);
  const row = { ...unsendRow(messageFacts(person, userId, messageId)), ...(sent && { undoes: sent.id }) };
  return tracked('UnsendMessage', () => held(row, [messageId], now));
}

/** Takes a message out of the member's own view. */
export const removeFromView = ({ person, userId }: Talk, messageId: Id, now = Date.now()): Promise<Undo | null> =>
  tracked('HideMessage', () => held(hideMessageRow(person, userId, messageId), [messageId], now));

/** Takes a conversation out of the member's list. @param upTo the last message in it */
export const hideTalk = ({ person, userId }: Talk, upTo: number, now = Date.now()): Promise<Undo | null> =>
  tracked('HideConversation', () => held(hideRow(person, userId, upTo), [], now));

/** Notes what the member has read, here and at the site. */
export async function noteRead({ person, userId }: Talk, part: ReadPart): Promise<void> {
  await tracked('ReadConversation', () => commit(async () => [await enqueue(readRow(person, userId, part))]));
  lowerUnreadCount(part.count);
}

/** Blocks somebody, or lets them in again. */
export const setBlocked = ({ person, userId }: Talk, on: boolean): Promise<void> =>
  tracked('BlockMember', () => commit(async () => [await enqueue(blockRow(person, userId, on))]));

/** Whom the member has blocked. @throws ApiFailure */
export const blockedBy = (userId: Id, cursor?: string): Promise<Page<Person>> =>
  tracked('GetBlocks', (call) => call(listBlocks, { as: userId, query: { cursor } }));
