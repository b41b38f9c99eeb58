import type { Theme } from '#contract/preferences.ts';
import { renewViewer, viewer, watchViewer } from '#src/ui/viewer.ts';

/** Background colors for the `theme-color` meta tags. */
const grounds = { light: '#f8f9f9', dark: '#0e1215' } as const;

function paint(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'System') delete dataset.theme;
  else dataset.theme = theme.toLowerCase();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = grounds[theme === 'System' ? own : theme === 'Dark' ? 'dark' : 'light'];
  }
}

/** Applies the viewer's theme, now and after each change, also from another tab. */
export function followTheme(): void {
  const follow = () => paint(viewer().theme);
  follow();
  watchViewer(follow);
  // A page restored from the back/forward cache has missed changes.
  addEventListener('pageshow', ({ persisted }) => persisted && renewViewer());
}
