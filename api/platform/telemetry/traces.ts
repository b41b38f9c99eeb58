import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../logs.ts';
import type { TracesSetting } from '../settings/config.ts';
import { type Command, commandChannel, type Work, workChannel } from './work.ts';

/** Maximum of finished spans that wait to be sent; further ones are dropped. */
const maxWaitingSpans = 8192;
const closeTimeoutMs = 2_000;
/** Pause between two warnings about a collector that takes no traces. */
const warningPauseMs = 600_000;
/** They read OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES, and tell processes apart. */
const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector];

/** The context of a span that a trusted proxy has begun. */
function remoteContext(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

/** A span's facts. Only words that we chose: no path, no document, no error message. */
function attributesOf(work: Work): Attributes {
  if (work.kind === 'request') {
    const { method, route = '', status = 500 } = work;
    return { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
  }
  if (work.kind !== 'storage') return {};
  return { 'http.request.method': work.method, ...(work.status && { 'http.response.status_code': work.status }) };
}

const hasFailed = (work: Work): boolean =>
  work.error !== undefined || ('status' in work && work.status !== undefined && work.status >= 500);

/**
 * Sends a span for each request and for each job that a request begins, and below it what they waited for: database,
 * bucket and mail server.
 */
export class Traces {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #current = new AsyncLocalStorage<Span | undefined>();
  readonly #spans = new WeakMap<Work, Span>();

  constructor({ url, share, version, log }: TracesSetting & { version: string; log: Log }) {
    const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces` });
    const ours = resourceFromAttributes({ 'service.name': 'headbadge', 'service.version': version });
    this.#provider = new TracerProvider({
      resource: ours.merge(detectResources({ detectors })),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: maxWaitingSpans })],
    });
    this.#tracer = this.#provider.getTracer('headbadge', version);
    let warnedAt = Number.NEGATIVE_INFINITY;
    setGlobalErrorHandler((error) => {
      if (performance.now() - warnedAt < warningPauseMs) return;
      warnedAt = performance.now();
      log.warn({ err: error }, 'traces not sent');
    });
    workChannel.start.bindStore(this.#current, (work) => this.#begin(work as Work));
    workChannel.subscribe(this.#onWork);
    commandChannel.subscribe(this.#onCommand);
  }

  /** Sends what waits, unless the collector is slow. */
  async close(): Promise<void> {
    workChannel.start.unbindStore(this.#current);
    workChannel.unsubscribe(this.#onWork);
    commandChannel.unsubscribe(this.#onCommand);
    const sent = this.#provider.shutdown().catch(() => undefined);
    await Promise.race([sent, setTimeout(closeTimeoutMs, undefined, { ref: false })]);
  }

  #begin(work: Work): Span | undefined {
    const span = this.#start(work);
    if (span) this.#spans.set(work, span);
    return span;
  }

  #start(work: Work): Span | undefined {
    const current = this.#current.getStore();
    if (work.kind === 'request') {
      return this.#tracer.startSpan(work.method, { kind: SpanKind.SERVER }, remoteContext(work.traceparent));
    }
    // Most periodic jobs find nothing to do; metrics tell of them.
    if (!current) return undefined;
    // A job may go on for long and begin others, so it has a trace of its own.
    if (work.kind === 'job') {
      return this.#tracer.startSpan(`job ${work.name}`, { links: [{ context: current.spanContext() }] }, ROOT_CONTEXT);
    }
    const name = work.kind === 'storage' ? `S3 ${work.method}` : 'SMTP send';
    return this.#tracer.startSpan(name, { kind: SpanKind.CLIENT }, trace.setSpan(ROOT_CONTEXT, current));
  }

  readonly #onWork = {
    asyncEnd: (work: Work): void => {
      const span = this.#spans.get(work);
      if (!span) return;
      if (work.kind === 'request') span.updateName(`${work.method} ${work.route ?? ''}`);
      span.setAttributes(attributesOf(work));
      if (hasFailed(work)) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };

  readonly #onCommand = (message: unknown): void => {
    const current = this.#current.getStore();
    if (!current || !(current.spanContext().traceFlags & TraceFlags.SAMPLED)) return;
    const { name, collection, ms, hasFailed: failed } = message as Command;
    const endTime = Date.now();
    const attributes = {
      'db.system.name': 'mongodb',
      'db.operation.name': name,
      ...(collection && { 'db.collection.name': collection }),
    };
    const options = { kind: SpanKind.CLIENT, startTime: endTime - ms, attributes };
    const context = trace.setSpan(ROOT_CONTEXT, current);
    const span = this.#tracer.startSpan([name, collection].filter(Boolean).join(' '), options, context);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  };
}
