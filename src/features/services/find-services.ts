import { callOf, pathOf } from '#contract/endpoint.ts';
import type { siteServices as ask, SiteServices } from '#contract/services.ts';
import type { DehydratedPage } from '#contract/ssr.ts';
import { runAction } from '#src/action-state/run-action.ts';

const place = 'services';
/** TTL of the stored answer in milliseconds. */
const goodFor = 24 * 3_600_000;

const siteServices = callOf<typeof ask>('GET', '/services');

type StoredServices = { at: number; services: SiteServices };

/** Whether a stored value is what this build stores. */
const isStored = (value: Partial<StoredServices> | null): value is StoredServices =>
  Number.isFinite(value?.at) && Array.isArray(value?.services?.social);

/** Reads the dehydrated answer of a server-rendered page. */
function readDehydrated(): SiteServices | null {
  const block = document.getElementById('given')?.textContent;
  const dehydrated = block ? (JSON.parse(block) as DehydratedPage).answers[pathOf(siteServices, {})] : undefined;
  return dehydrated?.envelope.successful ? (dehydrated.envelope.data as SiteServices) : null;
}

function readStored(): StoredServices | null {
  try {
    const value = JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<StoredServices> | null;
    return isStored(value) ? value : null;
  } catch {
    return null;
  }
}

function storeServices(services: SiteServices): SiteServices {
  try {
    localStorage.setItem(place, JSON.stringify({ at: Date.now(), services }));
  } catch {
    // Without storage the browser asks on each visit.
  }
  return services;
}

/** Fetches the site's external services at most once a day; null if they are unavailable. */
export async function findServices(): Promise<SiteServices | null> {
  const dehydrated = readDehydrated();
  if (dehydrated) return storeServices(dehydrated);
  const before = readStored();
  // The absolute value also expires the entry after the clock was set back.
  if (before && Math.abs(Date.now() - before.at) < goodFor) return before.services;
  return runAction(siteServices).then(storeServices, () => before?.services ?? null);
}
