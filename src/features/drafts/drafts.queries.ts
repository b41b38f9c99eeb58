import type { Id } from '#contract/ids.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';
import { draftOf, draftsOf, type WholeDraft } from './drafts.ts';

/** The member's drafts, most recently changed first; undefined while they load. */
export function useDrafts(): WholeDraft[] | undefined {
  const { user } = useSession();
  return useLive('drafts', async () => (user ? draftsOf(user.id) : []), [user]);
}

/** One draft; undefined while it loads, null if it is not on this device. */
export const useDraft = (id: Id | null): WholeDraft | null | undefined =>
  useLive('draft', async () => (id && (await draftOf(id))) || null, [id]);
