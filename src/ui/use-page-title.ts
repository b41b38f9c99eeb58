import { createContext, useContext, useEffect } from 'react';
import { useSiteName } from './site-name.ts';

type RenderedPage = { title: string; nowhere: boolean; movedTo: string };

/** Receives the page's title and status in server rendering; null in a browser. */
export const TitleContext = createContext<((page: Partial<RenderedPage>) => void) | null>(null);

let shown: string | null = null;
let count = 0;

function show(): void {
  if (shown !== null) document.title = count > 0 ? `(${count}) ${shown}` : shown;
}

/** Shows the number of new things in the tab's title; nothing at zero. */
export function showCountInTitle(next: number): void {
  shown ??= document.title;
  count = next;
  show();
}

/** Sets the tab's title; without words it is the site's name. */
export function usePageTitle(text: string | undefined): void {
  const site = useSiteName();
  const title = text ? `${text} · ${site}` : site;
  const report = useContext(TitleContext);
  report?.({ title });
  useEffect(() => {
    shown = title;
    show();
  }, [title]);
}

/** Reports the path that a page has, if its address has another. */
export function useMovedTo(path: string | null): void {
  const report = useContext(TitleContext);
  if (path !== null) report?.({ movedTo: path });
}

/** Reports that nothing is at this address. */
export function useNowhere(): void {
  const report = useContext(TitleContext);
  report?.({ nowhere: true });
}
