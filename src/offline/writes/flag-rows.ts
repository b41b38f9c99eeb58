import { type FlagTarget, flagsPath, memberFlagsPath } from '#contract/flag-targets.ts';
import { type Id, newId } from '#contract/ids.ts';
import { type NewRow, type OutboxRow, rowOf, type Subject } from '../rows.ts';

/** Something that is flagged. `subject`: the bike that it is or stands on, else the member that it is or is by. */
export type Flagged = { type: FlagTarget; id: Id; subject: Subject };

const kinds = { Post: 'flag.bike', Comment: 'flag.comment', User: 'flag.member', Message: 'flag.message' } as const;
const whats = { Post: '', User: '', Comment: 'a comment on ', Message: 'a message of ' } as const;

/** The row that flags something. */
export function flagRow(
  userId: Id,
  { type, id: targetId, subject }: Flagged,
  said: { reason: string; note: string },
): OutboxRow {
  const key = `flag:${userId}:${targetId}`;
  const facts = { userId, lane: `flag:${targetId}`, kind: kinds[type], targetId, subject, coalesceKey: key };
  const named = type !== 'User' && { targetType: type, targetId };
  const title = `Flag for ${whats[type]}${subject.title}`;
  const row: NewRow = { ...facts, title, body: { id: newId(), ...named, ...said } };
  return subject.kind === 'bike'
    ? rowOf({ method: 'POST', path: flagsPath }, {}, row)
    : rowOf({ method: 'POST', path: memberFlagsPath }, { userId: subject.id }, row);
}
