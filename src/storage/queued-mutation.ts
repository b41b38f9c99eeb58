import type { Method } from '#contract/endpoint.ts';
import type { Remedy, Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';

/** Extended by `src/registry.ts`, so that the types below know every kind without importing one. @public */
export interface Register {
  registered?: true;
}
export type MutationKind = Register extends { kind: infer Kind extends string } ? Kind : string;

/** `editing`: its author has reopened it on its own page; mutations that depend on it wait. */
export type RowState = 'queued' | 'sending' | 'failed' | 'blocked' | 'editing';

/** Why the last attempt failed. Status 0 means that no answer came. */
export type MutationError = {
  status: number;
  code: string;
  /** Missing unless our server has refused it, and from earlier versions. */
  remedy?: Remedy | undefined;
  /** The server's sentence; empty for an error of this device, whose text `messageOf` writes. */
  message: string;
  validation: Validation | null;
  /** The places of photos that are lost, counted from 1. */
  places?: readonly number[];
};

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
  /** Older builds stored the text of lists. Now it is the subject's title, for the tabs of such a build. */
  title: string;
  /** The thing besides the subject that its text in lists names, as stored: a folder's name. Missing in old rows. */
  titleValue?: string | undefined;
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
  titleValue?: string | undefined;
  subject: Subject;
  sentAt: number;
};
