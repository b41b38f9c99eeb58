import { dataCookie } from '#contract/preferences.ts';
import { dropCachedHomePage } from '#src/storage/cached-home-page.ts';
import { viewer, watchViewer } from '#src/ui/viewer.ts';

const year = 31_536_000;
const told = (): string => new RegExp(`(?:^|; )${dataCookie}=(\\w+)`).exec(document.cookie)?.[1] ?? '';

/** Tells the site how much may be fetched, now and after each change: pages that it draws know it by a cookie. */
export function followDataUse(): void {
  const follow = () => {
    const { data } = viewer();
    const chosen = data === 'Reduced' || data === 'Full' ? data : '';
    if (chosen === told()) return;
    // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is asynchronous and too new.
    document.cookie = `${dataCookie}=${chosen}; path=/; samesite=lax; max-age=${chosen ? year : 0}`;
    // It was drawn for the other choice.
    void dropCachedHomePage();
  };
  follow();
  watchViewer(follow);
}
