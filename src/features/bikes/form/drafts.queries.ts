import { type Brand, listBrands } from '#contract/brands.ts';
import type { Id } from '#contract/ids.ts';
import { brandsKept, saveBrands } from '#src/offline/cache/brands.ts';
import { draftOf, draftsOf, type WholeDraft } from '#src/offline/drafts.ts';
import { useLive } from '#src/reading/live.queries.ts';
import { useCachedQuery } from '#src/reading/use-reading.ts';
import { runAction } from '#src/results/results.ts';
import { useSession } from '#src/session/use-session.ts';

/** The member's drafts, the last changed first; undefined while they are read. */
export function useDrafts(): WholeDraft[] | undefined {
  const { user } = useSession();
  return useLive('drafts', async () => (user ? draftsOf(user.id) : []), [user]);
}

/** One draft; undefined while it is read, null when it is not on this device. */
export const useDraft = (id: Id | null): WholeDraft | null | undefined =>
  useLive('draft', async () => (id && (await draftOf(id))) || null, [id]);

/** The makers and models that the form suggests; empty until they are known. */
export function useBrands(): Brand[] {
  const { data } = useCachedQuery({
    name: 'brands',
    key: 'brands',
    select: async () => ({ data: await brandsKept(), savedAt: null }),
    fetch: async () => saveBrands(await runAction('GetBrands', (call) => call(listBrands))),
  });
  return data ?? [];
}
