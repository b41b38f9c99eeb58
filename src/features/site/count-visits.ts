import { parseUrl } from '#contract/parse-url.ts';
import type { VisitService } from '#contract/site-services.ts';
import { onNavigation } from './on-navigation.ts';

/** Whether the browser sends Global Privacy Control or Do Not Track. */
function isUnwilling(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
}

/** Members' private pages are not counted. */
const isCounted = (path: string): boolean => !path.startsWith('/user/');

/** Origin of the referring site; null if it is this one. */
function referrer(): string | null {
  const from = parseUrl(document.referrer)?.origin;
  return from && from !== location.origin ? from : null;
}

/** Sends page views to an analytics service: paths only, without search terms or identity. */
export function countVisits({ url, domain }: VisitService): void {
  if (isUnwilling()) return;
  let last = '';
  const count = () => {
    const { origin, pathname } = location;
    if (pathname === last || !isCounted(pathname)) return;
    last = pathname;
    const body = JSON.stringify({ name: 'pageview', domain, url: origin + pathname, referrer: referrer() });
    // Plain text avoids a CORS preflight request.
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
