import { useEffect } from 'react';
import { savesData } from '#src/ui/viewer.ts';
import { screenOf } from './screens.ts';

function fetchFor(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || savesData()) return;
  // What cannot be fetched early is fetched, and complained about, when it is used.
  screenOf(link.pathname)
    ?.prepare()
    .catch(() => undefined);
}

/** Fetches a screen's code when a finger, a mouse or the focus comes near a link to it. */
export function useEarlyCode(): void {
  useEffect(() => {
    const nearness = ['pointerover', 'pointerdown', 'focusin'];
    for (const event of nearness) document.addEventListener(event, fetchFor, { passive: true });
    return () => {
      for (const event of nearness) document.removeEventListener(event, fetchFor);
    };
  }, []);
}
