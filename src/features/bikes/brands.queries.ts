import { type Brand, listBrands } from '#contract/brands.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { cachedBrands, saveBrands } from './brands.cache.ts';

const brands = defineQuery({
  name: 'brands',
  endpoint: listBrands,
  read: async () => withSavedAt(await cachedBrands()),
  save: (all) => saveBrands(all),
});

/** Brands and models that the form suggests; empty while they load. */
export const useBrands = (): Brand[] => useQuery(brands).data ?? [];
