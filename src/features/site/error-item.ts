import type { ErrorService } from '#contract/site-services.ts';
import type { TelemetryEvent } from './telemetry.ts';

/** Line of a stack trace. */
type Frame = { filename: string; lineno: number | null; colno: number | null; method: string };
type Trace = { frames: Frame[]; exception: { class: string; message: string } };
type Telemetry = { telemetry: readonly TelemetryEvent[] };
type Body = Telemetry & ({ trace: Trace } | { trace_chain: Trace[] } | { message: { body: string } });

/** Page information at the time of an error. */
export type PageContext = { url: string; browser: string; version: string; at: number; id: string };

/** Payload of a Rollbar item (https://docs.rollbar.com/reference/create-item). */
export interface ErrorItem {
  data: {
    environment: string;
    level: 'error';
    timestamp: number;
    code_version: string;
    platform: 'browser';
    language: 'javascript';
    framework: 'browser-js';
    uuid: string;
    request: { url: string };
    client: { javascript: { browser: string; code_version: string } };
    notifier: { name: string; version: string };
    body: Body;
  };
}

/** Maximum number of causes reported. */
const maxChain = 5;

const chromium = /^\s*at (?:(.*?) \()?(.+?)(?::(\d+))?(?::(\d+))?\)?$/;
const others = /^(.*?)@(.+?)(?::(\d+))?(?::(\d+))?$/;

/** Parses a stack trace; the innermost call comes last. */
export function framesOf(stack: string): Frame[] {
  const frames = stack.split('\n').flatMap((line): Frame[] => {
    const [, method, filename, lineno, colno] = chromium.exec(line) ?? others.exec(line) ?? [];
    if (!filename) return [];
    const [at, across] = [lineno, colno].map((figure) => (figure ? Number(figure) : null));
    return [{ filename, lineno: at ?? null, colno: across ?? null, method: method || '(anonymous)' }];
  });
  return frames.reverse();
}

const traceOf = ({ name, message, stack = '' }: Error): Trace => ({
  frames: framesOf(stack),
  exception: { class: name, message },
});

function bodyOf(fault: unknown): { trace: Trace } | { trace_chain: Trace[] } | { message: { body: string } } {
  const chain: Trace[] = [];
  for (let one = fault; one instanceof Error && chain.length < maxChain; one = one.cause) chain.push(traceOf(one));
  const [trace, ...causes] = chain;
  if (!trace) return { message: { body: String(fault) } };
  return causes.length > 0 ? { trace_chain: chain } : { trace };
}

/** Builds a report. @param fault the thrown value, usually an Error */
export function itemOf(
  fault: unknown,
  { environment }: Pick<ErrorService, 'environment'>,
  { url, browser, version, at, id }: PageContext,
  telemetry: readonly TelemetryEvent[],
): ErrorItem {
  return {
    data: {
      environment,
      level: 'error',
      timestamp: Math.round(at / 1000),
      code_version: version,
      platform: 'browser',
      language: 'javascript',
      framework: 'browser-js',
      uuid: id,
      request: { url },
      client: { javascript: { browser, code_version: version } },
      notifier: { name: 'headbadge', version },
      body: { telemetry, ...bodyOf(fault) },
    },
  };
}
