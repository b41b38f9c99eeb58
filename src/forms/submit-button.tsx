import { t } from '#contract/texts.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { useValue } from '#src/ui/use-value.ts';
import styles from './form.module.css';

interface SubmitButtonProps {
  label: string;
  busy: boolean;
  look?: 'danger';
  /** As wide as its words. */
  compact?: boolean;
}

/** The form's submit button. Offline it stays visible and says that it needs a connection. */
export function SubmitButton({ label, busy, look, compact }: SubmitButtonProps) {
  const isOffline = useValue(signalAtom) === 'none';
  // Before hydration the browser would submit the form natively, to no handler.
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      look={look}
      className={compact ? styles.compact : styles.wide}
      busy={busy}
      aria-disabled={isOffline || undefined}
      disabled={!hydrated}
    >
      {isOffline ? t`Needs a connection` : label}
    </Button>
  );
}
