import { type Brand, listBrands } from '#contract/brands.ts';
import type { Id } from '#contract/ids.ts';
import { cachedBrands, saveBrands } from '#src/features/bikes/brands.cache.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';
import { draftOf, draftsOf, type WholeDraft } from '../drafts/drafts.ts';

/** The member's drafts, most recently changed first; undefined while they load. */
export function useDrafts(): WholeDraft[] | undefined {
  const { user } = useSession();
  return useLive('drafts', async () => (user ? draftsOf(user.id) : []), [user]);
}

/** One draft; undefined while it loads, null if it is not on this device. */
export const useDraft = (id: Id | null): WholeDraft | null | undefined =>
  useLive('draft', async () => (id && (await draftOf(id))) || null, [id]);

const brands = defineQuery({
  name: 'brands',
  endpoint: listBrands,
  read: async () => withSavedAt(await cachedBrands()),
  save: (all) => saveBrands(all),
});

/** Brands and models that the form suggests; empty while they load. */
export const useBrands = (): Brand[] => useQuery(brands).data ?? [];
