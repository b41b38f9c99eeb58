import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { categoryLinks } from '#contract/categories.ts';
import { homePage, searchPage, winnersPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Menu, X } from '#src/ui/icons.js';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import styles from './main-menu.module.css';

type Links = readonly (readonly [label: string, to: string])[];

/** The week, and the parts of home in its order. */
const parts: Links = [
  [t`This week`, winnersPage()],
  [t`Winners`, homePage('winners')],
  [t`Popular`, homePage('popular')],
  [t`Random`, homePage('random')],
  [t`Recent`, homePage('recent')],
];
const categories: Links = categoryLinks.map(({ label, query }) => [label, searchPage(query)]);

function MenuLinks({ here }: { here: string }) {
  const itemOf = ([label, to]: Links[number]) => (
    <li key={label}>
      <Link to={to} aria-current={here === to ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  );
  return (
    <div className={`frame ${styles.lists}`}>
      <ul className={`${styles.links} ${styles.parts}`}>{parts.map(itemOf)}</ul>
      <ul className={styles.links}>{categories.map(itemOf)}</ul>
    </div>
  );
}

const early = 'main-menu-early';
const isShown = (popover: HTMLElement | null) =>
  popover !== null && CSS.supports('selector(:popover-open)') && popover.matches(':popover-open');

/** Links to home's parts and to the categories, in a panel under the header. Escape, a press outside and following a link close it. */
export function MainMenu({ className }: { className?: string }) {
  const [open, setOpen] = useState(false);
  const { pathname, search, key } = useLocation();
  const root = useRef<HTMLDivElement>(null);
  const renderedMenu = useRef<HTMLElement>(null);
  const hydrated = useHydrated();
  const here = `${pathname}${search}`;
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    setOpen(false);
  }

  // A panel that the browser opened before hydration stays open.
  useLayoutEffect(() => {
    if (isShown(renderedMenu.current)) setOpen(true);
  }, []);
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      root.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [open]);

  const Icon = open ? X : Menu;
  return (
    <div ref={root} className={className}>
      <Button
        look="plain"
        aria-label="Main menu"
        {...(hydrated ? { 'aria-expanded': open, 'aria-controls': 'main-menu' } : { popoverTarget: early })}
        onClick={() => setOpen(!open)}
      >
        <Icon className="icon" aria-hidden="true" />
        <span className={styles.word}>Menu</span>
      </Button>
      {!hydrated && (
        <nav ref={renderedMenu} id={early} className={styles.early} popover="auto" aria-label="Main menu">
          <MenuLinks here={here} />
        </nav>
      )}
      {open && (
        <nav id="main-menu" className={styles.panel} aria-label="Main menu">
          <MenuLinks here={here} />
        </nav>
      )}
    </div>
  );
}
