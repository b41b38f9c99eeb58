import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './back-to-top.module.css';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

const threshold = 300;

/** Whether a box lies over a field that somebody may want to type into. */
function coversField({ left, right, top, bottom }: DOMRect): boolean {
  const corners = [left, right].flatMap((x) => [top, bottom].flatMap((y) => document.elementsFromPoint(x, y)));
  return corners.some((one) => one.matches('input, select, textarea'));
}

/**
 * Shows after 300 pixels, except over a field. A bar fixed at the bottom carries `data-bottom-bar`, and this stands above
 * it.
 */
export function BackToTop() {
  const [shown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const look = () =>
      setShown(scrollY > threshold && !!button.current && !coversField(button.current.getBoundingClientRect()));
    addEventListener('scroll', look, { passive: true });
    // The place is known once the page is laid out; asked for before, it would be laid out for that alone.
    const frame = requestAnimationFrame(() => setTimeout(look));
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', look);
    };
  }, []);
  return (
    <Button
      ref={button}
      look="quiet"
      icon
      className={classNames(styles.top, !shown && styles.away)}
      aria-label="Back to top"
      onClick={() => scrollTo({ top: 0 })}
    >
      <ArrowUp className="icon" aria-hidden="true" />
    </Button>
  );
}
