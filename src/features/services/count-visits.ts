import { parseUrl } from '#contract/parse-url.ts';
import type { VisitService } from '#contract/services.ts';
import { onNavigation } from './on-navigation.ts';

/** Whether the browser asks every site not to tell others of its visitor. */
function isUnwilling(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
}

/** Pages of members are theirs. */
const isCounted = (path: string): boolean => !path.startsWith('/user/');

/** Where somebody came from, unless it was here. */
function referrer(): string | null {
  const from = parseUrl(document.referrer)?.origin;
  return from && from !== location.origin ? from : null;
}

/** Tells a service elsewhere which pages are looked at: their paths, without what was searched for and without who looks. */
export function countVisits({ url, domain }: VisitService): void {
  if (isUnwilling()) return;
  let last = '';
  const count = () => {
    const { origin, pathname } = location;
    if (pathname === last || !isCounted(pathname)) return;
    last = pathname;
    const body = JSON.stringify({ name: 'pageview', domain, url: origin + pathname, referrer: referrer() });
    // As text it is told without the browser asking first whether it may.
    const headers = { 'Content-Type': 'text/plain' };
    fetch(url, {
      method: 'POST',
      headers,
      body,
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined);
  };
  count();
  onNavigation(count);
}
