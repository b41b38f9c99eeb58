import { signal } from '#src/lib/signal.ts';
import { useValue } from '#src/queries/use-value.ts';
import { Button } from '#src/ui/button.tsx';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import styles from './form.module.css';

/** Sends the form; without signal it stays in sight and says what it lacks. */
export function SubmitButton({ words, busy, look }: { words: string; busy: boolean; look?: 'danger' }) {
  const silent = useValue(signal) === 'none';
  // Without script a browser would send the form by itself, to nobody who takes it.
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      look={look}
      className={styles.wide}
      busy={busy}
      aria-disabled={silent || undefined}
      disabled={!hydrated}
    >
      {silent ? 'Needs a connection' : words}
    </Button>
  );
}
