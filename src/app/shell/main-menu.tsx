import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { categoryLinks } from '#contract/bike-options.ts';
import { searchPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './main-menu.module.css';

/** The category links in a panel under the header. Escape, a press elsewhere and a followed link close it. */
export function MainMenu({ className }: { className?: string }) {
  const [open, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const root = useRef<HTMLDivElement>(null);
  const here = `${pathname}${search}`;
  const [seen, setSeen] = useState(here);
  if (seen !== here) {
    setSeen(here);
    setOpen(false);
  }

  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      root.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);

  const Icon = open ? X : Menu;
  return (
    <div ref={root} className={className}>
      <Button
        look="plain"
        aria-label="Bikes, main menu"
        aria-expanded={open}
        aria-controls="main-menu"
        onClick={() => setOpen(!open)}
      >
        <Icon className="icon" aria-hidden="true" />
        <span className={styles.word}>Bikes</span>
      </Button>
      {open && (
        <nav id="main-menu" className={styles.panel} aria-label="Main menu">
          <ul className={`frame ${styles.links}`}>
            {categoryLinks.map(({ label, query }) => (
              <li key={label}>
                <Link to={searchPage(query)} aria-current={here === searchPage(query) ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
