import { createContext, useContext, useEffect } from 'react';

const site = 'Headbadge';

/** Where a page that is drawn without a browser tells what it is; null in a browser. */
export const TitleContext = createContext<{ title: string; nowhere: boolean } | null>(null);

/** Names the page in the browser's tab and history; without words it is the site's own name. */
export function usePageTitle(words: string | undefined): void {
  const title = words ? `${words} · ${site}` : site;
  const drawn = useContext(TitleContext);
  if (drawn) drawn.title = title;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Tells that the address leads nowhere. */
export function useNowhere(): void {
  const drawn = useContext(TitleContext);
  if (drawn) drawn.nowhere = true;
}
