import Dexie from 'dexie';
import type { AuthUser } from '#contract/auth.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { FieldValue } from '#contract/drafts.ts';
import type { WireError } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import type { PhotoNote } from '#contract/photos.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import type { QueuedMutation, SentLine } from '#src/outbox/mutation.ts';
import { cacheReclaimers } from './cache-quota.ts';
import type { Done } from './memory-overlay.ts';
import { fullSentence, isFull, isSilent, noteFull } from './storage-state.ts';
import {
  createDeviceTable,
  type DeviceTable,
  dropOverlay,
  flushOverlay,
  inMemory,
  isInside,
  overlayOf,
  together,
} from './table.ts';
import { lineFrom, rowFrom } from './upgrade-mutation.ts';
import { type Reclaimer, withQuotaRetry } from './with-quota-retry.ts';

/** What the site has of a draft, as far as this device knows. */
export type OnSite = {
  /** 0 when it has none that this device has seen; it may have one all the same. */
  version: number;
  /** The draft's own `savedAt` when it was brought there, and how many photos it had. */
  savedAt: number;
  photos: number;
  /** What is there is not this draft: a newer version, or none any more. Nothing is brought there until its owner has decided. */
  apart?: 'changed' | 'gone' | 'published';
};

export type Draft = {
  /** Also the id of the bike that it becomes. */
  id: Id;
  userId: Id;
  /** `sending`: published on this device, its rows wait in the outbox. */
  state: 'editing' | 'sending';
  /** By the names of the contract's fields. */
  fields: Record<string, FieldValue>;
  /** Set when the draft changes a bike that is already on the site. */
  ofPublished: boolean;
  /** The version of that bike that was changed. Absent from what older builds kept. */
  ofVersion?: number;
  /** How that bike stood, where others did not see it. */
  ofStatus?: BikeStatus;
  /** Of the draft of a new bike that was brought to the site. */
  site?: OnSite;
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
  /** The name of the picked file. */
  file: string;
  /** The server has it. */
  uploaded: boolean;
  /** It was sent with its draft, so the server may have it. */
  tried?: boolean;
  /** The server does not take it: that is told when it is published. */
  refused?: boolean;
};

export type PhotoBlob = { id: Id; blob: Blob };

type MetaValues = {
  /** Who opens the account area without signal; gone after a sign-out or a refused refresh. */
  authUser: AuthUser;
  /** Whose rows wait after the session ended. */
  lastUser: AuthUser;
  /** Why the moderators have shut the account of `lastUser`, as the server says it. */
  shut: WireError;
  seq: number;
  /** Which device this is, to the site: whose saves of a draft are one another's. */
  device: Id;
  /** A sign-out that the server has not heard of yet. */
  signOutOwed: boolean;
  /** How often somebody came or went: an answer to an older question does not say who is here. */
  sessionTurn: number;
  /** The folders that this device keeps for times without signal, by member. */
  keptFolders: Record<Id, Id[]>;
};
type MetaRow = { key: string; value: unknown };

const db = new Dexie('vault', { chromeTransactionDurability: 'strict' });
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
      .modify((row, kept) => {
        kept.value = rowFrom(row);
      });
    await all
      .table('sent')
      .toCollection()
      .modify((line, kept) => {
        kept.value = lineFrom(line);
      });
  });

/** What is a member's own and nowhere else. Only its owner deletes from it. */
export const userDb = {
  drafts: createDeviceTable<Draft>(db, 'drafts', 'id', undefined, true),
  photoBlobs: createDeviceTable<PhotoBlob>(db, 'draftPhotos', 'id'),
  photos: createDeviceTable<DraftPhoto>(db, 'draftPhotoInfo', 'id', undefined, true),
  outbox: createDeviceTable<QueuedMutation>(db, 'outbox', 'id', rowFrom, true),
  sent: createDeviceTable<SentLine>(db, 'sent', 'id', lineFrom, true),
};
const meta: DeviceTable<MetaRow> = createDeviceTable<MetaRow>(db, 'meta', 'key', undefined, true);

/**
 * One transaction over the vault. Await nothing but the vault inside. On a full device the cache is given up for it.
 * @throws ApiFailure when there is no room even so
 */
export async function inUserDb<R>(work: () => Promise<R>): Promise<R> {
  if (isInside(db)) return work();
  try {
    return await withQuotaRetry(() => together(db, work), cacheReclaimers);
  } catch (cause) {
    if (!isFull(cause)) throw cause;
    noteFull();
    throw new ApiFailure('refused', { code: 'device_full', message: fullSentence, cause });
  }
}

/** The same in memory, for this tab. */
export const holdUserDb = <R>(work: () => Promise<R>): Promise<Done<R>> => inMemory(db, work);

/** Keeps what is held in memory. @throws when there is still no room */
export const flushUserDb = (): Promise<void> => flushOverlay(db);

/** The database and what stands over it, for `rejoin.ts` alone. */
export const vaultParts = () => ({ db, over: overlayOf(db) });

/** Bytes that are given up when the outbox must note what became of a row. */
const reserveBytes = 1024 * 1024;

const giveUpReserve: Reclaimer = async () => {
  if (!(await hasReserve())) return false;
  noteFull();
  await meta.remove('reserve');
  return true;
};

/** Puts room aside for notes; it is taken anew each time, so it tells whether the device has any. @throws when not */
export const makeReserve = (): Promise<void> =>
  together(db, () => meta.put({ key: 'reserve', value: new Blob([new Uint8Array(reserveBytes)]) }));
export const hasReserve = (): Promise<boolean> => meta.has('reserve');

/**
 * One transaction that notes what became of things which are kept already, such as a row that was sent. It always
 * finds room: in the reserve, in the cache's place, and at the last in memory, where what it removes is removed all
 * the same.
 */
export async function durableTransaction<R>(work: () => Promise<R>): Promise<R> {
  if (isInside(db)) return work();
  try {
    return await withQuotaRetry(() => together(db, work), [giveUpReserve, ...cacheReclaimers]);
  } catch (error) {
    if (!isFull(error)) throw error;
    const { result, sweep } = await holdUserDb(work);
    await sweep().catch(() => undefined);
    return result;
  }
}

/** Reads one remembered value. */
export const getMeta = async <K extends keyof MetaValues>(key: K): Promise<MetaValues[K] | null> =>
  ((await meta.get(key))?.value as MetaValues[K] | undefined) ?? null;

/** Remembers one value; null forgets it. */
export const setMeta = <K extends keyof MetaValues>(key: K, value: MetaValues[K] | null): Promise<void> =>
  durableTransaction(async () => {
    const known = await getMeta(key);
    // What is known already needs no room. A device that does not answer may know something else.
    if (!isSilent() && JSON.stringify(known) === JSON.stringify(value)) return;
    await (value === null ? meta.remove(key) : meta.put({ key, value }));
  });

/** Forgets whom this tab alone remembers: somebody has signed out in another. */
export function letGoOfUser(): void {
  for (const key of ['authUser', 'lastUser', 'shut']) dropOverlay(db, 'meta', key);
}

/** Whose things this device may touch: of who is logged in, or of whose session ended here before anybody else came. */
export const memberHere = async (): Promise<AuthUser | null> =>
  (await getMeta('authUser')) ?? (await getMeta('lastUser'));

/** The next place in the outbox. Call it inside {@link inUserDb}. */
export async function nextSeq(): Promise<number> {
  const seq = ((await getMeta('seq')) ?? 0) + 1;
  await setMeta('seq', seq);
  return seq;
}
