import { createValue } from '#src/lib/value.ts';

/**
 * `blocked`: the browser stores nothing for us; data lives in memory and writes are sent at once. `silent`: the device
 * does not answer; treated like `blocked` until it does. `full`: there is no space for new data; stored data stays.
 */
export type StorageState = 'kept' | 'blocked' | 'silent' | 'full';

export const storageState = createValue<StorageState>('kept');
/** Counts the changes of rows in memory. IndexedDB does not notify watchers of them. */
export const memoryVersion = createValue(0);

export const fullSentence = "This device is full, so we couldn't save this. Free some space and try again.";

/** Records that the browser refuses to store data. */
export function noteBlocked(): void {
  storageState.set('blocked');
  memoryVersion.set(memoryVersion.get() + 1);
}

/** Records that the device does not answer, or that it answers again. */
export function noteSilence(isSilent: boolean): void {
  if (storageState.get() === 'blocked') return;
  storageState.set(isSilent ? 'silent' : 'kept');
  memoryVersion.set(memoryVersion.get() + 1);
}

/** Records that the device has no space left. */
export function noteFull(): void {
  if (storageState.get() === 'kept') storageState.set('full');
}

/** Records that the device has space again. */
export function noteRoom(): void {
  if (storageState.get() === 'full') storageState.set('kept');
}

/** Whether the device is not answering. */
export const isSilent = (): boolean => storageState.get() === 'silent';

/** Whether nothing can be stored on this device. */
export const keepsNothing = (): boolean => storageState.get() === 'blocked' || isSilent();

/** Whether an error means that the device is full. Dexie wraps the quota error, sometimes in an abort. */
export function isFull(error: unknown): boolean {
  for (let one: unknown = error; one instanceof Error; one = (one as { inner?: unknown }).inner ?? one.cause) {
    if (one.name === 'QuotaExceededError') return true;
  }
  return false;
}
