/** Name of the Cache Storage that holds the home page as rendered for visitors. Only the worker fills it. */
export const cachedHomePage = 'kept-page';

/** Deletes the cached home page. It was rendered for visitors and must not be shown to a logged-in member. */
export async function dropCachedHomePage(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cachedHomePage).catch(() => false);
}
