import { getDefaultStore } from 'jotai';
import { setAskForProof } from '#src/actions/run-action.ts';
import { alertsAtom } from '#src/features/alerts/alerts.state.ts';
import { noteVisit } from '#src/features/install/install-visits.ts';
import { followChoices } from '#src/features/preferences/follow-choices.ts';
import { startServices } from '#src/features/site/start-services.ts';
import { idle } from '#src/lib/idle.ts';
import { isInstalled, isIos } from '#src/lib/installed.ts';
import { onSessionNews } from '#src/lib/refresh.ts';
import { retryImport } from '#src/lib/retry-import.ts';
import { forgetUnfinished } from '#src/lib/unfinished.ts';
import { authUserAtom } from '#src/session/session.ts';
import { storedPreferences } from '#src/ui/display-preferences.ts';
import { latePartsAtom } from '#src/ui/late-parts.ts';
import { version } from '../../package.json';
import { registerWorker } from './register-worker.ts';
import { bikeScreen } from './screens.ts';

const store = getDefaultStore();

/** Calls `start` once, as soon as it is needed; `isNeeded` is asked again after each log-in. */
function onceNeeded(isNeeded: (isMember: boolean) => boolean, start: () => unknown): void {
  let started = false;
  const startIfNeeded = () => {
    if (started || !isNeeded(store.get(authUserAtom) !== null)) return;
    started = true;
    void start();
  };
  store.sub(authUserAtom, startIfNeeded);
  startIfNeeded();
}

/** Shows the installed app's own parts. Elsewhere, offers to install it to those who came back. */
function beginInstalled(): void {
  if (isInstalled())
    return void retryImport(
      () => import('./installed-app.tsx'),
      ({ showInstalledParts }) => showInstalledParts(),
    );
  if (isIos())
    void retryImport(
      () => import('#src/features/install/ios-splash.ts'),
      ({ addSplash }) => addSplash().catch(() => undefined),
    );
  const { count, isSettled } = noteVisit();
  const offer = () =>
    retryImport(
      () => import('#src/features/install/install-offer.tsx'),
      ({ InstallOffer }) => store.set(latePartsAtom, (parts) => [...parts, InstallOffer]),
    );
  if (!isSettled && count > 1) void idle().then(offer);
}

/**
 * Starts syncing preferences once somebody is logged in, or if a member's preferences are stored here. Visitors have
 * none to sync.
 */
function syncPreferencesOnceNeeded(): void {
  const follow = () =>
    retryImport(
      () => import('#src/features/preferences/follow-preferences.ts'),
      ({ followPreferences }) =>
        followPreferences((listener) => {
          const emit = () => listener(store.get(alertsAtom)?.data.preferences);
          emit();
          return store.sub(alertsAtom, emit);
        }),
    );
  onceNeeded(
    (isMember) => isMember || Boolean(storedPreferences().of),
    () => idle().then(follow),
  );
}

/** Deletes a member's unsent text in each of their tabs on sign-out. A session that the server ends keeps it. */
function forgetWithSignOut(): void {
  onSessionNews((news) => {
    const user = store.get(authUserAtom);
    if (news === 'signed-out' && user) forgetUnfinished(user.id);
  });
}

/**
 * Loads the code of a bike's page, which most people open next. Only from the worker's cache, and while the browser is
 * idle.
 */
async function prefetchBikeScreen(): Promise<void> {
  if (!navigator.serviceWorker?.controller) return;
  await idle();
  await bikeScreen.prepare();
}

/** Asks for a proof where the server wants one. */
const askWhereNeeded = () =>
  setAskForProof(async (details) => (await import('#src/forms/proof/ask-for-proof.tsx')).askForProof(details));

/** Starts what can wait until the page has loaded. */
export function beginAfterwards(): void {
  followChoices();
  askWhereNeeded();
  syncPreferencesOnceNeeded();
  forgetWithSignOut();
  void registerWorker();
  beginInstalled();
  void startServices(version);
  void idle().then(() =>
    retryImport(
      () => import('#src/features/languages/follow-links.ts'),
      ({ followLanguageLinks }) => followLanguageLinks(),
    ),
  );
  void prefetchBikeScreen().catch(() => undefined);
}
