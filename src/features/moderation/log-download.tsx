import { useRef, useState } from 'react';
import { pathOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { downloadActs, listActs } from '#contract/moderation.ts';
import { runAction } from '#src/actions/run-action.ts';
import { complain } from '#src/forms/complain.ts';
import { Button } from '#src/ui/button.tsx';
import { Download } from '#src/ui/icons.js';
import styles from './log-download.module.css';
import { useIsOffline } from './use-is-offline.ts';

/** Downloads the moderation log. */
export function LogDownload({ userId }: { userId: Id }) {
  const link = useRef<HTMLAnchorElement>(null);
  const [busy, setBusy] = useState(false);
  const isOffline = useIsOffline();
  const download = async () => {
    setBusy(true);
    try {
      // Renews the session if necessary, which a link cannot do.
      await runAction(listActs, { query: { limit: 1 } });
      link.current?.click();
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.download}>
      <p>One line for each decision: who, when, what and why. Names stay in it, so store it with care.</p>
      <Button look="quiet" busy={busy} disabled={isOffline} onClick={() => void download()}>
        <Download className="icon" aria-hidden="true" />
        Download CSV
      </Button>
      <a ref={link} href={pathOf(downloadActs, {}, { as: userId })} download hidden>
        Download
      </a>
    </div>
  );
}
