import type { Brand } from '#contract/brands.ts';
import { listRow } from '#src/cache/list-row.ts';

/** Fields that older builds did not cache. */
const absent = { aliases: [], categories: [] };
const row = listRow<Brand[]>('brands');

/** Caches the brands that the form suggests. */
export const saveBrands = (all: Brand[]): Promise<void> => row.save(all);

export const cachedBrands = async (): Promise<Brand[]> =>
  (await row.get())?.value.map((brand) => ({ ...absent, ...brand })) ?? [];
