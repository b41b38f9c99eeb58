import type { Theme } from '#contract/preferences.ts';
import { renewViewer, viewer, watchViewer } from '#src/ui/viewer.ts';

/** The ground's color, which phones paint around the page. */
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

/** Paints the page as the viewer chose, now and after each change, also by another tab. */
export function followTheme(): void {
  const follow = () => paint(viewer().theme);
  follow();
  watchViewer(follow);
  // A page that Back brings out of the browser's own cache has heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && renewViewer());
}
