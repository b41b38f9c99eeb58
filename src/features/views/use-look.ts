import { useEffect } from 'react';
import type { Id } from '#contract/ids.ts';
import { viewBike } from '#contract/views.ts';
import { runAction } from '#src/action-state/run-action.ts';

/** Milliseconds in sight after which somebody looks at a page, and does not just pass it. */
const aLook = 1000;

/** What cannot be told now is not told later: a look without signal is no row of the outbox. */
const tell = (bikeId: Id) =>
  runAction('ViewBike', (call) => call(viewBike, { params: { bikeId }, keepalive: true })).catch(() => undefined);

/** Tells the site, once, that a bike is looked at: a page that is drawn ahead or stands behind others is not. */
export function useLook(bikeId: Id | null): void {
  useEffect(() => {
    if (bikeId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => {
        stop();
        void tell(bikeId);
      }, aLook);
    };
    const stop = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
    document.addEventListener('visibilitychange', follow);
    follow();
    return stop;
  }, [bikeId]);
}
