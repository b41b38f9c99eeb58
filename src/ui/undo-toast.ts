import { showToast } from './toast-store.ts';

/** Shows a toast with Undo; if undoing fails, another one says why. */
export function offerUndo(words: string, undo: () => Promise<void>): void {
  const complain = (error: Error) => showToast({ words: error.message, alert: true });
  showToast({ words, action: { words: 'Undo', run: () => void undo().catch(complain) } });
}
