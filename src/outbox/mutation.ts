import type { Id } from '#contract/ids.ts';
import type { QueuedMutation, RowState } from '#src/storage/queued-mutation.ts';

// The types of what is stored belong to the storage; everybody else takes them from here.
export type { MutationError, MutationKind, QueuedMutation, SentLine, Subject } from '#src/storage/queued-mutation.ts';

/**
 * Whether a mutation was refused or waits for one that was; then it is not applied to the screens. @param refused ids
 * of refused mutations
 */
export const isRefused = ({ state, dependsOn }: QueuedMutation, refused: ReadonlySet<Id>): boolean =>
  state === 'failed' || state === 'blocked' || dependsOn.some((id) => refused.has(id));

/** The status of a mutation as shown to the member. */
export type MutationLook = 'waiting' | 'retry' | 'sending' | 'blocked' | 'failed' | 'old' | 'editing';

const askAfterMs = 14 * 86_400_000;

/** Whether a mutation has waited for 14 days, so that its author is asked whether to send it. */
export const isOld = (mutation: QueuedMutation, now: number): boolean => mutation.wantedAt < now - askAfterMs;

/** Whether a mutation was never sent: it can be changed, merged or cancelled without a trace. */
export const isUntried = (mutation: QueuedMutation): boolean => mutation.attempts === 0 && mutation.state !== 'sending';

/** Whether a mutation has been sent before. An attempt during maintenance is not counted, but leaves its error. */
export const wasTried = ({ attempts, lastError }: QueuedMutation): boolean => attempts > 0 || lastError !== null;

/** Error code of a thing that must have photos and has none left. */
export const noPhotosCode = 'no_photos';
/** Error code of an upload whose bytes are no longer on this device. */
export const bytesLostCode = 'photo_lost';
/** Error code of a request without an answer. */
export const networkCode = 'network';
/** Error code of a refusal by a proxy. The server may have received the mutation all the same. */
export const proxyCode = 'proxy';

/** States in which no request of a mutation can be in flight. */
const idleStates: readonly RowState[] = ['failed', 'blocked', 'editing'];

/** Whether the server has certainly not carried out a mutation: it was never sent, or it was refused. */
export const canCancel = (mutation: QueuedMutation): boolean =>
  isUntried(mutation) || (idleStates.includes(mutation.state) && mutation.lastError?.code !== proxyCode);

/** The status of `mutation` as shown to the member, given the whole queue. */
export function lookOf(mutation: QueuedMutation, queued: readonly QueuedMutation[], now = Date.now()): MutationLook {
  if (mutation.state === 'failed' || mutation.state === 'sending' || mutation.state === 'editing')
    return mutation.state;
  if (isOld(mutation, now)) return 'old';
  if (mutation.dependsOn.some((id) => queued.some((other) => other.id === id))) return 'blocked';
  return wasTried(mutation) && mutation.nextAt > 0 ? 'retry' : 'waiting';
}
