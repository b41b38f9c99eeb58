import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const timeoutMs = 5_000;

/** Focuses the screen's main heading as soon as it exists. Returns the function that gives up. */
function focusHeading(main: HTMLElement): () => void {
  main.focus({ preventScroll: true });
  const tryFocus = () => {
    const heading = main.querySelector('h1');
    if (!heading) return false;
    // Do not take the focus from a field or button that has it by now.
    if (document.activeElement === main || document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return true;
  };
  const watch = new MutationObserver(() => tryFocus() && watch.disconnect());
  if (!tryFocus()) watch.observe(main, { childList: true, subtree: true });
  const timer = setTimeout(() => watch.disconnect(), timeoutMs);
  return () => {
    clearTimeout(timer);
    watch.disconnect();
  };
}

/** Focuses the main heading after each navigation, so that screen readers announce the page. */
export function useArrival() {
  const main = useRef<HTMLElement>(null);
  const at = useLocation();
  const how = useNavigationType();
  const left = useRef(at);
  useEffect(() => {
    const from = left.current;
    left.current = at;
    // With the same key it is the first page, which the server rendered under another address.
    if (from.pathname === at.pathname || from.key === at.key || how === NavigationType.Replace || !main.current) return;
    return focusHeading(main.current);
  }, [at, how]);
  return main;
}
