import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Now } from '#api/platform/clock.ts';
import type { JobRun } from '#api/platform/jobs.ts';
import type { Leases } from '#api/platform/leases.ts';
import type { BackupState } from '#contract/backups.ts';
import type { ErrorCount, JobState, Numbers, Overview, ProcessState } from '#contract/overview.ts';
import { describeError, type ErrorTally } from './overview.errors.ts';
import type { NumbersStore } from './overview.numbers.store.ts';
import type { ProcessRow, ProcessStore } from './overview.processes.store.ts';

interface Deps {
  processes: ProcessStore;
  numbers: NumbersStore;
  leases: Leases;
  errors: ErrorTally;
  /** Counts what the site has; takes a scan. */
  count(): Promise<Omit<Numbers, 'at' | 'database'>>;
  queues: readonly { name: string; length(): Promise<number> }[];
  jobs: readonly JobRun[];
  backup(): Promise<BackupState | null>;
  /** Counts the mails that were given up since a time. */
  mailsGivenUp(since: Date): Promise<number>;
  failingWebhooks(): Promise<number>;
  /** Begins the hash of the page's worker; empty if there is no page. */
  build(): string;
  version: string;
  dataDir: string;
  now: Now;
}

/** Seconds between two heartbeats of a process. */
export const heartbeatSeconds = 15;
/** Milliseconds without a heartbeat after which a process counts as lost. */
const lostMs = 4 * heartbeatSeconds * 1000;
const dayMs = 86_400_000;
/** Milliseconds after which the numbers are counted anew, at the earliest. */
const numbersMaxAgeMs = 4 * 60_000;
const leaseMs = 60_000;
const maxSignOffMs = 1_000;
const maxErrorsShown = 50;
const maxEndedShown = 5;

const stateOf = ({ stopped, seenAt }: ProcessRow, at: Date): ProcessState['state'] => {
  if (stopped) return 'stopped';
  return at.getTime() - seenAt.getTime() > lostMs ? 'lost' : 'running';
};

/** Tells operators how the site is: how much there is, what waits, what failed, and what runs. */
export class OverviewService {
  readonly #deps: Deps;
  readonly #id = randomUUID();
  readonly #startedAt: Date;
  #hasReported = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#startedAt = deps.now();
  }

  /** Stores that this process runs, with its jobs and errors. */
  async heartbeat(stopped = false): Promise<void> {
    const { processes, errors, jobs, build, version, dataDir, now } = this.#deps;
    const disk = await statfs(dataDir).catch(() => null);
    await processes.put({
      _id: this.#id,
      host: hostname(),
      pid: process.pid,
      version,
      build: build(),
      startedAt: this.#startedAt,
      seenAt: now(),
      stopped,
      memory: process.memoryUsage.rss(),
      disk: disk && disk.blocks > 0 ? disk.bavail * disk.bsize : null,
      jobs: jobs.map(({ name, every, last, error }) => ({
        name,
        every,
        lastAt: last?.at ?? null,
        ms: last?.ms ?? 0,
        error: error === null ? null : describeError(error),
      })),
      errors: errors.rows(),
    });
    this.#hasReported = true;
  }

  /** Stores that this process stops, unless it ran for a moment only. */
  async signOff(): Promise<void> {
    if (!this.#hasReported) return;
    // The database may be away, and the stop must not wait for it.
    await Promise.race([this.heartbeat(true).catch(() => undefined), wait(maxSignOffMs, undefined, { ref: false })]);
  }

  /** Counts what the site has, unless a process has done so within the last minutes. */
  async recount(): Promise<void> {
    const { numbers, leases, count, now } = this.#deps;
    const stored = await numbers.get();
    if (stored && now().getTime() - stored.at.getTime() < numbersMaxAgeMs) return;
    await leases.run('overview', leaseMs, async () => {
      const [counted, database] = await Promise.all([count(), numbers.databaseSize()]);
      await numbers.set({ ...counted, database }, now());
    });
  }

  async read(): Promise<Overview> {
    const { processes, numbers, queues, backup, mailsGivenUp, failingWebhooks, now } = this.#deps;
    const at = now();
    const yesterday = new Date(at.getTime() - dayMs);
    const [stored, rows, lengths, backups, givenUp, failing] = await Promise.all([
      numbers.get(),
      processes.since(yesterday),
      Promise.all(queues.map(async ({ name, length }) => ({ name, length: await length() }))),
      backup(),
      mailsGivenUp(yesterday),
      failingWebhooks(),
    ]);
    return {
      at: at.toISOString(),
      numbers: stored?.numbers ?? null,
      mailsGivenUp: givenUp,
      queues: lengths,
      errors: errorsOf(rows, at),
      jobs: jobsOf(rows, at),
      processes: processesOf(rows, at),
      backup: backups,
      failingWebhooks: failing,
    };
  }
}

/** Adds up the errors of all processes in the last day, latest first. */
function errorsOf(rows: readonly ProcessRow[], at: Date): ErrorCount[] {
  const found = new Map<string, ErrorCount>();
  const since = at.getTime() - dayMs;
  for (const { errors } of rows) {
    for (const { message, where, count, lastAt } of errors) {
      if (lastAt.getTime() <= since) continue;
      const key = `${where} ${message}`;
      const before = found.get(key);
      const last = lastAt.toISOString();
      found.set(key, {
        message,
        where,
        count: count + (before?.count ?? 0),
        lastAt: before && before.lastAt > last ? before.lastAt : last,
      });
    }
  }
  return [...found.values()].sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1)).slice(0, maxErrorsShown);
}

/** The last run of each job in any process. It failed if it did in the last run of any process that goes on. */
function jobsOf(rows: readonly ProcessRow[], at: Date): JobState[] {
  const runs = rows.flatMap((row) => row.jobs.map((job) => ({ ...job, goesOn: stateOf(row, at) === 'running' })));
  const names = [...new Set(runs.map(({ name }) => name))].sort();
  return names.map((name) => {
    const own = runs
      .filter((run) => run.name === name)
      .sort((a, b) => (b.lastAt?.getTime() ?? 0) - (a.lastAt?.getTime() ?? 0));
    const [{ every, lastAt, ms, error } = { every: 0, lastAt: null, ms: 0, error: null }] = own;
    const failing = own.find((run) => run.goesOn && run.error !== null)?.error;
    return { name, every, lastAt: lastAt?.toISOString() ?? null, ms, error: error ?? failing ?? null };
  });
}

/** Processes that run, and the last that do not. */
function processesOf(rows: readonly ProcessRow[], at: Date): ProcessState[] {
  const all = rows.map((row): ProcessState => {
    const { _id: id, host, pid, version, build, startedAt, seenAt, memory, disk } = row;
    const times = { startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() };
    return { id, host, pid, version, build, ...times, state: stateOf(row, at), memory, disk };
  });
  const running = all.filter(({ state }) => state === 'running').sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  return [...running, ...all.filter(({ state }) => state !== 'running').slice(0, maxEndedShown)];
}
