/** The Cache Storage of the home page as the site draws it for strangers. The worker alone fills it. */
export const keptPageCache = 'kept-page';

/** Takes the kept page off this device: it is no page for somebody who is logged in. */
export async function dropKeptPage(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(keptPageCache).catch(() => false);
}
