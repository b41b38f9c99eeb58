import { type SiteServices, siteServices } from '#contract/services.ts';
import { createValue } from '#src/lib/value.ts';
import { initialQuery, useInitialData } from '#src/queries/initial-data.ts';
import { useValue } from '#src/queries/use-value.ts';

/** As this device knows them; null until it has looked. */
export const services = createValue<SiteServices | null>(null);

const first = initialQuery(siteServices, {}, (all) => all);

/** What the site is connected with elsewhere; null while that is not known here. */
export function useServices(): SiteServices | null {
  const came = useInitialData(first);
  const known = useValue(services);
  return known ?? (came && 'data' in came ? came.data : null);
}
