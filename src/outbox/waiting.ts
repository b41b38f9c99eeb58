import type { Id } from '#contract/ids.ts';
import { type ActionName, begunResult, failedResult, invalidResult, type Result } from '#src/lib/result.ts';
import type { Mutation } from './define-mutation.ts';
import {
  canCancel,
  lookOf,
  type MutationError,
  type MutationKind,
  type MutationLook,
  type QueuedMutation,
} from './mutation.ts';
import { isFixable, maySucceedLater, messageOf } from './refusals.ts';

/** The status of a thing that has not reached the server. */
export type Waiting = {
  rowId: Id;
  look: MutationLook;
  /** When it is sent next, in milliseconds since the epoch; 0 for as soon as possible. */
  nextAt: number;
  /** Its result slot: pending until it is refused. */
  result: Result;
  /** Whether it can be undone without a trace. */
  canCancel: boolean;
  /** Whether the member may retry it: sending the same again may succeed. */
  canRetry: boolean;
  /** Whether editing it makes sense: its target still exists, as far as is known. */
  canChange: boolean;
  /** Whether it waits for something that was refused. */
  isStuck: boolean;
  /** Whether one of its parts is being sent. */
  isMoving: boolean;
  /** Says what it waits for while it is blocked. */
  after: string;
};

const refusalOf = (action: ActionName, error: MutationError): Result =>
  error.validation
    ? invalidResult(action, error.validation)
    : failedResult(action, { code: error.code, message: messageOf(error) });

/**
 * The status of a queued mutation, for the thing that it changes.
 * @param queued the queue, or at least the mutations that it depends on
 * @param write the definition of its kind
 */
export function waitingOf(mutation: QueuedMutation, queued: readonly QueuedMutation[], write: Mutation): Waiting {
  const look = lookOf(mutation, queued);
  const error = mutation.lastError;
  const wasRefused = look === 'failed' && error !== null;
  return {
    rowId: mutation.id,
    look,
    nextAt: mutation.nextAt,
    result: wasRefused ? refusalOf(write.action, error) : begunResult(write.action),
    canCancel: canCancel(mutation) || write.isHarmless === true,
    canRetry: look === 'old' || (wasRefused && maySucceedLater(error)),
    canChange: !wasRefused || maySucceedLater(error) || isFixable(error),
    isStuck: mutation.state === 'blocked',
    isMoving: mutation.dependsOn.some((id) => queued.some((other) => other.id === id && other.state === 'sending')),
    after: write.labels.waitsFor,
  };
}

/** The last mutation of one of `kinds` that changes a thing. */
export const latestMutation = (
  queued: readonly QueuedMutation[],
  kinds: readonly MutationKind[],
  targetId: Id,
): QueuedMutation | undefined =>
  queued.findLast((mutation) => mutation.targetId === targetId && kinds.includes(mutation.kind));
