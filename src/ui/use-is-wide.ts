import { useBrowserValue } from './use-browser-value.ts';

const wide = '(min-width: 768px)';
function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is wider than a phone; true during server rendering and hydration. */
export const useIsWide = (): boolean => useBrowserValue(() => matchMedia(wide).matches, true, watchWidth);
