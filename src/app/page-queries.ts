import { matchPath } from 'react-router';
import { winners } from '#src/features/bikes/list/bike-lists.queries.ts';
import { initialServices } from '#src/features/site/site.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';
import { screenOf } from './screens.ts';

/** Whether winners are shown beside the form of a screen. */
const hasWinners = (path: string): boolean =>
  path.startsWith('/account/') || path === '/preferences' || path === '/contact';

/** The calls of each screen that has some. */
const calls = import.meta.glob<PageCalls>('../screens/*-screen.queries.ts', { eager: true, import: 'calls' });

/** The API calls that the page of an address is rendered from. @param address path and query */
export function apiPathsOf(address: string): string[] {
  const [pathname = ''] = address.split('?');
  const { path = '/', source = 'src/screens/home-screen.tsx' } = screenOf(pathname) ?? {};
  const params = matchPath(path, pathname)?.params ?? {};
  const ofScreen = calls[source.replace(/^src(.*)\.tsx$/, '..$1.queries.ts')];
  const own = ofScreen?.(params, address.slice(pathname.length)) ?? [];
  return [...own, ...(hasWinners(path) ? [pathFor(winners, undefined)] : []), initialServices.path];
}
