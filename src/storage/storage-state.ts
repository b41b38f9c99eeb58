import { createValue } from '#src/lib/value.ts';

/**
 * `blocked`: this browser keeps nothing for us, so what is shown lives in memory and writes go straight out. `silent`:
 * the device does not answer; that is treated alike until it does. `full`: there is no room for anything new; what is
 * kept already stays.
 */
export type StorageState = 'kept' | 'blocked' | 'silent' | 'full';

export const storageState = createValue<StorageState>('kept');
/** Counts changes of what is held in memory, for watchers that IndexedDB does not tell. */
export const memoryTurn = createValue(0);

export const fullSentence = 'This device is full, so this could not be kept. Free some space and try again.';

/** Remembers that the browser refused to keep data. */
export function noteBlocked(): void {
  storageState.set('blocked');
  memoryTurn.set(memoryTurn.get() + 1);
}

/** Notes that the device does not answer, or that it does again. */
export function noteSilence(isSilent: boolean): void {
  if (storageState.get() === 'blocked') return;
  storageState.set(isSilent ? 'silent' : 'kept');
  memoryTurn.set(memoryTurn.get() + 1);
}

/** Notes that something found no room on this device. */
export function noteFull(): void {
  if (storageState.get() === 'kept') storageState.set('full');
}

/** Notes that there is room again. */
export function noteRoom(): void {
  if (storageState.get() === 'full') storageState.set('kept');
}

/** Whether the device does not answer at the moment. */
export const isSilent = (): boolean => storageState.get() === 'silent';

/** Whether nothing can be kept on this device. */
export const keepsNothing = (): boolean => storageState.get() === 'blocked' || isSilent();

/** Whether an error says that the device has no room left. Dexie wraps it, sometimes in an abort. */
export function isFull(error: unknown): boolean {
  for (let one: unknown = error; one instanceof Error; one = (one as { inner?: unknown }).inner ?? one.cause) {
    if (one.name === 'QuotaExceededError') return true;
  }
  return false;
}
