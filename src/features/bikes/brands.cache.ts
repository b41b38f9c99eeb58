import type { Brand } from '#contract/brands.ts';
import { listRow } from '#src/cache/list-row.ts';

const noAliases = { aliases: [] };
const row = listRow<Brand[]>('brands');

/** Caches the brands that the form suggests. */
export const saveBrands = (all: Brand[]): Promise<void> => row.save(all);

export const cachedBrands = async (): Promise<Brand[]> =>
  // Brands of older builds have no aliases.
  (await row.get())?.value.map((brand) => ({ ...noAliases, ...brand })) ?? [];
