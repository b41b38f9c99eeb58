import { createContext, useContext, useEffect } from 'react';

const site = 'Headbadge';

type DrawnFacts = { title: string; nowhere: boolean };

/** Where a page that is drawn without a browser tells what it is; null in a browser. */
export const TitleContext = createContext<((facts: Partial<DrawnFacts>) => void) | null>(null);

let shown: string | null = null;
let count = 0;

function show(): void {
  if (shown !== null) document.title = count > 0 ? `(${count}) ${shown}` : shown;
}

/** Says in the browser's tab how much is new; nothing at zero. */
export function showCountInTitle(next: number): void {
  shown ??= document.title;
  count = next;
  show();
}

/** Names the page in the browser's tab and history; without words it is the site's own name. */
export function usePageTitle(words: string | undefined): void {
  const title = words ? `${words} · ${site}` : site;
  const tell = useContext(TitleContext);
  tell?.({ title });
  useEffect(() => {
    shown = title;
    show();
  }, [title]);
}

/** Tells that the address leads nowhere. */
export function useNowhere(): void {
  const tell = useContext(TitleContext);
  tell?.({ nowhere: true });
}
