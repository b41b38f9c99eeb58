import { type FlagTarget, flagsPath } from '#contract/flag-targets.ts';
import { type Id, newId } from '#contract/ids.ts';
import { type OutboxRow, rowOf, type Subject } from '../rows.ts';
import { plainButtons, plainWrite, type Write, type Writes } from './write.ts';

/** Something that is flagged: the bike itself, or a comment on it. */
export type Flagged = { type: FlagTarget; id: Id };

const addFlag = { method: 'POST', path: flagsPath } as const;
const kinds = { Post: 'flag.bike', Comment: 'flag.comment' } as const;

/** The row that flags a bike, or a comment on it. */
export function flagRow(
  bike: Subject,
  userId: Id,
  { type, id: targetId }: Flagged,
  said: { reason: string; note: string },
): OutboxRow {
  const facts = { userId, lane: `flag:${targetId}`, kind: kinds[type], targetId, subject: bike };
  const title = type === 'Post' ? `Flag for ${bike.title}` : `Flag for a comment on ${bike.title}`;
  return rowOf(addFlag, {}, { ...facts, title, body: { id: newId(), targetType: type, targetId, ...said } });
}

const flag = (action: Write['action']): Write => ({
  ...plainWrite,
  action,
  words: { ...plainButtons, done: 'Flagged', after: 'bike' },
  opposite: null,
});

export const flagWrites: Writes<(typeof kinds)[FlagTarget]> = {
  'flag.bike': flag('FlagBike'),
  'flag.comment': flag('FlagComment'),
};
