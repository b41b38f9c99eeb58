import { atom } from 'jotai';
import { callOf } from '#contract/endpoint.ts';
import type { SiteServices, siteServices } from '#contract/services.ts';
import { initialQuery, useInitialData } from '#src/queries/initial-data.ts';
import { useValue } from '#src/ui/use-value.ts';

/** Known services; null before the first look-up. */
export const servicesAtom = atom<SiteServices | null>(null);

export const initialServices = initialQuery(callOf<typeof siteServices>('GET', '/services'), {}, (all) => all);

/** External services of the site; null while unknown. */
export function useServices(): SiteServices | null {
  const initial = useInitialData(initialServices);
  const known = useValue(servicesAtom);
  return known ?? (initial && 'data' in initial ? initial.data : null);
}
