import { atom, getDefaultStore } from 'jotai/vanilla';
import { t } from '#contract/texts.ts';

const store = getDefaultStore();

/**
 * `blocked`: the browser stores nothing for us; data lives in memory and writes are sent at once. `hung`: the device
 * does not answer; treated like `blocked` until it does. `full`: there is no space for new data; stored data stays.
 */
export type StorageState = 'stored' | 'blocked' | 'hung' | 'full';

export const storageStateAtom = atom<StorageState>('stored');
/** Counts the changes of rows in memory. IndexedDB does not notify watchers of them. */
export const memoryVersionAtom = atom(0);

export const fullSentence = t`This device is full, so we couldn't save this. Free some space and try again.`;

/** Records that the browser refuses to store data. */
export function noteBlocked(): void {
  store.set(storageStateAtom, 'blocked');
  store.set(memoryVersionAtom, (count) => count + 1);
}

/** Records that the device does not answer, or that it answers again. */
export function setStorageHung(isHung: boolean): void {
  if (store.get(storageStateAtom) === 'blocked') return;
  store.set(storageStateAtom, isHung ? 'hung' : 'stored');
  store.set(memoryVersionAtom, (count) => count + 1);
}

/** Records that the device has no space left. */
export function noteFull(): void {
  if (store.get(storageStateAtom) === 'stored') store.set(storageStateAtom, 'full');
}

/** Records that the device has space again. */
export function noteRoom(): void {
  if (store.get(storageStateAtom) === 'full') store.set(storageStateAtom, 'stored');
}

/** Whether the device is not answering. */
export const isStorageHung = (): boolean => store.get(storageStateAtom) === 'hung';

/** Whether nothing can be stored on this device. */
export const isMemoryOnly = (): boolean => store.get(storageStateAtom) === 'blocked' || isStorageHung();

/** Whether an error or one of its causes has such a name. Dexie wraps errors, sometimes in an abort. */
export function hasName(error: unknown, names: RegExp): boolean {
  for (let one: unknown = error; one instanceof Error; ) {
    if (names.test(one.name)) return true;
    const { inner, failures } = one as { inner?: unknown; failures?: unknown[] };
    one = inner ?? failures?.[0] ?? one.cause;
  }
  return false;
}

/** Whether an error means that the device is full. */
export const isFull = (error: unknown): boolean => hasName(error, /^QuotaExceededError$/);
