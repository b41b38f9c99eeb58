import { useState } from 'react';
import { Button } from './button.tsx';
import styles from './load-more.module.css';
import { showToast } from './toast-store.ts';

interface LoadMoreProps {
  /** Rejects with an error whose message is a sentence for a person. */
  load: () => Promise<void>;
  words?: string;
}

/** The end of a list that goes on. */
export function LoadMore({ load, words = 'Load more' }: LoadMoreProps) {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await load();
    } catch (error) {
      showToast({ words: error instanceof Error ? error.message : String(error), alert: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="quiet" className={styles.wide} busy={busy} onClick={go}>
      {words}
    </Button>
  );
}
