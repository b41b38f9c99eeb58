import { type ReactNode, useState } from 'react';
import { t } from '#contract/texts.ts';
import { Button } from './button.tsx';
import styles from './load-more.module.css';
import { showToast } from './toast-store.ts';
import { useHydrated } from './use-hydrated.ts';

interface LoadMoreProps {
  /** Rejects with an error whose message is shown. */
  load: () => Promise<void>;
  /** The next page's address for browsers without script. */
  href?: string;
  label?: ReactNode;
}

/** The button at the end of a list that has more. */
export function LoadMore({ load, href, label = t`Load more` }: LoadMoreProps) {
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      await load();
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : String(error), alert: true });
    } finally {
      setBusy(false);
    }
  };
  if (href && !hydrated) {
    return (
      <Button look="quiet" className={styles.wide} to={href}>
        {label}
      </Button>
    );
  }
  return (
    <Button look="quiet" className={styles.wide} busy={busy} onClick={go}>
      {label}
    </Button>
  );
}
