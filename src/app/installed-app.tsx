import { getDefaultStore } from 'jotai';
import { useEffect } from 'react';
import { backAtom, latePartsAtom } from '#src/ui/late-parts.ts';
import { BackButton } from './shell/back-button.tsx';

const store = getDefaultStore();

/** Shows the count as a badge on the app's icon. */
function IconBadge({ count }: { count: number }) {
  useEffect(() => {
    const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    // The system may refuse it.
    shown?.catch(() => undefined);
  }, [count]);
  return null;
}

/** Adds what only the installed app has: Back, in place of the browser's own, and the badge on its icon. */
export function showInstalledParts(): void {
  store.set(backAtom, () => BackButton);
  store.set(latePartsAtom, (parts) => [...parts, IconBadge]);
}
