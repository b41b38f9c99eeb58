import Dexie from 'dexie';
import type { AuthUser } from '#contract/auth.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { DraftTurn, FieldValue } from '#contract/drafts.ts';
import type { WireError } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import type { PhotoNote } from '#contract/photos.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { readLocal, writeLocal } from '#src/lib/local-storage.ts';
import { cacheTable, evictCacheToMemory } from './cache-db.ts';
import { imageReclaimers } from './cache-quota.ts';
import type { InMemoryResult } from './memory-overlay.ts';
import type { QueuedMutation, SentLine } from './queued-mutation.ts';
import { fullSentence, isFull, isStorageHung, noteFull } from './storage-state.ts';
import {
  createDeviceTable,
  type DeviceTable,
  dropOverlay,
  flushOverlay,
  inMemory,
  inTransaction,
  isInside,
  overlayOf,
} from './table.ts';
import { lineFrom, rowFrom } from './upgrade-mutation.ts';
import { type Reclaimer, withQuotaRetry } from './with-quota-retry.ts';

/** The state of a draft on the server, as far as this device knows. */
export type OnSite = {
  /** 0 when this device has seen none on the server; there may be one all the same. */
  version: number;
  /** The draft's `savedAt` and number of photos when it was last synced. */
  savedAt: number;
  photos: number;
  /** The turns of that version. Absent in drafts of older builds. */
  turns?: DraftTurn[];
  /** The server has lost a later version that this device had synced. */
  wasRestored?: true;
  /** The draft is in conflict with the server. It is not synced until its owner has decided. */
  apart?: 'changed' | 'gone' | 'published';
};

/** Why a file from another app was not stored. */
export type ShareProblem = 'file too large' | 'share too large' | 'no photo' | 'too many';

/** A file from another app that the form has not taken yet; its bytes are in `photoBlobs`, under its id. */
export type SharedPhoto = {
  id: Id;
  /** Name of the file. */
  file: string;
  /** Why it was not stored. Older builds stored a sentence. */
  problem?: ShareProblem | (string & {});
  /** How many files beyond the maximum of a bike were not stored, for `too many`. */
  over?: number;
  /** How often the form has begun to take it. One that ends the page must not do so again and again. */
  tries?: number;
};

export type Draft = {
  /** Also the id of the bike when it is published. */
  id: Id;
  userId: Id;
  /** `sending`: published on this device; its mutations wait in the outbox. */
  state: 'editing' | 'sending';
  /** By field name of the contract. */
  fields: Record<string, FieldValue>;
  /** Whether the draft edits a bike that is already published. */
  ofPublished: boolean;
  /**
   * Set in the draft of an update, whose id it has: its bike, whether the update was posted before, and as what the edit
   * began. Drafts of older builds lack `begun`.
   */
  update?: { bikeId: Id; isPosted: boolean; begun?: { fields: Record<string, FieldValue>; photos: PhotoNote[] } };
  /** The version of that bike that the edit is based on. Absent in drafts of older builds. */
  ofVersion?: number;
  /** The status of that bike when it was not `Active`. */
  ofStatus?: BikeStatus;
  /** Set when the draft of a new bike has been synced. */
  site?: OnSite;
  shared?: SharedPhoto[];
  /** The name of the member's bike that it was copied from. */
  copyOf?: string;
  /** Names of the bike's fields whose values came from elsewhere, until the member has changed or confirmed them. */
  toCheck?: string[];
  /** Another app has shared it, and its member has not said yes: it is no draft of theirs yet. */
  offered?: true;
  /** The step of the form that was shown last. */
  step?: string;
  createdAt: number;
  savedAt: number;
};

/** A photo of a draft without its bytes, so that reordering rewrites no blob (Safari fails at that). */
export type DraftPhoto = PhotoNote & {
  draftId: Id;
  order: number;
  width: number;
  height: number;
  thumbhash: string;
  bytes: number;
  /** Name of the picked file. */
  file: string;
  /** Whether the server has it. */
  uploaded: boolean;
  /** Whether the server has lost it and its bytes are not here. Another device may have them. */
  missing?: true;
  /** Whether it was sent with its draft, so that the server may have it. */
  tried?: boolean;
  /** Whether this browser cannot decode it, so that it can be seen once the server has it. */
  undecoded?: true;
  /** Whether the server refused it. The member is told when they publish the draft. */
  refused?: boolean;
};

