import type { Id } from '#contract/ids.ts';
import { unqueuedOf } from '#src/outbox/background-work.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { Note } from '#src/ui/note.tsx';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';

/**
 * Returns whether the browser deletes a site's storage after seven days without a visit: WebKit does unless the site is
 * installed (https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/).
 */
export const deletesAfterWeek = (vendor: string, isInstalled: boolean): boolean =>
  vendor.startsWith('Apple') && !isInstalled;

const isThisOne = () =>
  deletesAfterWeek(navigator.vendor, matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches);

/** Warns that Safari deletes the storage of a site that is not installed. @param things number of queued items */
export function SafariNote({ userId, things }: { userId: Id; things: number }) {
  const deletes = useBrowserValue(isThisOne, false);
  const drafts = useLive('drafts here', async () => (await unqueuedOf(userId)).length, [userId]) ?? 0;
  if (!deletes || things + drafts === 0) return null;
  return (
    <Note state="notice">
      Safari may delete your drafts and what waits here after seven days without a visit. Add Headbadge to your home
      screen or Dock to keep them.
    </Note>
  );
}
