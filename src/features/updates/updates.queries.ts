import type { Id } from '#contract/ids.ts';
import { updateDraftsOf, type WholeDraft } from '#src/features/drafts/drafts.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import type { Waiting } from '#src/outbox/waiting.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';

/** The member's unfinished updates of a bike, last changed first; undefined while they load. */
export function useUpdateDrafts(bikeId: Id): WholeDraft[] | undefined {
  const { user } = useSession();
  const find = async () =>
    user ? (await updateDraftsOf(user.id)).filter(({ update }) => update?.bikeId === bikeId) : [];
  return useLive('update-drafts', find, [user, bikeId]);
}

/** The state of what is queued for an update; null if nothing is, undefined while it loads. */
export function useWaitingUpdate(updateId: Id): Waiting | null | undefined {
  const { user } = useSession();
  const find = async () =>
    user ? (await optimisticView(user.id)).waitingFor(updateId, ['update.post', 'update.edit']) : null;
  return useLive('waiting-update', find, [user, updateId]);
}
