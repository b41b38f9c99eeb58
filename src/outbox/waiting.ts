import type { Id } from '#contract/ids.ts';
import { begunResult, failedResult, invalidResult, type Result, type TrackedAction } from '#src/lib/result.ts';
import type { Mutation } from './define-mutation.ts';
import { canCancel, lookOf, type MutationError, type MutationLook, type QueuedMutation } from './mutation.ts';
import { mayComeThrough, needsOtherWords } from './refusals.ts';
import type { MutationKind } from './registry.ts';

/** How a thing that has not reached the server stands. */
export type Waiting = {
  rowId: Id;
  look: MutationLook;
  /** When it is tried next, milliseconds since the epoch; 0 for as soon as possible. */
  nextAt: number;
  /** What came of it, in the shape of every action; under way until it was refused. */
  result: Result;
  /** It can be taken back without a trace. */
  canCancel: boolean;
  /** It needs the person, and sending the very same may bring it through. */
  canRetry: boolean;
  /** Writing it anew makes sense: what it is aimed at is still there, as far as is known. */
  canChange: boolean;
  /** It waits for something that was refused. */
  isStuck: boolean;
  /** Something that belongs to it is on its way. */
  isMoving: boolean;
  /** What it waits for while it is blocked: `photos`. */
  after: string;
};

const refusalOf = (action: TrackedAction, { validation, code, message }: MutationError): Result =>
  validation ? invalidResult(action, validation) : failedResult(action, { code, message });

/** A row as a mark on the thing that it changes. `write` is what is special about its kind. */
export function waitingOf(row: QueuedMutation, rows: readonly QueuedMutation[], write: Mutation): Waiting {
  const look = lookOf(row, rows);
  const error = row.lastError;
  const refused = look === 'failed' && error !== null;
  return {
    rowId: row.id,
    look,
    nextAt: row.nextAt,
    result: refused ? refusalOf(write.action, error) : begunResult(write.action),
    canCancel: canCancel(row) || write.isHarmless,
    canRetry: look === 'old' || (refused && mayComeThrough(error)),
    canChange: !refused || mayComeThrough(error) || needsOtherWords(error),
    isStuck: row.state === 'blocked',
    isMoving: rows.some((other) => other.state === 'sending' && row.dependsOn.includes(other.id)),
    after: write.labels.waitsFor,
  };
}

/** The last row of one of `kinds` that is aimed at a thing. */
export const latestRow = (
  rows: readonly QueuedMutation[],
  kinds: readonly MutationKind[],
  targetId: Id,
): QueuedMutation | undefined => rows.findLast((row) => row.targetId === targetId && kinds.includes(row.kind));
