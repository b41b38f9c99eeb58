import type { Brand } from '#contract/brands.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

/** Fields that older builds did not cache. */
const absent = { aliases: [], categories: [] };
type KeptList = { key: string; value: unknown; savedAt: number };

const lists = cacheTable<KeptList>('lists', 'key');

/** Caches the brands that the form suggests. */
export const saveBrands = (value: Brand[], now = Date.now()): Promise<void> =>
  keep(() => lists.put({ key: 'brands', value, savedAt: now }));
export const cachedBrands = async (): Promise<Brand[]> =>
  ((await lists.get('brands'))?.value as Brand[] | undefined)?.map((brand) => ({ ...absent, ...brand })) ?? [];
