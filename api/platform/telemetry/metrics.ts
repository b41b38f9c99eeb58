import { setTimeout } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { TtlValue } from '../ttl-value.ts';
import type { Gauge as ModuleGauge } from './gauge.ts';
import { type Command, commandChannel, type Work, workChannel } from './work.ts';

const prefix = 'headbadge_';
const gaugeTimeoutMs = 2_000;
const gaugeMaxAgeMs = 5_000;
/** Upper bounds in seconds. */
const buckets = {
  request: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  command: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10],
  remote: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  job: [0.01, 0.1, 1, 10, 60, 600, 3600],
};
/** Clients may send any method that Node's parser knows. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const methodOf = (method: string): string => (methods.has(method) ? method : 'other');

type Options = {
  /** Complete before the first scrape. */
  gauges: readonly ModuleGauge[];
  version: string;
};

/** Collects what Prometheus scrapes, from its creation until it is closed. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #gauges: readonly ModuleGauge[];
  #known = 0;
  readonly #failedGauges = this.#counter('scrape_failures_total', 'Numbers that could not be read for a scrape.');
  readonly #requests = this.#counter('http_requests_total', 'Answered requests.', ['method', 'route', 'status']);
  readonly #requestSeconds = this.#histogram(
    'http_request_duration_seconds',
    'Time until a response begins.',
    buckets.request,
    ['method', 'route'],
  );
  readonly #commandSeconds = this.#histogram(
    'database_command_duration_seconds',
    'Time of database commands.',
    buckets.command,
    ['command'],
  );
  readonly #failedCommands = this.#counter(
    'database_command_failures_total',
    'Database commands that failed or got no answer.',
    ['command'],
  );
  // Prometheus itself adds the label `job`.
  readonly #jobSeconds = this.#histogram('job_duration_seconds', 'Time of background jobs.', buckets.job, ['name']);
  readonly #failedJobs = this.#counter('job_failures_total', 'Background jobs that failed.', ['name']);
  readonly #lastRuns = this.#gauge('job_last_run_timestamp_seconds', 'When a background job last ended.', ['name']);
  readonly #storageSeconds = this.#histogram(
    'storage_request_duration_seconds',
    'Time of requests to the photo bucket.',
    buckets.remote,
    ['method'],
  );
  readonly #failedStorage = this.#counter(
    'storage_request_failures_total',
    'Requests to the photo bucket that got no answer, or one from 500 on.',
    ['method'],
  );
  readonly #mailSeconds = this.#histogram('mail_duration_seconds', 'Time of sending a mail.', buckets.remote);
  readonly #failedMails = this.#counter('mail_failures_total', 'Mails that the mail server did not take.');

  constructor({ gauges, version }: Options) {
    this.#gauges = gauges;
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge('build_info', 'The running version.', ['version']).set({ version }, 1);
    workChannel.subscribe(this.#onWork);
    commandChannel.subscribe(this.#onCommand);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The metrics in Prometheus' text format. Gauges that cannot be read are left out. */
  text(): Promise<string> {
    for (const gauge of this.#gauges.slice(this.#known)) this.#addGauge(gauge);
    this.#known = this.#gauges.length;
    return this.#registry.metrics();
  }

  close(): void {
    workChannel.unsubscribe(this.#onWork);
    commandChannel.unsubscribe(this.#onCommand);
  }

  readonly #onWork = {
    asyncEnd: (work: Work): void => {
      const seconds = (performance.now() - work.startedAt) / 1000;
      if (work.kind === 'request') {
        const labels = { method: methodOf(work.method), route: work.route ?? '' };
        this.#requests.inc({ ...labels, status: work.status ?? 500 });
        this.#requestSeconds.observe(labels, seconds);
      } else if (work.kind === 'job') {
        this.#jobSeconds.observe({ name: work.name }, seconds);
        this.#lastRuns.setToCurrentTime({ name: work.name });
        this.#failedJobs.inc({ name: work.name }, work.error ? 1 : 0);
      } else if (work.kind === 'storage') {
        this.#storageSeconds.observe({ method: work.method }, seconds);
        this.#failedStorage.inc({ method: work.method }, (work.status ?? 500) >= 500 ? 1 : 0);
      } else {
        this.#mailSeconds.observe(seconds);
        this.#failedMails.inc(work.error ? 1 : 0);
      }
    },
  };

  readonly #onCommand = (message: unknown): void => {
    const { name: command, ms, hasFailed } = message as Command;
    this.#commandSeconds.observe({ command }, ms / 1000);
    this.#failedCommands.inc({ command }, hasFailed ? 1 : 0);
  };

  #addGauge({ name, help, label, isCounter, read }: ModuleGauge): void {
    const late = async () => {
      await setTimeout(gaugeTimeoutMs, null, { ref: false });
      throw new Error(`The gauge ${name} took too long.`);
    };
    const values = new TtlValue(async () => Promise.race([read(), late()]), {
      now: () => new Date(),
      maxAgeMs: gaugeMaxAgeMs,
    });
    const labelNames = label === undefined ? [] : [label];
    const collect = async () => {
      const value = await values.get().catch(() => null);
      metric.reset();
      if (value === null) {
        this.#failedGauges.inc();
        if (label === undefined) metric.remove();
      } else if (typeof value === 'number') set({}, value);
      else for (const [of, n] of Object.entries(value)) set({ [label ?? '']: of }, n);
    };
    const options = { name: prefix + name, help, labelNames, registers: [this.#registry], collect };
    const metric = isCounter ? new Counter(options) : new Gauge(options);
    const set = (labels: Record<string, string>, value: number) =>
      metric instanceof Counter ? metric.inc(labels, value) : metric.set(labels, value);
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name: prefix + name, help, labelNames, registers: [this.#registry] });
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name: prefix + name, help, labelNames, registers: [this.#registry] });
  }

  #histogram<Label extends string>(
    name: string,
    help: string,
    bounds: number[],
    labelNames: Label[] = [],
  ): Histogram<Label> {
    return new Histogram({ name: prefix + name, help, labelNames, buckets: bounds, registers: [this.#registry] });
  }
}
