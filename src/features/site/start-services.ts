import { getDefaultStore } from 'jotai';
import { callOf } from '#contract/endpoint.ts';
import type { getSiteServices } from '#contract/site-services.ts';
import { runAction } from '#src/actions/run-action.ts';
import { untilConsent } from '#src/lib/consent.ts';
import { onFaults } from '#src/lib/faults.ts';
import { writeLocal } from '#src/lib/local-storage.ts';
import { retryImport } from '#src/lib/retry-import.ts';
import { same } from '#src/lib/same.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { type StoredServices, servicesAtom, servicesKey } from './site.queries.ts';

const store = getDefaultStore();
/** Milliseconds between two looks of a page that is shown. */
const lookEveryMs = 60_000;

/** Resolves on the next reconnect. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onReconnect(() => {
      stop();
      resolve();
    });
  });

/** Shows the badge in the operator's color. */
function paint(color: string | null | undefined): void {
  // Without a value the property is removed.
  document.documentElement.style.setProperty('--badge', color ?? '');
  if (color) for (const meta of document.getElementsByName('theme-color')) meta.setAttribute('content', color);
}

/** Asks for the site's services, name and announcement, and stores the answer for the next visit. */
export async function refreshServices(): Promise<void> {
  try {
    const services = await runAction(callOf<typeof getSiteServices>('GET', '/services'));
    store.set(servicesAtom, (before) => same(before, services));
    paint(services.color);
    const stored: StoredServices = { at: Date.now(), services };
    writeLocal(servicesKey, JSON.stringify(stored));
  } catch {
    // Known values stay.
  }
}

/**
 * Follows the site's announcement and maintenance, and starts its external services. Nothing is sent before the viewer
 * agrees to cookies; earlier errors are reported then.
 * @param version version of the build
 */
export async function startServices(version: string): Promise<void> {
  setInterval(() => document.visibilityState === 'visible' && void refreshServices(), lookEveryMs);
  await refreshServices();
  let found = store.get(servicesAtom);
  while (!found) {
    await untilSignal();
    await refreshServices();
    found = store.get(servicesAtom);
  }
  const { errors, visits } = found;
  if (!errors) onFaults(() => undefined);
  if (!errors && !visits) return;
  await untilConsent();
  if (errors)
    void retryImport(
      () => import('./report-errors.ts'),
      (part) => part.reportErrors(errors, version),
    );
  if (visits)
    void retryImport(
      () => import('./count-visits.ts'),
      (part) => part.countVisits(visits),
    );
}
