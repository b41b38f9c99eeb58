import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import styles from './back-to-top.module.css';
import { Button } from './button.tsx';

const threshold = 300;

const watchScroll = (changed: () => void) => {
  addEventListener('scroll', changed, { passive: true });
  return () => removeEventListener('scroll', changed);
};

/** Shows after 300 pixels. A bar fixed at the bottom carries `data-bottom-bar`, and this stands above it. */
export function BackToTop() {
  const far = useSyncExternalStore(
    watchScroll,
    () => scrollY > threshold,
    () => false,
  );
  if (!far) return null;
  return (
    <Button look="quiet" icon className={styles.top} aria-label="Back to top" onClick={() => scrollTo({ top: 0 })}>
      <ArrowUp className="icon" aria-hidden="true" />
    </Button>
  );
}
