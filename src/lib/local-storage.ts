interface PageStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** The browser may block it, which throws; a worker has none. */
const storage = () => (globalThis as unknown as { localStorage: PageStorage }).localStorage;

/** Reads an entry of localStorage; null also where there is none. */
export function readLocal(key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Writes an entry of localStorage, or removes it with null. Returns false if that failed, also because it is full. */
export function writeLocal(key: string, text: string | null): boolean {
  try {
    if (text === null) storage().removeItem(key);
    else storage().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The keys of the entries whose key begins with `prefix`. */
export function localKeys(prefix: string): string[] {
  try {
    return Object.keys(storage()).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
