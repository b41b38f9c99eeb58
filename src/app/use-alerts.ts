import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { alertsAtom, unseenOf } from '#src/features/alerts/alerts.state.ts';
import { idle } from '#src/lib/idle.ts';
import { unreadCountAtom } from '#src/session/unread-count.ts';
import { useSession } from '#src/session/use-session.ts';
import { showCountInTitle } from '#src/ui/use-page-title.ts';

/** Milliseconds between attempts to load the polling code, which is not part of the first load. */
const retryMs = 5_000;

/** Polls alerts while somebody is logged in. Shows the number of new ones in the tab's title. */
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
          timer = setTimeout(start, retryMs);
        },
      );
    // The screen comes first.
    void idle().then(() => (over ? undefined : start()));
    return () => {
      over = true;
      stop();
    };
  }, [userId]);
  const unread = useAtomValue(unreadCountAtom);
  const alerts = useAtomValue(alertsAtom);
  const unseen = alerts ? unseenOf(alerts.data) : 0;
  const count = unread + unseen;
  useEffect(() => showCountInTitle(count), [count]);
  return { unread, unseen };
}
