import { untilConsent } from '#src/lib/consent.ts';
import { hearFaults } from '#src/lib/faults.ts';
import { retryImport } from '#src/lib/retry-import.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { findServices } from './find-services.ts';
import { services } from './services.queries.ts';

/** Resolves with the next answer of the site after none came. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onReconnect(() => {
      stop();
      resolve();
    });
  });

/**
 * Finds out what the site is connected with elsewhere. Nothing is sent there before somebody has agreed to cookies; what
 * broke until then is told afterwards.
 * @param version the build's
 */
export async function startServices(version: string): Promise<void> {
  let found = await findServices();
  while (!found) {
    await untilSignal();
    found = await findServices();
  }
  services.set(found);
  const { errors, visits } = found;
  if (!errors) hearFaults(() => undefined);
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
