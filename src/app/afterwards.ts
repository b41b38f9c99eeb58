import { getDefaultStore } from 'jotai';
import { alertsAtom } from '#src/features/alerts/alerts.state.ts';
import { followChoices } from '#src/features/preferences/follow-choices.ts';
import { startServices } from '#src/features/services/start-services.ts';
import { onSessionNews } from '#src/lib/refresh.ts';
import { retryImport } from '#src/lib/retry-import.ts';
import { forgetUnfinished } from '#src/lib/unfinished.ts';
import { authUserAtom } from '#src/session/session.ts';
import { keptViewer } from '#src/ui/viewer.ts';
import { version } from '../../package.json';
import { registerWorker } from './register-worker.ts';

/**
 * Starts syncing preferences once somebody is logged in, or if a member's preferences are stored here. Visitors have
 * none to sync.
 */
function followMembersChoices(): void {
  const store = getDefaultStore();
  let begun = false;
  const follow = () =>
    retryImport(
      () => import('#src/features/preferences/follow-preferences.ts'),
      ({ followPreferences }) =>
        followPreferences((hear) => {
          const tell = () => hear(store.get(alertsAtom)?.data.preferences);
          tell();
          return store.sub(alertsAtom, tell);
        }),
    );
  const look = () => {
    if (begun || !(store.get(authUserAtom) || keptViewer().of)) return;
    begun = true;
    void follow();
  };
  store.sub(authUserAtom, look);
  look();
}

/** Deletes a member's unsent text in each of their tabs on sign-out. A session that the server ends keeps it. */
function forgetWithSignOut(): void {
  onSessionNews((news) => {
    const user = getDefaultStore().get(authUserAtom);
    if (news === 'signed-out' && user) forgetUnfinished(user.id);
  });
}

/** Starts what can wait until the page has loaded. */
export function beginAfterwards(): void {
  followChoices();
  followMembersChoices();
  forgetWithSignOut();
  void registerWorker();
  void startServices(version);
}
