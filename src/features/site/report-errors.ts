import { getDefaultStore } from 'jotai';
import type { ErrorService } from '#contract/site-services.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { onFaults } from '#src/lib/faults.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { ErrorReporter } from './error-reporter.ts';
import { onNavigation } from './on-navigation.ts';
import { Telemetry, watchPage } from './telemetry.ts';

const store = getDefaultStore();

/** Maximum bytes of a keepalive request (Fetch Standard). */
const maxKeepaliveBytes = 60_000;

/** Network errors and aborted requests are not reported. */
const isEveryday = (fault: unknown): boolean =>
  fault instanceof Error &&
  (fault.name === 'AbortError' ||
    (fault instanceof ApiFailure && fault.kind === 'network') ||
    (fault.name.endsWith('ChunkLoadError') && store.get(signalAtom) === 'none'));

/**
 * Reports errors of this page to an external service, including those from before. @param version version of the build
 */
export function reportErrors(service: ErrorService, version: string): void {
  const telemetry = new Telemetry(Date.now);
  watchPage(telemetry, onNavigation);
  const reporter = new ErrorReporter({
    service,
    telemetry,
    context: () => ({
      url: location.href,
      browser: navigator.userAgent,
      version,
      at: Date.now(),
      id: crypto.randomUUID(),
    }),
    send(body) {
      const headers = { 'Content-Type': 'application/json', 'X-Rollbar-Access-Token': service.token };
      const keepalive = body.length < maxKeepaliveBytes;
      // A failed report is not reported, which could loop forever.
      fetch(service.url, {
        method: 'POST',
        headers,
        body,
        keepalive,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      }).catch(() => undefined);
    },
  });
  onFaults((fault) => {
    if (!isEveryday(fault)) reporter.report(fault);
  });
}
