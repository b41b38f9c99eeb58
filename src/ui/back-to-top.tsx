import { useEffect, useRef, useState } from 'react';
import { ArrowUp } from '#src/ui/icons.js';
import styles from './back-to-top.module.css';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

const threshold = 300;

/** Whether a box covers a form field, or the bar at the bottom, which large text makes taller. */
function coversControl({ left, right, top, bottom }: DOMRect): boolean {
  const corners = [left, right].flatMap((x) => [top, bottom].flatMap((y) => document.elementsFromPoint(x, y)));
  return corners.some((one) => one.closest('input, select, textarea, [data-bottom-bar]'));
}

/**
 * Appears after 300 pixels of scrolling, except over a field or the bar. A bar fixed at the bottom carries
 * `data-bottom-bar`; the button is placed above it.
 */
export function BackToTop() {
  const [shown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const look = () =>
      setShown(scrollY > threshold && !!button.current && !coversControl(button.current.getBoundingClientRect()));
    addEventListener('scroll', look, { passive: true });
    // Measures after layout; an earlier measurement would force one.
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