export type PhotoBlob = { id: Id; blob: Blob };

/** The push subscription that this device last sent to the server. */
export type PushHere = {
  /** The member who wants pushes on this device. */
  userId: Id;
  endpoint: string;
  timeZone: string;
  /** Milliseconds since the epoch. */
  toldAt: number;
  /** The count of log-ins and sign-outs: another session has to subscribe anew. */
  turn: number;
};

type MetaValues = {
  /** The member who may open the account area offline; removed by a sign-out or a refused refresh. */
  authUser: AuthUser;
  /** The member whose mutations wait after the session has ended. */
  lastUser: AuthUser;
  /** Why the account of `lastUser` is suspended, as the server worded it. */
  shut: WireError;
  seq: number;
  /** The id of this device. The server uses it to recognise saves of a draft by the same device. */
  device: Id;
  /** Whether the server has not yet been told of a sign-out. */
  signOutOwed: boolean;
  /** Counts log-ins and sign-outs, so that answers to requests from before one are discarded. */
  sessionTurn: number;
  /** Whether notifications were turned off on this device, although the browser allows them. */
  muted: boolean;
  /** Missing while nobody wants pushes here. */
  push: PushHere;
  /** The folders that this device keeps available offline, by member. */
  keptFolders: Record<Id, Id[]>;
  /** When each member last saw the newest of their feed here, in milliseconds since the epoch by the server's clock. */
  feedSeen: Record<Id, number>;
  /** Ids of the bikes that were evicted last to make room, newest last. */
  evictedBikes: Id[];
};
type MetaRow = { key: string; value: unknown };

// Live queries with the same read share its rows, frozen: a copy for each took two milliseconds at 1,000 mutations.
const db = new Dexie('vault', { chromeTransactionDurability: 'strict', cache: 'immutable' });
db.version(1).stores({
  drafts: '&id, userId',
  draftPhotos: '&id',
  draftPhotoInfo: '&id, draftId',
  outbox: '&id, userId, lane, coalesceKey, targetId, draftId',
  sent: '&id, userId',
  meta: '&key',
});
db.version(2)
  .stores({})
  .upgrade(async (all) => {
    await all
      .table('outbox')
      .toCollection()
      .modify((mutation, stored) => {
        stored.value = rowFrom(mutation);
      });
    await all
      .table('sent')
      .toCollection()
      .modify((line, stored) => {
        stored.value = lineFrom(line);
      });
  });

/** The durable database: data that exists only on this device. Only the member deletes from it. Stored as `vault`. */
export const userDb = {
  drafts: createDeviceTable<Draft>(db, 'drafts', 'id', undefined, true),
  photoBlobs: createDeviceTable<PhotoBlob>(db, 'draftPhotos', 'id'),
  photos: createDeviceTable<DraftPhoto>(db, 'draftPhotoInfo', 'id', undefined, true),
  outbox: createDeviceTable<QueuedMutation>(db, 'outbox', 'id', rowFrom, true),
  sent: createDeviceTable<SentLine>(db, 'sent', 'id', lineFrom, true),
};
const meta: DeviceTable<MetaRow> = createDeviceTable<MetaRow>(db, 'meta', 'key', undefined, true);

const cachedBikes = cacheTable<{ id: Id }>('bikes', 'id');

/** Evicts the cache. The device counts as full until the cache is stored again. */
const evictCache: Reclaimer = async () => {
  const ids = await cachedBikes.keys();
  if (!(await evictCacheToMemory())) return false;
  noteFull();
  await noteEvicted(ids);
  return true;
};

/** Frees data that can be fetched again, cheapest loss first, for data that cannot. */
const cacheReclaimers: readonly Reclaimer[] = [...imageReclaimers, evictCache];

/**
 * Runs `work` in one transaction over `userDb`. Await nothing but `userDb` inside. A full device loses its cache first.
 * @throws ApiFailure when there is still no space
 */
export async function inUserDb<R>(work: () => Promise<R>): Promise<R> {
  if (isInside(db)) return work();
  try {
    return await withQuotaRetry(() => inTransaction(db, work), cacheReclaimers);
  } catch (cause) {
    if (!isFull(cause)) throw cause;
    noteFull();
    throw new ApiFailure('refused', { code: 'device_full', message: fullSentence, cause });
  }
}

