import { atom, getDefaultStore } from 'jotai';
import { callOf } from '#contract/endpoint.ts';
import type { getSiteServices, SiteServices } from '#contract/site-services.ts';
import { initialQuery, useInitialData } from '#src/queries/initial-data.ts';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';

const store = getDefaultStore();

/** The localStorage key of the last answer, and what it holds. */
export const servicesKey = 'services';
export type StoredServices = { at: number; services: SiteServices };

/** The last answer on this device; null for a server-rendered page, which brings its own. */
function readStored(): SiteServices | null {
  try {
    if (document.getElementById('initial-data')) return null;
    return (JSON.parse(localStorage.getItem(servicesKey) ?? '') as StoredServices).services;
  } catch {
    return null;
  }
}

/** The site's services, name and announcement as last heard; null before. */
export const servicesAtom = atom(readStored());

const watchServices = (listener: () => void) => store.sub(servicesAtom, listener);

export const initialServices = initialQuery(callOf<typeof getSiteServices>('GET', '/services'), {}, (all) => all);

/** External services of the site, its name, color and announcement; null while unknown. */
export function useServices(): SiteServices | null {
  const initial = useInitialData(initialServices);
  const rendered = initial && 'data' in initial ? initial.data : null;
  return useBrowserValue(() => store.get(servicesAtom) ?? rendered, rendered, watchServices);
}
