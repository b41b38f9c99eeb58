/** One value that can be watched; fits `useSyncExternalStore`. */
export interface Value<T> {
  /** What it was before anything happened. */
  readonly first: T;
  get(): T;
  set(next: T): void;
  /** Calls `listener` after each change; returns how to stop. */
  subscribe(listener: () => void): () => void;
}

/** Makes a value that tells its watchers when it changes. */
export function createValue<T>(initial: T): Value<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    first: initial,
    get: () => current,
    set(next) {
      if (Object.is(current, next)) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
