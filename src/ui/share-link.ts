import { t } from '#contract/texts.ts';
import { showToast } from './toast-store.ts';

/** Copies an address. @param otherwise shown if the browser does not allow it */
export async function copyLink(url: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ text: t`Link copied.` });
  } catch {
    showToast({ text: t`Your browser doesn't allow copying. ${otherwise}`, alert: true });
  }
}

/** Shares an address by the device's share sheet; copies it if there is none. */
export async function shareLink(offer: { title: string; url: string }, otherwise: string): Promise<void> {
  if (!navigator.canShare?.(offer)) return copyLink(offer.url, otherwise);
  try {
    await navigator.share(offer);
  } catch (error) {
    // AbortError: the share sheet was closed, so do nothing.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(offer.url, otherwise);
  }
}
