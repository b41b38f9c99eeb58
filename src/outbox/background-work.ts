import type { Id } from '#contract/ids.ts';
import { inLiveQuery } from '#src/storage/watch.ts';
import type { Answer } from './classify-response.ts';
import type { FlushDeps } from './flush-outbox.ts';
import type { Subject } from './mutation.ts';

/** Dependencies of background work, so that page, worker and tests share the code. */
export type WorkDeps = Omit<FlushDeps, 'wait' | 'eager'> & {
  /** Sends JSON as this member. */
  put(path: string, body: unknown, userId: Id): Promise<Answer>;
};

/**
 * `more`: call again at once. `nothing`: everything is sent, or waits for somebody. `nextAt`: when to call again, in
 * milliseconds since the epoch.
 */
export type WorkStep = 'more' | 'nothing' | { nextAt: number };

/** Something that a member has written on this device and not queued yet. */
export type Unqueued = {
  id: Id;
  title: string;
  /** The member's text, by field name. */
  fields: Record<string, unknown>;
  picture: Subject['picture'];
  /** Size of its pictures. */
  bytes: number;
  /** Whether the server has all of it. */
  isOnServer: boolean;
};

/** Work next to the queue. It continues whenever the queue is empty. */
export interface BackgroundWork {
  /** Sends the next piece. */
  step(deps: WorkDeps): Promise<WorkStep>;
  /** Whether pieces remain that another flush may send. */
  hasUnsent(userId: Id): Promise<boolean>;
  unqueuedOf(userId: Id): Promise<Unqueued[]>;
  /** Deletes all that a member has not queued yet from this device. */
  deleteUnqueued(userId: Id): Promise<void>;
}

type Load = () => Promise<BackgroundWork>;
let load: Load = () => Promise.reject(new Error('No background work is registered.'));

export function registerBackgroundWork(loadWork: Load): void {
  load = loadWork;
}

export const backgroundWork = (): Promise<BackgroundWork> => load();

/** The unqueued things of a member, last changed first. Live queries may call it. */
export const unqueuedOf = async (userId: Id): Promise<Unqueued[]> => (await inLiveQuery(load())).unqueuedOf(userId);
