import { useState } from 'react';
import { applyUpdate } from '#src/lib/apply-update.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './update-prompt.module.css';

/** Offers to reload for a new version; never reloads by itself. */
export function UpdatePrompt() {
  const [later, setLater] = useState(false);
  const [busy, setBusy] = useState(false);
  if (later) return null;
  const update = () => {
    setBusy(true);
    void applyUpdate();
  };
  return (
    <section className={styles.prompt} data-update role="status" aria-labelledby="update-text">
      <h2 className="heading" id="update-text">
        A new version is ready
      </h2>
      <p>Your drafts are saved. Reloading takes a second.</p>
      <div className={styles.actions}>
        <Button look="plain" onClick={() => setLater(true)}>
          Later
        </Button>
        <Button busy={busy} onClick={update}>
          Reload
        </Button>
      </div>
    </section>
  );
}
