import { t } from '#contract/texts.ts';
import { showToast, type Toast } from './toast-store.ts';

/** Shows a toast with Undo; if undoing fails, another one says why. */
export function offerUndo(text: string, undo: () => Promise<void>, other?: Toast['other']): void {
  const complain = (error: Error) => showToast({ text: error.message, alert: true });
  showToast({ text, ...(other && { other }), action: { label: t`Undo`, run: () => void undo().catch(complain) } });
}
