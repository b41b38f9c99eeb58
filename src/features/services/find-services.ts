import * as v from 'valibot';
import type { Given } from '#contract/drawing.ts';
import { pathOf } from '#contract/endpoint.ts';
import { SiteServices, siteServices } from '#contract/services.ts';
import { runAction } from '#src/action-state/run-action.ts';

const place = 'services';
/** Milliseconds for which a device does not ask again. */
const goodFor = 24 * 3_600_000;

const Remembered = v.object({ at: v.number(), services: SiteServices });

/** What came with a page that was drawn. */
function given(): SiteServices | null {
  const block = document.getElementById('given')?.textContent;
  const came = block ? (JSON.parse(block) as Given).answers[pathOf(siteServices, {})] : undefined;
  return came?.envelope.successful ? (came.envelope.data as SiteServices) : null;
}

function remembered(): v.InferOutput<typeof Remembered> | null {
  try {
    const read = v.safeParse(Remembered, JSON.parse(localStorage.getItem(place) ?? ''));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

function remember(services: SiteServices): SiteServices {
  try {
    localStorage.setItem(place, JSON.stringify({ at: Date.now(), services }));
  } catch {
    // A browser that keeps nothing asks on each visit.
  }
  return services;
}

/** What the site is connected with elsewhere, asked once a day; null where that cannot be had. */
export async function findServices(): Promise<SiteServices | null> {
  const came = given();
  if (came) return remember(came);
  const before = remembered();
  // A clock that was set back makes it no newer.
  if (before && Math.abs(Date.now() - before.at) < goodFor) return before.services;
  return runAction('GetServices', (call) => call(siteServices)).then(remember, () => before?.services ?? null);
}
