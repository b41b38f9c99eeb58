import { useEffect } from 'react';

const site = 'Headbadge';

/** Names the page in the browser's tab and history; without words it is the site's own name. */
export function usePageTitle(words: string | undefined): void {
  useEffect(() => {
    document.title = words ? `${words} · ${site}` : site;
  }, [words]);
}
