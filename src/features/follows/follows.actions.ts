import type { Followed, SearchTells } from '#contract/follows.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { mutate } from '#src/actions/mutate.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { type Followable, followedTitle } from './followed-title.ts';
import { followThingMutation, lookAtSearchMutation, unfollowThingMutation } from './follows.mutations.ts';

/** Follows something, or stops following it. */
export const setFollowed = (thing: Followable, userId: Id, on: boolean): Promise<void> =>
  mutate(on ? followThingMutation : unfollowThingMutation, thing, userId);

/** Changes the name of something followed, or how a search tells. */
export const changeFollowed = (thing: Followed, change: Partial<Followable>, userId: Id): Promise<void> =>
  mutate(followThingMutation, { ...thing, ...change, before: thing }, userId);

/** Chooses how a followed search tells of new bikes, and offers to undo it. */
export async function chooseTells(search: Followed, tells: SearchTells, userId: Id): Promise<void> {
  await changeFollowed(search, { tells }, userId);
  offerUndo(t`Saved for “${followedTitle(search)}”.`, () =>
    changeFollowed({ ...search, tells }, { tells: search.tells ?? 'feed' }, userId),
  );
}

/** Notes that a followed search was opened, with results that are as old as `at`. */
export const openSearch = (key: string, at: number, userId: Id): Promise<void> =>
  mutate(lookAtSearchMutation, { key, at: new Date(at).toISOString() }, userId);

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
