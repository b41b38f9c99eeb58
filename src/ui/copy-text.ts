import { t } from '#contract/texts.ts';
import { showToast } from './toast-store.ts';

/** Copies a text and reports the result in a toast. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: t`Copied.` });
  } catch {
    showToast({ text: t`Your browser doesn't allow copying. Select the text instead.`, alert: true });
  }
}
