import type { Country, Region } from '#contract/places.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

type KeptList = { key: string; value: unknown; savedAt: number };

const lists = cacheTable<KeptList>('lists', 'key');
const regionKey = (country: string) => `regions:${country}`;
const put = (key: string, value: unknown) => keep(() => lists.put({ key, value, savedAt: Date.now() }));

export const saveCountries = (value: Country[]): Promise<void> => put('countries', value);
export const cachedCountries = async (): Promise<Country[] | null> =>
  ((await lists.get('countries'))?.value as Country[] | undefined) ?? null;

export const saveRegions = (country: string, value: Region[]): Promise<void> => put(regionKey(country), value);
export const cachedRegions = async (country: string): Promise<Region[] | null> =>
  ((await lists.get(regionKey(country)))?.value as Region[] | undefined) ?? null;
