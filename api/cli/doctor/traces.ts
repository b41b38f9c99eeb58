import { type Check, type Finding, fault, messageOf, ok, warning } from './finding.ts';

const timeoutMs = 10_000;
const setting = 'OTEL_EXPORTER_OTLP_ENDPOINT';

/** Reads `name=value,name=value`, as OpenTelemetry writes headers. */
const headersIn = (text = ''): [string, string][] =>
  text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]];
  });

/** Sends an empty list of traces, as the site sends its own. */
export const traces: Check = {
  name: 'Traces',
  async run({ env, config }) {
    if (!config.traces) return [];
    const url = `${config.traces.url.replace(/\/+$/, '')}/v1/traces`;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: [
          ['Content-Type', 'application/x-protobuf'],
          ...headersIn(env.OTEL_EXPORTER_OTLP_HEADERS),
          ...headersIn(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
        ],
        // A message of protobuf without any field has no bytes.
        body: new Uint8Array(),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      return [answerFinding(url, answer.status)];
    } catch (error) {
      const reason = error instanceof Error ? (error.cause ?? error) : error;
      const found = `The collector at ${url} does not answer: ${messageOf(reason)}.`;
      const fix = /certificate|altnames/i.test(messageOf(reason))
        ? 'Give it a certificate for its host, and its issuer to Node: NODE_EXTRA_CA_CERTS=ca.pem.'
        : `Start it, correct ${setting}, or let the firewall pass it. Its port for http is 4318; 4317 is for gRPC.`;
      return [fault(found, fix)];
    }
  },
};

function answerFinding(url: string, status: number): Finding {
  if (status >= 200 && status < 300) return ok(`The collector at ${url} accepts traces.`);
  const found = `The collector at ${url} refuses traces (${status}).`;
  if (status === 401 || status === 403) return fault(found, 'Set or correct OTEL_EXPORTER_OTLP_HEADERS.');
  if (status === 429 || status >= 500) return warning(found, "It is too busy or broken: see the collector's log.");
  return fault(found, `Correct ${setting}: the site adds /v1/traces to it. Its receiver must be OTLP over http.`);
}
