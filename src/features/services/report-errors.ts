import type { ErrorService } from '#contract/services.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { hearFaults } from '#src/lib/faults.ts';
import { signal } from '#src/lib/signal.ts';
import { ErrorReporter } from './error-reporter.ts';
import { onNavigation } from './on-navigation.ts';
import { Telemetry, watchPage } from './telemetry.ts';

/** Bytes that a page may still send while it is left (Fetch Standard, keepalive). */
const mostWhileLeaving = 60_000;

/** No signal and a change of mind break nothing. */
const isEveryday = (fault: unknown): boolean =>
  fault instanceof Error &&
  (fault.name === 'AbortError' ||
    (fault instanceof ApiFailure && fault.kind === 'network') ||
    (fault.name.endsWith('ChunkLoadError') && signal.get() === 'none'));

/** Tells a service elsewhere what breaks on this page, and what broke on it before. @param version the build's */
export function reportErrors(service: ErrorService, version: string): void {
  const telemetry = new Telemetry(Date.now);
  watchPage(telemetry, onNavigation);
  const reporter = new ErrorReporter({
    service,
    telemetry,
    facts: () => ({
      ...{ url: location.href, browser: navigator.userAgent, version },
      ...{ at: Date.now(), id: crypto.randomUUID() },
    }),
    send(body) {
      const headers = { 'Content-Type': 'application/json', 'X-Rollbar-Access-Token': service.token };
      const keepalive = body.length < mostWhileLeaving;
      // A report of a report that did not arrive would come to no end.
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
  hearFaults((fault) => {
    if (!isEveryday(fault)) reporter.report(fault);
  });
}
