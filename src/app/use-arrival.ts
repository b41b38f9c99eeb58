import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const patience = 5_000;

/** Gives the focus to the screen's main heading as soon as it is there. Returns how to give up. */
function focusHeading(main: HTMLElement): () => void {
  main.focus({ preventScroll: true });
  const look = () => {
    const heading = main.querySelector('h1');
    if (!heading) return false;
    // Somebody who has gone on to a field or a button stays there.
    if (document.activeElement === main || document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return true;
  };
  const watch = new MutationObserver(() => look() && watch.disconnect());
  if (!look()) watch.observe(main, { childList: true, subtree: true });
  const timer = setTimeout(() => watch.disconnect(), patience);
  return () => {
    clearTimeout(timer);
    watch.disconnect();
  };
}

/** Tells a screen reader where it has arrived: after each change of page the focus is on the main heading. */
export function useArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const how = useNavigationType();
  const left = useRef(pathname);
  useEffect(() => {
    if (left.current === pathname) return;
    left.current = pathname;
    if (how === NavigationType.Replace || !main.current) return;
    return focusHeading(main.current);
  }, [pathname, how]);
  return main;
}