/** Runs `work` like {@link inUserDb}, but writes to the memory overlay of this tab only. */
export const holdUserDb = <R>(work: () => Promise<R>): Promise<InMemoryResult<R>> => inMemory(db, work);

/** Writes the memory overlay to the device. @throws when there is still no space */
export const flushUserDb = (): Promise<void> => flushOverlay(db);

/** The database and its memory overlay. Used by `rejoin.ts` only. */
export const userDbParts = () => ({ db, over: overlayOf(db) });

/** Bytes that are released when the outbox must record the outcome of a mutation on a full device. */
const reserveBytes = 1024 * 1024;

const releaseReserve: Reclaimer = async () => {
  if (!(await hasReserve())) return false;
  noteFull();
  await meta.remove('reserve');
  return true;
};

/** Stores the reserve. It is written again each time, so it also tests for free space. @throws when there is none */
export const makeReserve = (): Promise<void> =>
  inTransaction(db, () => meta.put({ key: 'reserve', value: new Blob([new Uint8Array(reserveBytes)]) }));
export const hasReserve = (): Promise<boolean> => meta.has('reserve');

/**
 * Runs `work` in one transaction that records the outcome of stored things, such as a mutation that was sent. It always
 * succeeds: on a full device it uses the reserve, then evicts the cache, and at last stays in memory, where its
 * removals are still carried out on the device.
 */
export async function durableTransaction<R>(work: () => Promise<R>): Promise<R> {
  if (isInside(db)) return work();
  try {
    return await withQuotaRetry(() => inTransaction(db, work), [releaseReserve, ...cacheReclaimers]);
  } catch (error) {
    if (!isFull(error)) throw error;
    const { result, sweep } = await holdUserDb(work);
    await sweep().catch(() => undefined);
    return result;
  }
}

/** Reads one value of `meta`. */
export const getMeta = async <K extends keyof MetaValues>(key: K): Promise<MetaValues[K] | null> =>
  ((await meta.get(key))?.value as MetaValues[K] | undefined) ?? null;

/** Stores one value in `meta`; null removes it. */
export const setMeta = <K extends keyof MetaValues>(key: K, value: MetaValues[K] | null): Promise<void> =>
  durableTransaction(async () => {
    const known = await getMeta(key);
    // An unchanged value needs no space. A device that does not answer may hold another value.
    if (!isStorageHung() && JSON.stringify(known) === JSON.stringify(value)) return;
    await (value === null ? meta.remove(key) : meta.put({ key, value }));
  });

const maxEvicted = 1_000;

/** The localStorage key of the same ids: on a full device IndexedDB stores nothing, also just after an eviction. */
const evictedKey = 'evicted-bikes';

function evictedInPages(): Id[] {
  try {
    return JSON.parse(readLocal(evictedKey) ?? '[]') as Id[];
  } catch {
    return [];
  }
}

/** Ids of the bikes that were evicted last to make room, newest last. */
export const getEvicted = async (): Promise<Id[]> => [...((await getMeta('evictedBikes')) ?? []), ...evictedInPages()];

/** Records which bikes were evicted to make room, so that their pages can say so. */
export async function noteEvicted(ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  const evicted = [...new Set([...(await getEvicted()), ...ids])].slice(-maxEvicted);
  writeLocal(evictedKey, JSON.stringify(evicted));
  await setMeta('evictedBikes', evicted);
}

/** Drops the member that only this tab remembers, after a sign-out in another tab. */
export function forgetUser(): void {
  for (const key of ['authUser', 'lastUser', 'shut']) dropOverlay(db, 'meta', key);
}

/** The member whose data this device may use: the one who is logged in, or the last one if their session ended here. */
export const memberHere = async (): Promise<AuthUser | null> =>
  (await getMeta('authUser')) ?? (await getMeta('lastUser'));

/** The next sequence number of the outbox. Call it inside {@link inUserDb}. */
export async function nextSeq(): Promise<number> {
  const seq = ((await getMeta('seq')) ?? 0) + 1;
  await setMeta('seq', seq);
  return seq;
}
