interface ToastAction {
  words: string;
  run: () => void;
}

export interface Toast {
  id: number;
  words: string;
  action?: ToastAction;
  /** A refusal is read out at once. */
  alert?: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const watchers = new Set<() => void>();

const change = (next: readonly Toast[]) => {
  toasts = next;
  for (const watcher of watchers) watcher();
};

/** Says a short thing over the page for a few seconds, with at most one thing to do about it. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  change([...toasts.slice(-2), { ...toast, id: lastId }]);
}

export const dropToast = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

export const currentToasts = (): readonly Toast[] => toasts;

/** Calls the watcher after each change; returns how to stop. */
export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}
