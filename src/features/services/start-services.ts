import { getDefaultStore } from 'jotai';
import { untilConsent } from '#src/lib/consent.ts';
import { onFaults } from '#src/lib/faults.ts';
import { retryImport } from '#src/lib/retry-import.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { findServices } from './find-services.ts';
import { servicesAtom } from './services.queries.ts';

const store = getDefaultStore();

/** Resolves on the next reconnect. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onReconnect(() => {
      stop();
      resolve();
    });
  });

/**
 * Starts the site's external services. Nothing is sent before the viewer agrees to cookies; earlier errors are reported
 * then.
 * @param version version of the build
 */
export async function startServices(version: string): Promise<void> {
  let found = await findServices();
  while (!found) {
    await untilSignal();
    found = await findServices();
  }
  store.set(servicesAtom, found);
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
