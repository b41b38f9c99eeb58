import { changeConversation, changeCorrespondence, changeMessage } from '../cache/conversations.ts';
import { marksOf, saveMarks } from '../cache/marks.ts';
import { flaggedMembers } from '../cache/member-lists.ts';
import type { OutboxRow } from '../rows.ts';
import type { Answers } from './answers.ts';
import { withFlag } from './flag-overlay.ts';
import type { flagWrites } from './flags.ts';
import { withFlaggedLast } from './message-flags.ts';

async function saveFlag(row: OutboxRow, _: unknown, now: number): Promise<void> {
  const { userId, subject } = row;
  const known = (await marksOf(userId, subject.id))?.flagged;
  await saveMarks(userId, subject.id, { flagged: withFlag(known, row) }, now);
}

async function saveMessageFlag({ userId, subject: { id }, targetId }: OutboxRow): Promise<void> {
  await changeMessage(userId, id, targetId, (message) => ({ ...message, flagged: true }));
  await changeConversation(userId, id, (one) => withFlaggedLast(one, targetId));
  await changeCorrespondence(userId, id, (now) => ({
    ...now,
    conversation: now.conversation && withFlaggedLast(now.conversation, targetId),
  }));
}

export const flagAnswers: Answers<keyof typeof flagWrites> = {
  'flag.bike': saveFlag,
  'flag.comment': saveFlag,
  'flag.member': ({ userId, targetId }) => flaggedMembers.change(userId, targetId, true),
  'flag.message': saveMessageFlag,
};
