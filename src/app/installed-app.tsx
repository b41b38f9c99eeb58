import { getDefaultStore } from 'jotai';
import { useEffect } from 'react';
import { claimShared } from '#src/features/bikes/drafts/shared-photos.ts';
import { authUserAtom } from '#src/session/session.ts';
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

/** Gives whoever is logged in what was shared to the app while nobody was. */
function claimSharedPhotos(): void {
  const user = store.get(authUserAtom);
  if (user) void claimShared(user.id);
}

/** Adds what only the installed app has: Back, in place of the browser's own, the badge on its icon, and sharing. */
export function showInstalledParts(): void {
  store.sub(authUserAtom, claimSharedPhotos);
  claimSharedPhotos();
  store.set(backAtom, () => BackButton);
  store.set(latePartsAtom, (parts) => [...parts, IconBadge]);
}
