import { type SiteServices, siteServices } from '#contract/services.ts';
import { createValue } from '#src/lib/value.ts';
import { initialQuery, useInitialData } from '#src/queries/initial-data.ts';
import { useValue } from '#src/queries/use-value.ts';

/** Known services; null before the first look-up. */
export const services = createValue<SiteServices | null>(null);

const first = initialQuery(siteServices, {}, (all) => all);

/** External services of the site; null while unknown. */
export function useServices(): SiteServices | null {
  const came = useInitialData(first);
  const known = useValue(services);
  return known ?? (came && 'data' in came ? came.data : null);
}
