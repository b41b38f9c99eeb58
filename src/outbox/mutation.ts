import { type Endpoint, type Method, type Params, pathOf } from '#contract/endpoint.ts';
import type { Validation } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { MutationKind } from './registry.ts';

/** `editing`: its author has reopened it on its own page; mutations that depend on it wait. */
type RowState = 'queued' | 'sending' | 'failed' | 'blocked' | 'editing';

/** Why the last attempt failed. Status 0 means that no answer came. */
export type MutationError = { status: number; code: string; message: string; validation: Validation | null };

/** The subject of a mutation, as far as it is public: enough to show it in a list. */
export type Subject = {
  /** The type of thing that `id` names, such as `bike`. */
  kind: string;
  id: Id;
  title: string;
  /** A photo of it; `here`: it is on this device only. */
  picture: { id: Id; here: boolean } | null;
};

/** Current version of stored mutations and sent lines; older ones are upgraded when they are read. */
export const rowVersion = 2;

/** A write that the server has not confirmed. Its id is its idempotency key. */
export type QueuedMutation = {
  id: Id;
  version: typeof rowVersion;
  userId: Id;
  /** Its place in the queue. */
  seq: number;
  /** Its scope: mutations of one scope are sent in order, one at a time. */
  lane: string;
  kind: MutationKind;
  targetId: Id;
  method: Exclude<Method, 'GET'>;
  path: string;
  /** The JSON body; null where there is none and where the bytes are read from `userDb`. */
  body: unknown;
  dependsOn: Id[];
  /** The mutation that it compensates. */
  undoes?: Id;
  coalesceKey: string | null;
  state: RowState;
  /** How many requests with this idempotency key may have left the device. */
  attempts: number;
  /** Not sent before this time, in milliseconds since the epoch. */
  nextAt: number;
  createdAt: number;
  /** When the member last asked to send it; after 14 days they are asked again. */
  wantedAt: number;
  lastError: MutationError | null;
  /** Its text in lists. */
  title: string;
  subject: Subject;
  /** Data that only the definition of its kind reads, besides the body. */
  part: unknown;
};

/** A mutation that was sent within the last day. */
export type SentLine = {
  id: Id;
  version: typeof rowVersion;
  userId: Id;
  kind: MutationKind;
  title: string;
  subject: Subject;
  sentAt: number;
};

/** The fields of a new mutation that its creator chooses. */
export type NewRow = {
  userId: Id;
  lane: string;
  kind: MutationKind;
  targetId: Id;
  title: string;
  subject: Subject;
  body?: unknown;
  part?: unknown;
  /** An untried mutation with the same key is replaced. */
  coalesceKey?: string;
  dependsOn?: readonly Id[];
};

/** Builds a mutation without queueing it. */
export function newMutation<E extends Pick<Endpoint<'POST' | 'PUT' | 'DELETE'>, 'method' | 'path'>>(
  endpoint: E,
  params: Params<E['path']>,
  fields: NewRow,
  now = Date.now(),
  seq = 0,
): QueuedMutation {
  return {
    id: newId(now),
    version: rowVersion,
    userId: fields.userId,
    seq,
    lane: fields.lane,
    kind: fields.kind,
    targetId: fields.targetId,
    method: endpoint.method,
    path: pathOf(endpoint, params),
    body: fields.body ?? null,
    dependsOn: [...(fields.dependsOn ?? [])],
    coalesceKey: fields.coalesceKey ?? null,
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    createdAt: now,
    wantedAt: now,
    lastError: null,
    title: fields.title,
    subject: fields.subject,
    part: fields.part ?? null,
  };
}

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

/** Error code of a photo whose bytes are no longer on this device. */
export const photoLostCode = 'photo_lost';
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
  if (queued.some((other) => mutation.dependsOn.includes(other.id))) return 'blocked';
  return mutation.attempts > 0 && mutation.nextAt > 0 ? 'retry' : 'waiting';
}
