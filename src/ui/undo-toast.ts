import { showToast, type Toast } from './toast-store.ts';

/** Shows a toast with Undo; if undoing fails, another one says why. */
export function offerUndo(words: string, undo: () => Promise<void>, other?: Toast['other']): void {
  const complain = (error: Error) => showToast({ words: error.message, alert: true });
  showToast({ words, ...(other && { other }), action: { words: 'Undo', run: () => void undo().catch(complain) } });
}
