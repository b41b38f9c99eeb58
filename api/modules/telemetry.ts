import { metricsRoutes } from '#api/platform/http/metrics.ts';
import { version } from '#api/version.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Modules } from './module.ts';

/** Metrics and traces, if the settings ask for them. Their packages are not loaded otherwise. */
export async function telemetryModule({ config, log }: Infrastructure, { modules }: { modules: Modules }) {
  const { metrics: served, traces: sent } = config;
  const { Metrics } = served ? await import('#api/platform/telemetry/metrics.ts') : {};
  const { Traces } = sent ? await import('#api/platform/telemetry/traces.ts') : {};
  const metrics = Metrics ? new Metrics({ gauges: modules.gauges, version }) : null;
  const traces = Traces && sent ? new Traces({ ...sent, version, log }) : null;
  const { host = '', port, token } = served ?? {};
  return {
    /** The site's port. */
    metricsHere: metricsRoutes(port === undefined ? metrics : null, token),
    /** A port of their own; null without one. */
    metricsApart: port === undefined ? null : { app: metricsRoutes(metrics, token), host, port },
    /** Call it last: mails that are being sent while the site stops are still told. */
    async endTelemetry(): Promise<void> {
      metrics?.close();
      await traces?.close();
    },
  };
}
