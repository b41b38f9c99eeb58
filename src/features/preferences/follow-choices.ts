import { dataCookie, type Theme } from '#contract/preferences.ts';
import { dropCachedHomePage } from '#src/storage/cached-home-page.ts';
import {
  displayPreferences,
  fetchWriting,
  refreshDisplayPreferences,
  watchDisplayPreferences,
} from '#src/ui/display-preferences.ts';

const year = 31_536_000;
const cookieValue = (): string => new RegExp(`(?:^|; )${dataCookie}=(\\w+)`).exec(document.cookie)?.[1] ?? '';

/** Sets the cookie that tells SSR about data saving, now and after each change. */
function followDataUse(): void {
  const follow = () => {
    const { data } = displayPreferences();
    const chosen = data === 'Reduced' || data === 'Full' ? data : '';
    if (chosen === cookieValue()) return;
    // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is asynchronous and too new.
    document.cookie = `${dataCookie}=${chosen}; path=/; samesite=lax; max-age=${chosen ? year : 0}`;
    // The cached page was rendered for the other choice.
    void dropCachedHomePage();
  };
  follow();
  watchDisplayPreferences(follow);
}

/** Background colors for the `theme-color` meta tags. */
const backgrounds = { light: '#f8f9f9', dark: '#0e1215' } as const;

function paint(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'System') delete dataset.theme;
  else dataset.theme = theme.toLowerCase();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = backgrounds[theme === 'System' ? own : theme === 'Dark' ? 'dark' : 'light'];
  }
}

/** Applies the viewer's theme, now and after each change, also from another tab. */
function followTheme(): void {
  const follow = () => paint(displayPreferences().theme);
  follow();
  watchDisplayPreferences(follow);
  // A page restored from the back/forward cache has missed changes.
  addEventListener('pageshow', ({ persisted }) => persisted && refreshDisplayPreferences());
}

let begun = false;

/** Applies the preferences of this device, now and after each change: theme, data saving and language. */
export function followChoices(): void {
  if (begun) return;
  begun = true;
  followTheme();
  followDataUse();
  void fetchWriting();
  watchDisplayPreferences(() => void fetchWriting());
}
