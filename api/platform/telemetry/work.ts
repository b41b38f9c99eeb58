import { channel, tracingChannel } from 'node:diagnostics_channel';

type Timed = {
  /** `performance.now()` at the start. */
  startedAt: number;
  /** Set by the channel when the work has failed. */
  error?: unknown;
};

export type RequestWork = Timed & {
  kind: 'request';
  method: string;
  /** The route's pattern, never the path; missing until the request is answered. */
  route?: string;
  status?: number;
  /** The W3C trace context that a trusted proxy sent. */
  traceparent?: string;
};
type JobWork = Timed & { kind: 'job'; name: string };
/** `status`: missing if there was no answer. */
export type StorageWork = Timed & { kind: 'storage'; method: string; status?: number };
type MailWork = Timed & { kind: 'mail' };

/** Work that metrics and traces observe. Each text is one of a few, and none is about a member. */
export type Work = RequestWork | JobWork | StorageWork | MailWork;

/** A command that the database has answered or failed to answer. */
export type Command = {
  name: string;
  /** Empty for a command about no collection. */
  collection: string;
  startedAt: number;
  ms: number;
  hasFailed: boolean;
};

export const workChannel = tracingChannel<Work, unknown>('headbadge.work');
export const commandChannel = channel<Command>('headbadge.command');

/** Whether anything observes work. */
export const isObserved = (): boolean => workChannel.hasSubscribers;

/** Runs work, and reports it to the observers. */
export const observed = <T>(work: Work, run: () => Promise<T>): Promise<T> =>
  isObserved() ? workChannel.tracePromise(run, work) : run();
