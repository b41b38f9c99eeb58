import { dataCookie } from '#contract/preferences.ts';
import { dropCachedHomePage } from '#src/storage/cached-home-page.ts';
import { viewer, watchViewer } from '#src/ui/viewer.ts';

const year = 31_536_000;
const cookieValue = (): string => new RegExp(`(?:^|; )${dataCookie}=(\\w+)`).exec(document.cookie)?.[1] ?? '';

/** Sets the cookie that tells SSR about data saving, now and after each change. */
export function followDataUse(): void {
  const follow = () => {
    const { data } = viewer();
    const chosen = data === 'Reduced' || data === 'Full' ? data : '';
    if (chosen === cookieValue()) return;
    // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is asynchronous and too new.
    document.cookie = `${dataCookie}=${chosen}; path=/; samesite=lax; max-age=${chosen ? year : 0}`;
    // The cached page was rendered for the other choice.
    void dropCachedHomePage();
  };
  follow();
  watchViewer(follow);
}
