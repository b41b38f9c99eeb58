import { marksOf, saveMarks } from '../cache/marks.ts';
import type { OutboxRow } from '../rows.ts';
import type { Answers } from './answers.ts';
import { withFlag } from './flag-overlay.ts';
import type { flagWrites } from './flags.ts';

async function saveFlag(row: OutboxRow, _: unknown, now: number): Promise<void> {
  const { userId, subject } = row;
  const known = (await marksOf(userId, subject.id))?.flagged;
  await saveMarks(userId, subject.id, { flagged: withFlag(known, row) }, now);
}

export const flagAnswers: Answers<keyof typeof flagWrites> = { 'flag.bike': saveFlag, 'flag.comment': saveFlag };
