import { useEffect } from 'react';
import { savesData } from '#src/ui/viewer.ts';
import { screenOf } from './screens.ts';

function fetchFor(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || savesData()) return;
  // A failed prefetch is retried and reported when the screen is opened.
  screenOf(link.pathname)
    ?.prepare()
    .catch(() => undefined);
}

/** Prefetches a screen's code on hover, press or focus of a link to it. */
export function useEarlyCode(): void {
  useEffect(() => {
    const nearness = ['pointerover', 'pointerdown', 'focusin'];
    for (const event of nearness) document.addEventListener(event, fetchFor, { passive: true });
    return () => {
      for (const event of nearness) document.removeEventListener(event, fetchFor);
    };
  }, []);
}
