interface ToastAction {
  words: string;
  run: () => void;
}

export interface Toast {
  id: number;
  words: string;
  action?: ToastAction;
  /** Shown before the action. */
  other?: ToastAction;
  /** An error, which screen readers announce at once. */
  alert?: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

const change = (next: readonly Toast[]) => {
  toasts = next;
  for (const watcher of watchers) watcher();
};

/** Shows a short message for a few seconds, with at most two actions. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  change([...toasts.slice(-2), { ...toast, id: lastId }]);
}

export const dropToast = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

export const currentToasts = (): readonly Toast[] => toasts;

/** Subscribes to the toasts. Returns the unsubscribe function. */
export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}
