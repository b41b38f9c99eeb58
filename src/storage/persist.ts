/** TypeScript declares `persist()` for pages only, and the worker shares this file. */
type Persisting = StorageManager & { persist(): Promise<boolean> };

/** Asks the browser not to evict our data under storage pressure. Called when there is something to lose. */
export async function askToPersist(): Promise<boolean> {
  try {
    if (await navigator.storage.persisted()) return true;
    return await (navigator.storage as Persisting).persist();
  } catch {
    return false;
  }
}

/** Whether our data is protected from eviction; null where the browser does not say. */
export async function isPersisted(): Promise<boolean | null> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return null;
  }
}

/** Storage used by this site and its quota, in bytes; null where the browser does not say. */
export async function roomHere(): Promise<{ used: number; quota: number } | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return usage === undefined || quota === undefined ? null : { used: usage, quota };
  } catch {
    return null;
  }
}
