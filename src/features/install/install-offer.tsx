import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { favoritesPage, homePage, installPage, outboxPage, userBikesPage } from '#contract/pages.ts';
import { hasConsent, untilConsent } from '#src/lib/consent.ts';
import { isIos } from '#src/lib/installed.ts';
import { unqueuedOf } from '#src/outbox/background-work.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';
import styles from './install-offer.module.css';
import { askToInstall, installPrompt, watchInstallPrompt } from './install-prompt.ts';
import { mayOffer, noteDraft, settle } from './install-visits.ts';

/** Screens without a form that the offer could cover. */
const places: readonly string[] = [homePage(), favoritesPage(), userBikesPage(), outboxPage()];
/** Those that warn of what Safari deletes, and say how to install the app. */
const warning: readonly string[] = [userBikesPage(), outboxPage()];

/** Offers to install the app on this device: after the first draft or on the second visit, and never again after No. */
export function InstallOffer() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const prompt = useBrowserValue(installPrompt, null, watchInstallPrompt);
  const [isOver, setOver] = useState(false);
  const [isAgreed, setAgreed] = useState(hasConsent);
  const drafts = useLive('drafts here', async () => (user ? (await unqueuedOf(user.id)).length : 0), [user]) ?? 0;
  useEffect(() => {
    // The cookie notice is in the same place.
    void untilConsent().then(() => setAgreed(true));
  }, []);
  useEffect(() => {
    if (drafts > 0) noteDraft();
  }, [drafts]);
  const canInstall = prompt !== null || isIos();
  const isWarned = prompt === null && drafts > 0 && warning.includes(pathname);
  if (isOver || !isAgreed || !canInstall || isWarned || !places.includes(pathname) || !mayOffer()) return null;
  const end = () => {
    settle();
    setOver(true);
  };
  const install = () => void askToInstall().finally(end);
  return (
    <section className={styles.offer} data-bottom-notice aria-labelledby="install-offer">
      <h2 className="heading" id="install-offer">
        Install Headbadge
      </h2>
      <p>
        {drafts > 0
          ? 'Your drafts stay on this device and open in one tap, even offline.'
          : 'Opens in one tap from your home screen, even offline.'}
      </p>
      <div className={styles.actions}>
        <Button look="plain" onClick={end}>
          No thanks
        </Button>
        {prompt ? (
          <Button onClick={install}>Install</Button>
        ) : (
          <Button to={installPage('iphone')} onClick={end}>
            Show me how
          </Button>
        )}
      </div>
    </section>
  );
}
