import * as v from 'valibot';
import { pathOf } from '#contract/endpoint.ts';
import { SiteServices, siteServices } from '#contract/services.ts';
import type { DehydratedPage } from '#contract/ssr.ts';
import { runAction } from '#src/action-state/run-action.ts';

const place = 'services';
/** TTL of the stored answer in milliseconds. */
const goodFor = 24 * 3_600_000;

const StoredServices = v.object({ at: v.number(), services: SiteServices });

/** Reads the dehydrated answer of a server-rendered page. */
function readDehydrated(): SiteServices | null {
  const block = document.getElementById('given')?.textContent;
  const dehydrated = block ? (JSON.parse(block) as DehydratedPage).answers[pathOf(siteServices, {})] : undefined;
  return dehydrated?.envelope.successful ? (dehydrated.envelope.data as SiteServices) : null;
}

function readStored(): v.InferOutput<typeof StoredServices> | null {
  try {
    const read = v.safeParse(StoredServices, JSON.parse(localStorage.getItem(place) ?? ''));
    return read.success ? read.output : null;
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
