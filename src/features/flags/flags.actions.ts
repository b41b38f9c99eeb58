import type { FlagTarget } from '#contract/flag-targets.ts';
import type { Id } from '#contract/ids.ts';
import { mutateWithUndo } from '#src/actions/mutate.ts';
import type { ActionName } from '#src/lib/result.ts';
import type { Undo } from '#src/outbox/undo.ts';
import {
  type Flagged,
  flagBikeMutation,
  flagCommentMutation,
  flagListMutation,
  flagMemberMutation,
  flagMessageMutation,
  type Said,
} from './flags.mutations.ts';

const mutations = {
  Post: flagBikeMutation,
  Comment: flagCommentMutation,
  User: flagMemberMutation,
  Message: flagMessageMutation,
  List: flagListMutation,
} as const satisfies Record<FlagTarget, unknown>;

/** Action that flags an item of this type. */
export const actionOf = ({ type }: Flagged): ActionName => mutations[type].action;

/**
 * Flags an item. Delayed as long as it can be undone, because the server cannot withdraw a flag.
 * @returns the undo; null without storage, where the flag is sent at once
 */
export async function flagThing(userId: Id, thing: Flagged, said: Said, now = Date.now()): Promise<Undo | null> {
  return mutateWithUndo(mutations[thing.type], { thing, said }, userId, { now });
}
