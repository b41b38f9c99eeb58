import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { homePage, installPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { hasConsent, untilConsent } from '#src/lib/consent.ts';
import { isIos } from '#src/lib/installed.ts';
import { unqueuedOf } from '#src/outbox/background-work.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';
import styles from './install-offer.module.css';
import { askToInstall, installPrompt, watchInstallPrompt } from './install-prompt.ts';
import { mayOffer, settle } from './install-visits.ts';

/** Offers to install the app on this device: from the second visit on, on home only, and never again after No. */
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
  const canInstall = prompt !== null || isIos();
  // Elsewhere it would lie over a form, or over what a member does with bikes, folders and unsent things.
  if (isOver || !isAgreed || !canInstall || pathname !== homePage() || !mayOffer()) return null;
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
          ? t`Your drafts stay on this device and open in one tap, even offline.`
          : t`Opens in one tap from your home screen, even offline.`}
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
