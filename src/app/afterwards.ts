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

/** Strangers have no account to choose for: what follows it comes once somebody is logged in, or has left something here. */
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

/** What a member has typed and not sent goes from each of their tabs when they sign out; a session that ends is none of it. */
function forgetWithSignOut(): void {
  onSessionNews((news) => {
    const user = getDefaultStore().get(authUserAtom);
    if (news === 'signed-out' && user) forgetUnfinished(user.id);
  });
}

/** Begins what can wait until the page has loaded. */
export function beginAfterwards(): void {
  followChoices();
  followMembersChoices();
  forgetWithSignOut();
  void registerWorker();
  void startServices(version);
}
