import type { Validation, WireError } from '#contract/envelope.ts';

/** The name of an action that has a result slot: an endpoint's `action`, or that of work with several calls. */
export type ActionName = string;

/** The result of an action, as in the specification. At most one of `validation` and `error` is set. */
export type Result = {
  readonly action: ActionName;
  /** Null while the action is idle or running. */
  readonly successful: boolean | null;
  /** Field path to messages. */
  readonly validation: Validation | null;
  readonly error: WireError | null;
};

/** The result of an idle action. */
export const unknownResult: Result = { action: 'Unknown', successful: null, validation: null, error: null };

/** Returns the result of a running action. Each is a new object, so attempts can be told apart. */
export const begunResult = (action: ActionName): Result => ({ ...unknownResult, action });

/** Whether the action is running. */
export const isUnderWay = ({ action, successful }: Result): boolean => action !== 'Unknown' && successful === null;

/** Returns the result's error messages; empty if there are none. */
export const sentencesOf = ({ validation, error }: Result): string[] =>
  error ? [error.message] : Object.values(validation ?? {}).flat();

export const invalidResult = (action: ActionName, validation: Validation): Result => ({
  action,
  successful: false,
  validation,
  error: null,
});

/** The result of an action that was refused as a whole or did not reach the server. */
export const failedResult = (action: ActionName, error: WireError): Result => ({
  action,
  successful: false,
  validation: null,
  error,
});
