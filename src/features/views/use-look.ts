import { useEffect } from 'react';
import type { Id } from '#contract/ids.ts';
import { viewBike } from '#contract/views.ts';
import { runAction } from '#src/actions/run-action.ts';

/** Milliseconds of visibility that count as a view. */
const viewMs = 1000;

/** A view that cannot be sent is dropped, not queued. */
const sendView = (bikeId: Id) => runAction(viewBike, { params: { bikeId }, keepalive: true }).catch(() => undefined);

/** Reports one view of a bike; prerendered pages and background tabs do not count. */
export function useLook(bikeId: Id | null): void {
  useEffect(() => {
    if (bikeId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => {
        stop();
        void sendView(bikeId);
      }, viewMs);
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
