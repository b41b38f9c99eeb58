import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai';
import type { Endpoint, Reply } from '#contract/endpoint.ts';
import type { Validation } from '#contract/envelope.ts';
import { unexpectedMessage } from '#contract/envelope.ts';
import { type CallArguments, call, callIfNew } from '#src/api/api.ts';
import { ApiFailure, failureFrom } from '#src/lib/failure.ts';
import {
  type ActionName,
  begunResult,
  failedResult,
  invalidResult,
  type Result,
  unknownResult,
} from '#src/lib/result.ts';

const store = getDefaultStore();
const slots = new Map<ActionName, PrimitiveAtom<Result>>();

/** The atom with the action's last result. Results are per tab. */
export function slotOf(action: ActionName): PrimitiveAtom<Result> {
  const slot = slots.get(action) ?? atom(unknownResult);
  slots.set(action, slot);
  return slot;
}

/** The specification fixes one message for every failure of these actions. */
const alwaysDefault: ReadonlySet<ActionName> = new Set<ActionName>(['AuthCheck', 'Signout', 'GetAlerts']);

/** Converts a thrown error to the action's result. */
export function refusalOf(action: ActionName, cause: unknown): Result {
  const { kind, code, message, validation, details } = failureFrom(cause);
  if (kind === 'validation') return invalidResult(action, validation);
  return failedResult(action, {
    code: code ?? kind,
    message: alwaysDefault.has(action) ? unexpectedMessage : message,
    details,
  });
}

type Work<T> = (ask: typeof call, askIfNew: typeof callIfNew) => Promise<T>;

const isAbort = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError';

/** Asks for a proof by the details of the server's refusal. @returns whether the member gave it */
type AskForProof = (details: Record<string, unknown>) => Promise<boolean>;
let askForProof: AskForProof = async () => false;

/** Sets who asks when the server first wants a proof that the member sits here. */
export function setAskForProof(ask: AskForProof): void {
  askForProof = ask;
}

/**
 * Runs an action and records its outcome in the action's slot. It is the only way to the API. A slot that was reset
 * meanwhile, or that belongs to a later attempt, is left alone. Where the server first wants a proof that the member sits
 * here, it asks for it and begins again.
 * @param action an endpoint to call, or the name of an action that does more than one call
 * @param work gets the API calls; an error that it throws becomes the result
 * @throws ApiFailure, or what `work` throws
 */
export function runAction<E extends Endpoint>(endpoint: E, ...request: CallArguments<E>): Promise<Reply<E>>;
export function runAction<T>(action: ActionName, work: Work<T>): Promise<T>;
export async function runAction(target: ActionName | Endpoint, request?: unknown): Promise<unknown> {
  const isCall = typeof target !== 'string';
  const action = isCall ? target.action : target;
  const slot = slotOf(action);
  const running = begunResult(action);
  const settle = (result: Result) => {
    if (store.get(slot) === running) store.set(slot, result);
  };
  store.set(slot, running);
  const attempt = () => (isCall ? call(target, request as never) : (request as Work<unknown>)(call, callIfNew));
  try {
    const outcome = await attempt().catch(async (cause: unknown) => {
      if (cause instanceof ApiFailure && cause.code === 'proof.needed' && (await askForProof(cause.details)))
        return attempt();
      throw cause;
    });
    settle({ ...running, successful: true });
    return outcome;
  } catch (cause) {
    settle(isAbort(cause) ? unknownResult : refusalOf(action, cause));
    throw cause;
  }
}

/** Records validation errors of a form that was not sent. */
export const refuseFields = (action: ActionName, validation: Validation): void =>
  store.set(slotOf(action), invalidResult(action, validation));

/** Resets the action's slot, also while the action is running. */
export const forgetResult = (action: ActionName): void => store.set(slotOf(action), unknownResult);

/** Resets all slots, because another member logs in. */
export function forgetResults(): void {
  for (const slot of slots.values()) store.set(slot, unknownResult);
}
