import type { SiteFigures } from '#contract/figures.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

const key = 'figures';
type KeptFigures = { key: string; value: SiteFigures; savedAt: number };

const lists = cacheTable<KeptFigures>('lists', 'key');

/** Caches the site's figures. */
export const saveFigures = (value: SiteFigures, now = Date.now()): Promise<void> =>
  keep(() => lists.put({ key, value, savedAt: now }));
export const cachedFigures = (): Promise<KeptFigures | undefined> => lists.get(key);
