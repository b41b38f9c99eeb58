import { showToast } from './toast-store.ts';

/** Says that something was taken away, and offers to bring it back; why that cannot be done is said too. */
export function offerUndo(words: string, undo: () => Promise<void>): void {
  const complain = (error: Error) => showToast({ words: error.message, alert: true });
  showToast({ words, action: { words: 'Undo', run: () => void undo().catch(complain) } });
}
