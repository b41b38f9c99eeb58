import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './back-to-top.module.css';
import { Button } from './button.tsx';

const threshold = 300;

/** Shows after 300 pixels. A bar fixed at the bottom carries `data-bottom-bar`, and this stands above it. */
export function BackToTop() {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(scrollY > threshold);
    addEventListener('scroll', look, { passive: true });
    // The place is known once the page is laid out; asked for before, it would be laid out for that alone.
    const frame = requestAnimationFrame(() => setTimeout(look));
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', look);
    };
  }, []);
  if (!far) return null;
  return (
    <Button look="quiet" icon className={styles.top} aria-label="Back to top" onClick={() => scrollTo({ top: 0 })}>
      <ArrowUp className="icon" aria-hidden="true" />
    </Button>
  );
}
