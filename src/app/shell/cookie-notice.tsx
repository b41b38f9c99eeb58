import { useState } from 'react';
import { giveConsent, hasConsent } from '#src/lib/consent.ts';
import { Button } from '#src/ui/button.tsx';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';
import styles from './cookie-notice.module.css';

/** Shown until cookies are accepted on this device. */
export function CookieNotice() {
  const [agreed, setAgreed] = useState(false);
  // Hidden until hydrated, because OK cannot be pressed before.
  const before = useBrowserValue(hasConsent, true);
  if (agreed || before) return null;
  return (
    <section className={styles.notice} data-bottom-notice aria-label="Cookie notice">
      <div className={`frame ${styles.line}`}>
        <p>
          This site uses cookies to create the best possible online experience. By clicking OK, you agree to the use of
          cookies while using this website.
        </p>
        <Button
          look="quiet"
          onClick={() => {
            giveConsent();
            setAgreed(true);
          }}
        >
          OK
        </Button>
      </div>
    </section>
  );
}
