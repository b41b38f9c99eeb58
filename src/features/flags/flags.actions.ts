import type { FlagReason } from '#contract/flag-words.ts';
import type { Id } from '#contract/ids.ts';
import type { TrackedAction } from '#src/ground/result.ts';
import { commit } from '#src/offline/commit.ts';
import { keepsNothing } from '#src/offline/storage.ts';
import { enqueueHeld } from '#src/offline/taking-back.ts';
import type { Undo } from '#src/offline/undo.ts';
import { type Flagged, flagRow } from '#src/offline/writes/flag-rows.ts';
import { tracked } from '#src/results/results.ts';

/** Which action it is to flag something. */
export const actionOf = ({ type }: Flagged): TrackedAction =>
  type === 'Post' ? 'FlagBike' : type === 'Comment' ? 'FlagComment' : 'FlagUser';

/**
 * Flags something. It is held for as long as it can be undone: the site takes no flag back.
 * @returns how to undo it; null where nothing is kept, so that it has gone out at once
 */
export async function flagThing(
  userId: Id,
  thing: Flagged,
  { reason, note }: { reason: FlagReason; note: string },
  now = Date.now(),
): Promise<Undo | null> {
  let undo: Undo | null = null;
  const row = flagRow(userId, thing, { reason, note });
  const work = async () => {
    const held = await enqueueHeld(row, [], now, async () => undefined);
    undo = held.undo;
    return [held.row];
  };
  await tracked(actionOf(thing), () => commit(work));
  return keepsNothing() ? null : undo;
}
