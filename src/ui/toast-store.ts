import { atom, getDefaultStore } from 'jotai';

interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  text: string;
  action?: ToastAction;
  /** Shown before the action. */
  other?: ToastAction;
  /** An error, which screen readers announce at once. */
  alert?: boolean;
}

/** The toasts that are shown, oldest first. */
export const toastsAtom = atom<readonly Toast[]>([]);

const store = getDefaultStore();
let lastId = 0;

/** Shows a short message for a few seconds, with at most two actions. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const next = { ...toast, id: lastId };
  store.set(toastsAtom, (toasts) => [...toasts.slice(-2), next]);
}

export const dropToast = (id: number): void =>
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id));
