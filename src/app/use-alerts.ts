import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { alertsAtom, unseenOf } from '#src/features/alerts/alerts.state.ts';
import { unreadCountAtom } from '#src/session/unread.ts';
import { useSession } from '#src/session/use-session.ts';
import { showCountInTitle } from '#src/ui/use-page-title.ts';

/** What polls is no part of the first load. */
const again = 5_000;

/** Shows a count where the system shows it: on the app's icon, if there is one. */
const showOnIcon = (count: number): void => {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  // A browser may know the call and have no icon.
  shown?.catch(() => undefined);
};

/** Keeps the member's alerts fresh while somebody is logged in, and counts what is new in the tab's title and on the icon. */
export function useAlerts(): { unread: number; unseen: number } {
  const { user } = useSession();
  const userId = user?.id;
  useEffect(() => {
    if (!userId) return;
    let stop = () => clearTimeout(timer);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const start = () =>
      import('./follow-member.ts').then(
        ({ followMember }) => {
          if (!over) stop = followMember(userId);
        },
        () => {
          timer = setTimeout(start, again);
        },
      );
    void start();
    return () => {
      over = true;
      stop();
    };
  }, [userId]);
  const unread = useAtomValue(unreadCountAtom);
  const alerts = useAtomValue(alertsAtom);
  const unseen = alerts ? unseenOf(alerts.data) : 0;
  const count = unread + unseen;
  useEffect(() => {
    showCountInTitle(count);
    showOnIcon(count);
  }, [count]);
  return { unread, unseen };
}
