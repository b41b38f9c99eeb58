import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai';
import type { Validation } from '#contract/envelope.ts';
import { unexpectedMessage } from '#contract/problem-codes.ts';
import { call, callIfNew } from '#src/api/api.ts';
import { failureFrom } from '#src/lib/failure.ts';
import {
  begunResult,
  failedResult,
  invalidResult,
  type Result,
  type TrackedAction,
  unknownResult,
} from '#src/lib/result.ts';

const store = getDefaultStore();
const slots = new Map<TrackedAction, PrimitiveAtom<Result>>();

/** Where an action's last result is kept, in this tab alone. */
export function slotOf(action: TrackedAction): PrimitiveAtom<Result> {
  const slot = slots.get(action) ?? atom(unknownResult);
  slots.set(action, slot);
  return slot;
}

/** Of these every failure is the specification's one sentence, whatever the site says. */
const alwaysDefault: ReadonlySet<TrackedAction> = new Set<TrackedAction>(['AuthCheck', 'Signout', 'GetAlerts']);

/** The result of an action that threw. */
export function refusalOf(action: TrackedAction, cause: unknown): Result {
  const { kind, code, message, validation, details } = failureFrom(cause);
  if (kind === 'validation') return invalidResult(action, validation);
  return failedResult(action, {
    code: code ?? kind,
    message: alwaysDefault.has(action) ? unexpectedMessage : message,
    details,
  });
}

const isGivenUp = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError';

/**
 * Does something at the site and keeps what came of it in the action's slot. It is the one way to the API; a slot that
 * was forgotten meanwhile, or belongs to a later attempt, is left alone.
 * @param work is given the calls; what it throws is the result too
 * @throws what `work` throws
 */
export async function runAction<T>(
  action: TrackedAction,
  work: (ask: typeof call, askIfNew: typeof callIfNew) => Promise<T>,
): Promise<T> {
  const slot = slotOf(action);
  const begun = begunResult(action);
  const settle = (result: Result) => {
    if (store.get(slot) === begun) store.set(slot, result);
  };
  store.set(slot, begun);
  try {
    const outcome = await work(call, callIfNew);
    settle({ ...begun, successful: true });
    return outcome;
  } catch (cause) {
    settle(isGivenUp(cause) ? unknownResult : refusalOf(action, cause));
    throw cause;
  }
}

/** Keeps what is wrong with the fields of something that was not sent. */
export const refuseFields = (action: TrackedAction, validation: Validation): void =>
  store.set(slotOf(action), invalidResult(action, validation));

/** Forgets what came of an action, also when it is still under way. */
export const forgetResult = (action: TrackedAction): void => store.set(slotOf(action), unknownResult);

/** Forgets what came of everything: whoever did it has gone. */
export function forgetResults(): void {
  for (const slot of slots.values()) store.set(slot, unknownResult);
}
