import { showToast } from './toast-store.ts';

/** Copies an address. @param otherwise where it is to be had when the browser does not let us */
export async function copyLink(url: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ words: 'Link copied.' });
  } catch {
    showToast({ words: `This browser does not let us copy. ${otherwise}`, alert: true });
  }
}

/** Hands an address to the device, or copies it where there is nobody to hand it to. */
export async function shareLink(offer: { title: string; url: string }, otherwise: string): Promise<void> {
  if (!navigator.canShare?.(offer)) return copyLink(offer.url, otherwise);
  try {
    await navigator.share(offer);
  } catch (error) {
    // Somebody who closed the sheet wants nothing more.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(offer.url, otherwise);
  }
}
