import { type Endpoint, type Method, type Params, pathOf } from '#contract/endpoint.ts';
import type { Validation } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { MutationKind } from './registry.ts';

/** `editing`: its author changes it on its own page; what depends on it waits. */
type RowState = 'queued' | 'sending' | 'failed' | 'blocked' | 'editing';

/** Why a row was not sent the last time. Status 0 means that no answer came. */
export type MutationError = { status: number; code: string; message: string; validation: Validation | null };

/** What a row is about, as far as everybody may know: enough to draw it in a list. */
export type Subject = {
  /** `bike`, for example: what the id is an id of. */
  kind: string;
  id: Id;
  title: string;
  /** The photo that stands for it; `here`: it is on this device only. */
  picture: { id: Id; here: boolean } | null;
};

/** The shape in which rows and sent lines are written now; older ones are carried over when they are read. */
export const rowVersion = 2;

/** One write that the server has not confirmed. Its id is its Idempotency-Key. */
export type QueuedMutation = {
  id: Id;
  version: typeof rowVersion;
  userId: Id;
  seq: number;
  lane: string;
  kind: MutationKind;
  targetId: Id;
  method: Exclude<Method, 'GET'>;
  path: string;
  /** The JSON body; null where there is none, and where the bytes are read from the vault. */
  body: unknown;
  dependsOn: Id[];
  /** The row that it takes back. */
  undoes?: Id;
  coalesceKey: string | null;
  state: RowState;
  /** How often a request with this row's key may have left the device. */
  attempts: number;
  /** Milliseconds since the epoch before which it is not tried again. */
  nextAt: number;
  createdAt: number;
  /** When a person last wanted it sent; after 14 days they are asked again. */
  wantedAt: number;
  lastError: MutationError | null;
  /** The sentence of the row in lists. */
  title: string;
  subject: Subject;
  /** What only the home of its kind reads, besides the body. */
  part: unknown;
};

/** What was sent within the last day. */
export type SentLine = {
  id: Id;
  version: typeof rowVersion;
  userId: Id;
  kind: MutationKind;
  title: string;
  subject: Subject;
  sentAt: number;
};

/** A write as a feature describes it. */
export type NewRow = {
  userId: Id;
  lane: string;
  kind: MutationKind;
  targetId: Id;
  title: string;
  subject: Subject;
  body?: unknown;
  part?: unknown;
  /** Writes with the same key replace each other while nobody has tried to send them. */
  coalesceKey?: string;
  dependsOn?: readonly Id[];
};

/** Builds the row of a write, without keeping it. */
export function newMutation<E extends Pick<Endpoint<'POST' | 'PUT' | 'DELETE'>, 'method' | 'path'>>(
  endpoint: E,
  params: Params<E['path']>,
  row: NewRow,
  now = Date.now(),
  seq = 0,
): QueuedMutation {
  return {
    id: newId(now),
    version: rowVersion,
    userId: row.userId,
    seq,
    lane: row.lane,
    kind: row.kind,
    targetId: row.targetId,
    method: endpoint.method,
    path: pathOf(endpoint, params),
    body: row.body ?? null,
    dependsOn: [...(row.dependsOn ?? [])],
    coalesceKey: row.coalesceKey ?? null,
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    createdAt: now,
    wantedAt: now,
    lastError: null,
    title: row.title,
    subject: row.subject,
    part: row.part ?? null,
  };
}

/** Whether a row was refused, or waits for one that was: it changes nothing that is shown. @param refused ids of refused rows */
export const isRefused = ({ state, dependsOn }: QueuedMutation, refused: ReadonlySet<Id>): boolean =>
  state === 'failed' || state === 'blocked' || dependsOn.some((id) => refused.has(id));

/** How a row looks to a person. */
export type MutationLook = 'waiting' | 'retry' | 'sending' | 'blocked' | 'failed' | 'old' | 'editing';

const askAfter = 14 * 86_400_000;

/** Whether a row has waited so long (14 days) that its author is asked whether it should still be sent. */
export const isOld = (row: QueuedMutation, now: number): boolean => row.wantedAt < now - askAfter;

/** A row that nobody has tried to send: it can still be changed, merged or cancelled without a trace. */
export const isUntried = (row: QueuedMutation): boolean => row.attempts === 0 && row.state !== 'sending';

/** The code of a photo whose bytes are not on this device any more. */
export const photoLostCode = 'photo_lost';
/** The code of a refusal by something between here and the site, which may have got the row all the same. */
export const proxyCode = 'proxy';

/** States in which nothing of a row can be on its way. */
const atRest: readonly RowState[] = ['failed', 'blocked', 'editing'];

/** Whether the server has certainly not carried out a row: it was never tried, or it was refused. */
export const canCancel = (row: QueuedMutation): boolean =>
  isUntried(row) || (atRest.includes(row.state) && row.lastError?.code !== proxyCode);

/** How `row` looks, given every row that is kept. */
export function lookOf(row: QueuedMutation, rows: readonly QueuedMutation[], now = Date.now()): MutationLook {
  if (row.state === 'failed' || row.state === 'sending' || row.state === 'editing') return row.state;
  if (isOld(row, now)) return 'old';
  if (rows.some((other) => row.dependsOn.includes(other.id))) return 'blocked';
  return row.attempts > 0 && row.nextAt > 0 ? 'retry' : 'waiting';
}
