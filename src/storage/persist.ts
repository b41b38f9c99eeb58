/** Only a page can ask; the worker knows of this by what it shares with pages. */
type Persisting = StorageManager & { persist(): Promise<boolean> };

/** Asks the browser not to clear our data under pressure; called when there is something to lose. */
export async function askToPersist(): Promise<boolean> {
  try {
    if (await navigator.storage.persisted()) return true;
    return await (navigator.storage as Persisting).persist();
  } catch {
    return false;
  }
}

/** Whether the browser may clear our data under pressure; null where it does not say. */
export async function isPersisted(): Promise<boolean | null> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return null;
  }
}

/** How much this site takes of the device, and how much it may take at most, in bytes; null where the browser does not say. */
export async function roomHere(): Promise<{ used: number; most: number } | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return usage === undefined || quota === undefined ? null : { used: usage, most: quota };
  } catch {
    return null;
  }
}
