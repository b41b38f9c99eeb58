import * as v from 'valibot';
import { BackupState } from './backups.ts';
import { endpoint } from './endpoint.ts';

/** Counts that take a scan; a job makes them anew every few minutes. */
const Numbers = v.object({
  /** ISO 8601, UTC. */
  at: v.string(),
  members: v.object({
    all: v.number(),
    /** Signed up within the last day, and within the last seven. */
    day: v.number(),
    week: v.number(),
    suspended: v.number(),
  }),
  bikes: v.number(),
  comments: v.number(),
  /** Bytes of the uploads. */
  photos: v.object({ count: v.number(), bytes: v.number() }),
  /** Bytes of the database; null if the server does not say. */
  database: v.nullable(v.number()),
});
export type Numbers = v.InferOutput<typeof Numbers>;

/** An error of the last day, without anything that a member wrote or is called. */
const ErrorCount = v.object({
  message: v.string(),
  /** The route with its method, or the job; empty elsewhere. */
  where: v.string(),
  count: v.number(),
  lastAt: v.string(),
});
export type ErrorCount = v.InferOutput<typeof ErrorCount>;

/** A background job and its last run, in whichever process that was. */
const JobState = v.object({
  name: v.string(),
  /** Seconds between two runs. */
  every: v.number(),
  /** Null before the first run. */
  lastAt: v.nullable(v.string()),
  ms: v.number(),
  /** Why the last run failed; null if it did not. */
  error: v.nullable(v.string()),
});
export type JobState = v.InferOutput<typeof JobState>;

/** `lost`: its heartbeats ended and it was not stopped. */
const processStates = ['running', 'stopped', 'lost'] as const;

const ProcessState = v.object({
  id: v.string(),
  host: v.string(),
  pid: v.number(),
  version: v.string(),
  /** Begins the hash of the page's worker; empty if the process has no page. */
  build: v.string(),
  startedAt: v.string(),
  seenAt: v.string(),
  state: v.picklist(processStates),
  /** Bytes of memory in use, and of free space on the disk of its data folder; null if that is unknown. */
  memory: v.number(),
  disk: v.nullable(v.number()),
});
export type ProcessState = v.InferOutput<typeof ProcessState>;

export const Overview = v.object({
  /** ISO 8601, UTC. */
  at: v.string(),
  /** Null until they were counted for the first time. */
  numbers: v.nullable(Numbers),
  /** Mails that were given up in the last day. */
  mailsGivenUp: v.number(),
  queues: v.array(v.object({ name: v.string(), length: v.number() })),
  /** Most recent first. */
  errors: v.array(ErrorCount),
  jobs: v.array(JobState),
  processes: v.array(ProcessState),
  /** Null if no backups are set up. */
  backup: v.nullable(BackupState),
  /** Webhooks that are paused because nothing arrived. */
  failingWebhooks: v.number(),
});
export type Overview = v.InferOutput<typeof Overview>;

/** Operators only. */
export const getOverview = endpoint('GET', '/moderation/overview', { reply: Overview, private: true, programs: true });
