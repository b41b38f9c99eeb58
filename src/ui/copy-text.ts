import { t } from '#contract/texts.ts';
import { showToast } from './toast-store.ts';

/** Copies a text and reports the result in a toast. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => showToast({ text: t`Copied.` }),
    () => showToast({ text: t`Your browser doesn't allow copying. Select the text instead.`, alert: true }),
  );
}
