import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { mutate } from '#src/actions/mutate.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { type Followable, followedTitle } from './followed-title.ts';
import { followThingMutation, unfollowThingMutation } from './follows.mutations.ts';

/** Follows something, or stops following it. */
export const setFollowed = (thing: Followable, userId: Id, on: boolean): Promise<void> =>
  mutate(on ? followThingMutation : unfollowThingMutation, thing, userId);

/** Follows something, and offers to undo it. */
export async function startFollowing(thing: Followable, userId: Id): Promise<void> {
  await setFollowed(thing, userId, true);
  offerUndo(t`You follow ${followedTitle(thing)}.`, () => setFollowed(thing, userId, false));
}

/** Stops following something, and offers to follow it again. */
export async function stopFollowing(thing: Followable, userId: Id): Promise<void> {
  await setFollowed(thing, userId, false);
  offerUndo(t`You no longer follow ${followedTitle(thing)}.`, () => setFollowed(thing, userId, true));
}
