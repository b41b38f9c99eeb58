/** The Cache Storage of the home page as the site draws it for strangers. The worker alone fills it. */
export const cachedHomePage = 'kept-page';

/** Takes the kept page off this device: it is no page for somebody who is logged in. */
export async function dropCachedHomePage(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cachedHomePage).catch(() => false);
}
